import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { type IncidentMaker, incidentMaker } from "../../../../test/incidents/incident-maker.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let make: IncidentMaker;
let token: string;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  make = await incidentMaker(running);
  token = (await make.send("POST", "/inbound-token")).json().data.token;
});
afterAll(() => running.stop());

const post = (body: unknown, to = token) =>
  running.call(null, {
    method: "POST",
    url: `/api/v1/incidents/inbound/${to}`,
    headers: { "content-type": "application/json" },
    payload: typeof body === "string" ? body : JSON.stringify(body),
  });
const sent = async (body: unknown) => (await post(body)).json().data;

const GROUP = {
  version: "4",
  groupKey: '{}:{alertname="Disk"}',
  status: "firing",
  groupLabels: { alertname: "Disk" },
  commonLabels: { alertname: "Disk", severity: "critical" },
  commonAnnotations: { summary: "Disk is full" },
  externalURL: "http://alertmanager.test",
  alerts: [
    { status: "firing", labels: { alertname: "Disk" }, annotations: {}, startsAt: "2026-11-26T12:00:03Z" },
  ],
};

describe("the inbound webhook", () => {
  test("opens an incident once for a key, and `resolved` ends it", async () => {
    expect(await sent(GROUP)).toEqual({ result: "opened", number: 1 });
    expect(await sent(GROUP)).toEqual({ result: "repeated", number: 1 });
    expect(await sent({ ...GROUP, groupKey: "other" })).toEqual({ result: "opened", number: 2 });
    expect(await sent({ ...GROUP, status: "resolved" })).toEqual({ result: "resolved", number: 1 });
    expect(await sent({ ...GROUP, status: "resolved" })).toEqual({ result: "ignored", number: null });
    const [, first] = await make.list();
    expect(await make.get(first?.id ?? "")).toMatchObject({
      ...{ title: "Disk is full", severity: "critical", state: "resolved", source: "webhook" },
      ...{ started_at: "2026-11-26T12:00:03.000Z", resolved_by: "auto" },
      inbound: { product: "alertmanager", dedup_key: GROUP.groupKey, events: 3 },
    });
    expect(await sent(GROUP)).toEqual({ result: "opened", number: 3 });
  });

  test("repeats at once open one incident", async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => sent({ title: "Same" })));
    expect(results.map(({ result }) => result).sort()).toEqual(["opened", ...Array(7).fill("repeated")]);
  });

  test("waits for a person if the setting says so", async () => {
    await make.send("PUT", "/settings", { resolves_automatically: false });
    await sent({ title: "Slow" });
    expect(await sent({ title: "Slow", status: "resolved" })).toEqual({ result: "repeated", number: 1 });
    expect(await make.list()).toMatchObject([{ state: "open" }]);
  });

  test("a token that was replaced or revoked, or never existed, opens nothing", async () => {
    const old = token;
    token = (await make.send("POST", "/inbound-token")).json().data.token;
    expect((await post(GROUP, old)).statusCode).toBe(404);
    expect((await post(GROUP)).statusCode).toBe(200);
    await make.send("DELETE", "/inbound-token");
    expect((await post(GROUP)).statusCode).toBe(404);
    for (const wrong of ["x", `${token}x`, "%00", "..%2F..", "a".repeat(2_000)])
      expect([404, 414]).toContain((await post(GROUP, wrong)).statusCode);
    expect(await make.list()).toHaveLength(1);
  });

  test("only the hash of the token is stored, and no log of the organization has it", async () => {
    const stored = await running.database.rows<{ row: string }>(sql`
      select to_jsonb(s)::text as row from incident_settings s where org_id = ${make.org.orgId}
      union all select to_jsonb(e)::text from audit_entry e where org_id = ${make.org.orgId}`);
    expect(stored.length).toBeGreaterThan(1);
    expect(stored.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  test("stores only the hash, opens nothing for the token of another organization's list", async () => {
    const other = await incidentMaker(running);
    await sent({ title: "Mine" });
    expect(await other.list()).toEqual([]);
  });

  test.each([
    ["no object", "[]"],
    ["no JSON", "{"],
    ["an empty object", "{}"],
    ["deep nesting", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`],
    ["a prototype", '{"__proto__": {"title": "x"}}'],
    ["a body of 2 MB", JSON.stringify({ title: "t", description: "d".repeat(2_000_000) })],
    ["half a character pair", '{"title": "\\ud800"}'],
    ["a NUL", '{"title": "\\u0000"}'],
  ])("rejects %s with a reason and opens nothing", async (_name, body) => {
    const answer = await post(body);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json().error.message).not.toBe("");
    expect(await make.list()).toEqual([]);
  });

  test("does not open more incidents than an organization may have", async () => {
    await make.open();
    await running.database.run(sql`
      insert into incident (id, org_id, number, title, severity, state, source, started_at, created_by, created_at, updated_at)
      select gen_random_uuid(), ${make.org.orgId}, 1 + n, 'x', 'minor', 'open', 'member', now(), 'x', now(), now()
      from generate_series(1, 199) n`);
    const answer = await post({ title: "One more" });
    expect(answer.statusCode).toBe(429);
    expect(answer.json().error.message).toMatch("at most 200 incidents");
    expect((await make.send("POST", "", { title: "By hand" })).statusCode).toBe(400);
  });
});
