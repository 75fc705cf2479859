import { createHash } from "node:crypto";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { journeyRequests } from "../../../../test/labs/journeys-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const step = { action: "goto", url: "http://127.0.0.1/" };
const SCRIPT = "await page.goto('/');";

const { call, createJourney, put, createVariable } = journeyRequests(() => ({ running, org }));

async function revisionOf(id: string) {
  const row = await running.database.find<{ revision: number }>(
    sql`select revision from target where id = ${id}`,
  );
  return row?.revision;
}

describe("a script", () => {
  test("can be created, changed and removed only by admins", async () => {
    const member = await makeMember(running.database, { orgId: org.orgId, role: "member" });
    const admin = await makeMember(running.database, { orgId: org.orgId, role: "admin" });
    const as = (person: typeof member, method: "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
      running.callAs(person, { method, url: `/api/v1${path}`, ...(payload && { payload }) });
    const refused = await as(member, "POST", "/journeys", { name: "a", script: SCRIPT });
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      403,
      "Scripts require the role 'admin'. With the role 'member' you can write journeys with steps.",
    ]);
    const response = await as(admin, "POST", "/journeys", { name: "a", script: SCRIPT });
    const journey: Journey = response.json().data;
    expect([response.statusCode, journey.script]).toEqual([201, SCRIPT]);
    const path = `/journeys/${journey.id}`;
    for (const payload of [{ script: "1;" }, { script: null }, { script: null, steps: [step] }]) {
      expect((await as(member, "PUT", path, payload)).statusCode).toBe(403);
    }
    expect((await as(member, "DELETE", path)).statusCode).toBe(403);
    const renamed = await as(member, "PUT", path, { ...journey, name: "b" });
    expect([renamed.statusCode, renamed.json().data]).toMatchObject([200, { name: "b", script: SCRIPT }]);
    expect((await as(admin, "DELETE", path)).statusCode).toBe(200);
  });
});

describe("a variable", () => {
  test("that a journey uses in its steps or its script can be neither deleted nor renamed", async () => {
    const [inStep, inScript, inEnvironment] = [
      await createVariable("IN_STEP"),
      await createVariable("IN_SCRIPT"),
      await createVariable("IN_ENV"),
    ];
    const first = await createJourney({
      name: "one",
      steps: [{ action: "fill", selector: "#p", value: "{{IN_STEP}}" }],
    });
    const second = await createJourney({ name: "two", script: "vars.IN_SCRIPT; process.env['IN_ENV'];" });
    for (const [id, name] of [
      [inStep, "one"],
      [inScript, "two"],
      [inEnvironment, "two"],
    ] as const) {
      const refused = await call("DELETE", `/variables/${id}`);
      expect([refused.statusCode, refused.json().error.message]).toMatchObject([
        400,
        expect.stringContaining(`the journey '${name}' uses it`),
      ]);
    }
    await call("DELETE", `/journeys/${first.id}`);
    await put(second.id, { script: null });
    for (const id of [inStep, inScript, inEnvironment])
      expect((await call("DELETE", `/variables/${id}`)).statusCode).toBe(200);
  });

  test("that is created after the journey that uses it is linked to it, and its changes notify the schedulers", async () => {
    const journey = await createJourney({ steps: [{ ...step, url: "{{BASE}}/" }] });
    const scripted = await createJourney({ script: "vars.BASE" });
    const id = await createVariable("BASE");
    expect((await call("DELETE", `/variables/${id}`)).statusCode).toBe(400);
    const before = (await revisionOf(journey.id)) ?? 0;
    await call("PUT", `/variables/${id}`, { value: "new" });
    expect(await revisionOf(journey.id)).toBe(before + 1);
    expect(await revisionOf(scripted.id)).toBe(2);
  });
});

describe("the audit log", () => {
  test("records each write without typed, uploaded, set or sent values, and without scripts", async () => {
    const journey = await createJourney({
      steps: [
        { action: "fill", selector: "#p", value: "hidden-1" },
        { action: "upload", selector: "#f", name: "f.txt", content_base64: btoa("hidden-2") },
        { action: "totp", selector: "#t", secret: "hidden-3" },
        { action: "set_variable", variable: "V", from: { value: "hidden-4" } },
        {
          action: "request",
          method: "POST",
          url: "http://127.0.0.1/",
          headers: { "X-Key": "hidden-5" },
          body: "hidden-6",
        },
        { action: "select_option", selector: "#s", value: "hidden-7" },
      ],
    });
    const script = "await page.fill('#p', 'hidden-8');";
    await put(journey.id, { steps: null, script });
    await call("DELETE", `/journeys/${journey.id}`);
    const log = await call("GET", `/audit-log?target=${journey.id}`);
    expect(log.json().data.map(({ action }: { action: string }) => action)).toEqual([
      "journey.delete",
      "journey.update",
      "journey.create",
    ]);
    expect(log.body).not.toMatch(/hidden-\d|aGlkZGVu/);
    expect(log.body).toContain('"X-Key"');
    const sha256 = createHash("sha256").update(script).digest("hex");
    expect(log.json().data[1].after.script).toEqual({ length: script.length, sha256 });
    const [deleted, , created] = log.json().data;
    expect(Object.keys(deleted.before).sort()).toEqual(Object.keys(created.after).sort());
  });
});
