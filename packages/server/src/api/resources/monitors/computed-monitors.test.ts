import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAlerts, makeChannel, makeRule } from "../../../../test/alerting.ts";
import { makeOrg, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { startScheduledApp } from "../../../../test/servers/scheduled-app.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Monitors that no runner checks, from the request to the stored status: with a scheduler and without runners. */

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startScheduledApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

type Answer<Data = Monitor> = {
  status: number;
  data: Data;
  error: { code: string; message: string; details?: unknown };
};

async function call<Data = Monitor>(
  method: "GET" | "POST" | "PUT",
  path: string,
  payload?: object,
  key = org.keys.admin,
) {
  const url = `/api/v1${path}`;
  const response = await running.call(key, { method, url, ...(payload && { payload }) });
  return { ...response.json(), status: response.statusCode } as Answer<Data>;
}

async function create(fields: object): Promise<Monitor> {
  const made = await call("POST", "/monitors", { name: "m", ...fields });
  expect([made.status, made.error]).toEqual([201, undefined]);
  return made.data;
}

const manual = (fields: object = {}) => create({ type: "manual", ...fields });
const setStatus = (id: string, status: string, reason?: string) =>
  call("POST", `/monitors/${id}/status`, { status, ...(reason !== undefined && { reason }) });
const statusOf = async (id: string) => (await call("GET", `/monitors/${id}`)).data.status;
const listResults = async (id: string) => (await call<CheckResult[]>("GET", `/monitors/${id}/results`)).data;

describe("a manual monitor", () => {
  test("is up at first, and then has the status that was set, with its reason", async () => {
    const { id } = await manual();
    await expect.poll(() => statusOf(id)).toBe("up");
    const down = await setStatus(id, "down", "The lift is stuck");
    expect(down).toMatchObject({
      status: 200,
      data: {
        status: "down",
        locations: ["default"],
        set_status: { status: "down", reason: "The lift is stuck", set_by: "admin" },
      },
    });
    const [result] = await listResults(id);
    expect(result).toMatchObject({
      ...{ status: "down", runner: "vedette", response_time_ms: null },
      error: { code: "SET_DOWN", message: "The lift is stuck" },
    });
    expect((await setStatus(id, "degraded")).data).toMatchObject({
      ...{ status: "degraded", set_status: { status: "degraded", reason: null } },
    });
    const log = await call<{ action: string }[]>("GET", "/audit-log");
    expect(log.data.slice(0, 2)).toMatchObject([
      {
        action: "monitor.set_status",
        before: { status: "down", reason: "The lift is stuck" },
        after: { status: "degraded", reason: null },
      },
      { action: "monitor.set_status", before: null },
    ]);
  });

  test("opens and resolves alerts with the request that sets its status", async () => {
    const { id } = await manual();
    const channelId = await makeChannel(running.database, org.orgId);
    await makeRule(running.database, {
      orgId: org.orgId,
      channelIds: [channelId],
      type: "consecutive_failures",
      params: { threshold: 1, min_locations: 1 },
    });
    const alerts = async () => (await listAlerts(running.database, org.orgId)).map(({ status }) => status);
    // The recorder learns of a new rule by a notification, which a request can overtake.
    const failAgain = async () => {
      await setStatus(id, "down", "no power");
      return alerts();
    };
    await expect.poll(failAgain).toEqual(["pending"]);
    await setStatus(id, "up");
    await expect.poll(alerts).toEqual(["resolved"]);
  });

  test("keeps its status in a pause, and has it after it is resumed", async () => {
    const { id } = await manual();
    await call("PUT", `/monitors/${id}`, { enabled: false });
    expect((await setStatus(id, "down")).data).toMatchObject({
      status: "paused",
      set_status: { status: "down" },
    });
    await call("PUT", `/monitors/${id}`, { enabled: true });
    await expect.poll(() => statusOf(id)).toBe("down");
  });

  test("can be checked and tested without a runner, and its checks are not counted", async () => {
    const { id } = await manual();
    const checked = await call<{ status: string }>("POST", `/monitors/${id}/check`);
    expect([checked.status, checked.data.status]).toEqual([200, "up"]);
    const tried = await call<{ status: string }>("POST", "/monitors/try", { type: "manual" });
    expect([tried.status, tried.data.status]).toEqual([200, "up"]);
    const counted = sql`select from usage_month where org_id = ${org.orgId}`;
    expect(await running.database.rows(counted)).toEqual([]);
  });

  test("has no location, no assertion and no response time to limit", async () => {
    const refused = await call("POST", "/monitors", {
      ...{ name: "m", type: "manual", locations: ["fra"], degraded_after_ms: 100 },
      assertions: [{ type: "response_time", operator: "less_than", value: 1 }],
    });
    expect([refused.status, refused.error.details]).toEqual([
      400,
      expect.arrayContaining([
        { path: "locations", message: "does not apply to type 'manual', which no runner checks; remove it" },
        { path: "degraded_after_ms", message: expect.stringContaining("does not apply to type 'manual'") },
        { path: "assertions.0.type", message: "type 'manual' has no assertions; remove them" },
      ]),
    ]);
    const { id } = await create({ type: "url", url: "http://127.0.0.1/" });
    const other = await setStatus(id, "up");
    expect([other.status, other.error.details]).toEqual([
      400,
      [{ path: "status", message: "can be set for type 'manual' only; this is 'url'" }],
    ]);
    const stranger = await makeOrg(running.database);
    const foreign = (await manual()).id;
    const body = { status: "down" };
    expect((await call("POST", `/monitors/${foreign}/status`, body, stranger.keys.admin)).status).toBe(404);
  });
});

describe("a composite monitor", () => {
  test("follows its members soon after their status changes, and its changes are recorded", async () => {
    const members = [
      await manual({ name: "A", tags: ["shop"] }),
      await manual({ name: "B", tags: ["shop"] }),
    ];
    for (const { id } of members) await expect.poll(() => statusOf(id)).toBe("up");
    const selector = { tags: { any: ["shop"] } };
    const { id } = await create({ type: "composite", selector, rollup: "quorum", tags: ["shop"] });
    await expect.poll(() => statusOf(id)).toBe("up");
    await setStatus(members[0]?.id ?? "", "down");
    await expect.poll(() => statusOf(id)).toBe("down");
    expect((await listResults(id))[0]?.error).toMatchObject({
      code: "MEMBERS_DOWN",
      message: "1 of 2 members is down: A",
    });
    await setStatus(members[0]?.id ?? "", "up");
    await expect.poll(() => statusOf(id)).toBe("up");
    const changes = await running.database.rows<{ status: string }>(
      sql`select status from status_change where target_id = ${id} order by at`,
    );
    expect(changes.map(({ status }) => status)).toEqual(["up", "down", "up"]);
  });

  test("has no composite monitor as a member", async () => {
    const selector = { tags: { any: ["a"] } };
    const inner = await create({ type: "composite", selector, tags: ["a"] });
    const named = await call("POST", "/monitors", {
      ...{ name: "outer", type: "composite", selector: { targets: [inner.id], types: ["composite"] } },
    });
    expect([named.status, named.error.details]).toEqual([
      400,
      [
        {
          path: "selector.targets",
          message: `contains '${inner.id}', a composite monitor; select its members instead`,
        },
        {
          path: "selector.types",
          message: "must not contain 'composite': composite monitors are no members",
        },
      ],
    ]);
    const tested = await call<{ results: CheckResult[] }>("POST", "/monitors/try", {
      type: "composite",
      selector,
    });
    expect(tested.data).toMatchObject({
      results: [
        { status: "error", error: { code: "NO_MEMBERS", message: "the selector selects no target" } },
      ],
    });
  });

  test("needs a selector of targets that exist", async () => {
    const without = await call("POST", "/monitors", { name: "m", type: "composite" });
    expect(without.error.details).toEqual([
      { path: "selector", message: "is required for type 'composite'" },
    ]);
    const selector = { groups: ["01890000-0000-7000-8000-000000000000"] };
    const unknown = await call("POST", "/monitors", { name: "m", type: "composite", selector });
    expect([unknown.status, unknown.error.details]).toMatchObject([400, [{ path: "selector.groups" }]]);
  });
});
