import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { upOutcome } from "../../../../test/checks.ts";
import { saveBaselines } from "../../../pipeline/results/recording/baselines.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

type Answer = { status: number; data: Monitor; error: { code: string; message: string; details?: unknown } };

async function call(method: "GET" | "POST" | "PUT", path: string, payload?: object, key = org.keys.admin) {
  const url = `/api/v1/monitors${path}`;
  const response = await running.call(key, { method, url, ...(payload && { payload }) });
  return { ...response.json(), status: response.statusCode } as Answer;
}

const DNS = { name: "Records", type: "dns", host: "shop.test", expect: "unchanged", enabled: false };

/** Stores what a check of a monitor found. */
async function found(targetId: string, records: readonly string[], atMs = Date.now()): Promise<void> {
  const outcome = { ...upOutcome(), checkedAtMs: atMs, records };
  const named = { seriesKey: 1, shard: 0, location: "default", runner: "r", trigger: "schedule" } as const;
  const report = { ...named, slotMs: atMs, outcome };
  await running.database.transaction((db) => saveBaselines(db, [{ report, target: { targetId } }]));
}

const baselineOf = async (id: string) => (await call("GET", `/${id}`)).data.baseline;

describe("the records of a DNS monitor", () => {
  test("are accepted at the first check, and a change is shown until a check finds them again", async () => {
    const { id, baseline } = (await call("POST", "", DNS)).data;
    expect(baseline).toBeNull();
    await found(id, ["192.0.2.1"]);
    const first = { records: ["192.0.2.1"], accepted_by: null, found: null, found_at: null };
    expect(await baselineOf(id)).toMatchObject(first);
    await found(id, ["192.0.2.1", "192.0.2.2"]);
    expect(await baselineOf(id)).toMatchObject({
      records: ["192.0.2.1"],
      found: ["192.0.2.1", "192.0.2.2"],
      found_at: expect.stringMatching(/Z$/),
    });
    await found(id, ["192.0.2.1"]);
    expect(await baselineOf(id)).toMatchObject(first);
  });

  test("are accepted by a person or a key, with an entry in the audit log", async () => {
    const { id } = (await call("POST", "", DNS)).data;
    await found(id, ["a"]);
    await found(id, ["b"]);
    const accepted = await call("POST", `/${id}/accept`, { records: ["b"] });
    expect(accepted).toMatchObject({
      status: 200,
      data: {
        baseline: { records: ["b"], accepted_by: expect.stringMatching(/^[0-9a-f-]{36}$/), found: null },
      },
    });
    const log = await running.call(org.keys.admin, { method: "GET", url: "/api/v1/audit-log" });
    expect(log.json().data[0]).toMatchObject({
      action: "monitor.accept",
      before: { records: ["a"] },
      after: { records: ["b"] },
    });
    await found(id, ["b"]);
    expect(await baselineOf(id)).toMatchObject({ records: ["b"], found: null });
  });

  test("are not accepted if they changed since they were shown", async () => {
    const { id } = (await call("POST", "", DNS)).data;
    await found(id, ["a"]);
    await found(id, ["c"]);
    const refused = await call("POST", `/${id}/accept`, { records: ["b"] });
    expect([refused.status, refused.error.code]).toEqual([412, "PRECONDITION_FAILED"]);
    expect(await baselineOf(id)).toMatchObject({ records: ["a"], found: ["c"] });
  });

  test("of another name, or after a time without comparison, are accepted at the next check", async () => {
    const { id } = (await call("POST", "", DNS)).data;
    await found(id, ["a"]);
    await call("PUT", `/${id}`, { host: "other.test" });
    expect(await baselineOf(id)).toBeNull();
    await found(id, ["b"]);
    expect(await baselineOf(id)).toMatchObject({ records: ["b"], found: null });
    await call("PUT", `/${id}`, { expect: null });
    await call("PUT", `/${id}`, { expect: "unchanged" });
    expect(await baselineOf(id)).toBeNull();
  });

  test("are sent back unchanged with an object from a GET, and leave its ETag", async () => {
    const { id } = (await call("POST", "", DNS)).data;
    const tag = async () =>
      (await running.call(org.keys.read, { method: "GET", url: `/api/v1/monitors/${id}` })).headers.etag;
    const before = await tag();
    await found(id, ["a"]);
    expect(await tag()).toBe(before);
    const { data } = await call("GET", `/${id}`);
    expect((await call("PUT", `/${id}`, data)).data.baseline).toEqual(data.baseline);
  });
});

test("only changed records of a monitor that compares them can be accepted", async () => {
  const { id } = (await call("POST", "", DNS)).data;
  const plain = (await call("POST", "", { ...DNS, expect: null })).data.id;
  for (const [path, message] of [
    [`/${id}/accept`, "There is nothing to accept: no check found changed records."],
    [`/${plain}/accept`, "This monitor compares no records. Set `expect` to `unchanged` first."],
  ] as const) {
    const refused = await call("POST", path);
    expect([refused.status, refused.error.message]).toEqual([400, message]);
  }
  const stranger = await makeOrg(running.database);
  expect((await call("POST", `/${id}/accept`, undefined, stranger.keys.admin)).status).toBe(404);
});

test("`expect` of a DNS monitor is `unchanged` or nothing", async () => {
  const refused = await call("POST", "", { ...DNS, expect: "192.0.2.1" });
  expect([refused.status, refused.error.details]).toEqual([
    400,
    [{ path: "expect", message: "must be 'unchanged' for type 'dns'" }],
  ]);
});

test("a port that is expected to be closed exchanges nothing", async () => {
  const tcp = {
    name: "Closed",
    type: "tcp",
    host: "h.example",
    port: 23,
    expect_closed: true,
    enabled: false,
  };
  const made = await call("POST", "", tcp);
  expect([made.status, made.data]).toMatchObject([201, { expect_closed: true }]);
  const refused = await call("POST", "", { ...tcp, tls: true, send: "x" });
  const message = "does not apply with expect_closed; remove one of them";
  expect(refused.error.details).toEqual([
    { path: "tls", message },
    { path: "send", message },
  ]);
});
