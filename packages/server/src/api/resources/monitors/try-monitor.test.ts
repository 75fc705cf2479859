import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOfOrganization } from "../../../../test/access/rows-of-organization.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { startRunners } from "../../../../test/runners.ts";
import { json, opened, startApi } from "../../../../test/servers/api-target.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let stopRunners: () => Promise<void>;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  stopRunners = startRunners(running.queue);
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(async () => {
  await stopRunners();
  await running.stop();
});

const CANARY = "c4nary-Secret-0f-the-check";
const url = "/api/v1/monitors/try";

const attempt = (payload: object, key = org.keys.admin) =>
  running.call(key, { method: "POST", url, payload });

const rowsOf = async () => ({
  ...(await rowsOfOrganization(running.database, org.orgId)),
  ...(await running.database.find<object>(sql`
    select (select count(*) from check_result) as results, (select count(*) from check_connection) as peers`)),
});

const page = () => opened(startApi((_, response) => json(response, 200, { ok: true })));

describe("an unsaved monitor", () => {
  test("is checked at each of its locations, and stores nothing", async () => {
    const target = await page();
    const before = await rowsOf();
    const answer = await attempt({
      type: "url",
      url: target.url,
      locations: ["default", "mars"],
      assertions: [{ type: "status_code", operator: "equals", value: 200 }],
    });
    expect(answer.statusCode).toBe(200);
    const result = {
      runner: "runner-default",
      status: "up",
      status_code: 200,
      ip: "127.0.0.1",
      attempts: 1,
      timings: { connect_ms: expect.any(Number), tls_ms: null },
      assertions: [{ actual: 200, passed: true }],
      error: null,
    };
    const { data } = answer.json();
    expect(data).toMatchObject({
      status: "up",
      results: [
        { ...result, location: "default" },
        { ...result, location: "mars" },
      ],
    });
    expect(Object.keys(data.results[0])).not.toEqual(expect.arrayContaining(["id"]));
    expect(target.got).toHaveLength(2);
    expect(await rowsOf()).toEqual(before);
  });

  test("that is down returns the error after one attempt", async () => {
    const { port, close } = await startApi((_, response) => json(response, 200, {}));
    await close();
    const answer = await attempt({ type: "tcp", host: "127.0.0.1", port, retries: 5 });
    expect(answer.json().data).toMatchObject({
      status: "down",
      results: [{ status: "down", attempts: 1, error: { code: "CONNECT_REFUSED", phase: "connect" } }],
    });
  });

  test("with a too expensive assertion or a blocked address is not evaluated", async () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? {} : { left: nested(levels - 1), right: nested(levels - 1) };
    const target = await opened(startApi((_, response) => json(response, 200, nested(12))));
    const property = `$${"..*".repeat(16)}`;
    const costly = await attempt({
      type: "url",
      url: target.url,
      assertions: [{ type: "json_path", property, operator: "exists" }],
    });
    expect(costly.json().data).toMatchObject({
      status: "error",
      results: [{ status: "error", status_code: 200, error: { code: "ASSERTION_TOO_COSTLY" } }],
    });
    const closed = await attempt({ type: "url", url: "http://169.254.169.254/" });
    expect(closed.json().data).toMatchObject({
      status: "error",
      results: [{ status: "error", attempts: 1, error: { code: "ADDRESS_BLOCKED" } }],
    });
  });

  test("sends secrets to its target and does not return them", async () => {
    const target = await opened(
      startApi(({ headers }, response) => json(response, 200, { echo: headers["x-api-key"] })),
    );
    const made = await running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/variables",
      payload: { name: "API_KEY", value: CANARY, type: "secret" },
    });
    expect(made.statusCode).toBe(201);
    const answer = await attempt({
      type: "url",
      url: target.url,
      headers: { "x-api-key": "{{API_KEY}}" },
      assertions: [{ type: "json_path", property: "$.echo", operator: "equals", value: "other" }],
    });
    expect(answer.json().data).toMatchObject({
      status: "down",
      results: [{ assertions: [{ actual: "••••" }] }],
    });
    expect(target.got[0]?.headers["x-api-key"]).toBe(CANARY);
    expect(answer.body).not.toContain(CANARY);
  });

  test("returns the errors of a create request, including variables of other organizations", async () => {
    const other = await makeOrg(running.database);
    await running.call(other.keys.admin, {
      method: "POST",
      url: "/api/v1/variables",
      payload: { name: "FOREIGN", value: "x" },
    });
    for (const bad of [
      { type: "url", interval: 0, timeout: 400 },
      { type: "tcp", host: "h", url: "http://127.0.0.1/" },
      { type: "url", url: "http://127.0.0.1/{{FOREIGN}}" },
      { type: "url", url: "http://127.0.0.1/", parents: ["nothing"] },
    ]) {
      const tried = await attempt(bad);
      const payload = { name: "n", ...bad };
      const created = await running.call(org.keys.admin, {
        method: "POST",
        url: "/api/v1/monitors",
        payload,
      });
      expect([tried.statusCode, created.statusCode]).toEqual([400, 400]);
      expect(tried.json().error.details).toEqual(created.json().error.details);
    }
  });

  test("is denied to a viewer and to a key of scope agent", async () => {
    const payload = { type: "url", url: "http://127.0.0.1/" };
    const viewer = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
    expect((await running.callAs(viewer, { method: "POST", url, payload })).statusCode).toBe(403);
    expect((await attempt(payload, org.keys.agent)).statusCode).toBe(403);
  });
});

test("returns 503 if no runner performs the check, and reports nothing as down", async () => {
  const lonely = await startTestApp({ manualCheckGraceMs: 50 });
  try {
    const owner = await makeOrg(lonely.database);
    const payload = { type: "url", url: "http://127.0.0.1/", timeout: 0.1 };
    const attemptThere = () => lonely.call(owner.keys.admin, { method: "POST", url, payload });
    const withoutRunner = await attemptThere();
    lonely.queue.announce("silent", "default");
    lonely.queue.takeJobs("default", () => {});
    for (const answer of [withoutRunner, await attemptThere()]) {
      expect([answer.statusCode, answer.json().error.message]).toEqual([
        503,
        expect.stringMatching(/^No runner at default/),
      ]);
    }
  } finally {
    await lonely.stop();
  }
});
