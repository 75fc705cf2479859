import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listAlerts,
  listNotifications,
  makeChannel,
  makeRule,
  type Recording,
  selectable,
  startRecording,
} from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeApiMonitor, makeMonitor } from "../../../../test/builders.ts";
import { sql } from "../../../platform/storage/sql.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

let org: TestOrg;
beforeEach(async () => {
  org = await makeOrg(running.database);
});

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  running.call(org.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });

describe("while an alert is open", () => {
  let recording: Recording;
  beforeEach(async () => {
    recording = await startRecording(running.database);
  });
  afterEach(() => recording.stop());

  const FAILURES = { type: "consecutive_failures", params: { threshold: 1, min_locations: 1 } } as const;

  async function setUp(change: { coversAll?: boolean } = {}) {
    const { database } = running;
    const { orgId } = org;
    const { id: targetId, seriesKeys } = await makeMonitor(database, { orgId });
    const channelId = await makeChannel(database, orgId);
    const ruleId = await makeRule(database, {
      orgId,
      targetId: change.coversAll ? null : targetId,
      channelIds: [channelId],
      ...FAILURES,
    });
    const seriesKey = seriesKeys[0] ?? 0;
    const waitForRule = (isLoaded: boolean) =>
      expect
        .poll(() => recording.rules.rulesFor(selectable(orgId, targetId)).length, {
          timeout: 30_000,
        })
        .toBe(isLoaded ? 1 : 0);
    await waitForRule(true);
    await recording.recordEach(seriesKey, "x", NOW_MS);
    return { targetId, seriesKey, channelId, ruleId, waitForRule };
  }
  /** Waits until the rule cache has that revision of the target's rule. */
  const waitForRevision = (targetId: string, revision: number) => {
    const rule = () => recording.rules.rulesFor(selectable(org.orgId, targetId))[0];
    return expect.poll(() => rule()?.revision, { timeout: 30_000 }).toBe(revision);
  };
  const alerts = () => listAlerts(running.database, org.orgId);
  const statuses = async () => (await alerts()).map(({ status, resolved_by }) => [status, resolved_by]);
  const keyId = async () =>
    (
      await running.database.find<{ id: string }>(
        sql`select id from api_key where org_id = ${org.orgId} and scope = 'admin'`,
      )
    )?.id;

  test("disabling its rule resolves it, and enabling the rule opens another alert at the next result", async () => {
    const { ruleId, seriesKey, channelId, waitForRule } = await setUp();
    await send("PUT", `/alerts/rules/${ruleId}`, { enabled: false });
    expect(await statuses()).toEqual([["resolved", await keyId()]]);
    expect(await listNotifications(running.database, org.orgId)).toEqual([
      `opened ${channelId}`,
      `resolved ${channelId}`,
    ]);
    await waitForRule(false);
    await recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
    expect(await alerts()).toHaveLength(1);
    await send("PUT", `/alerts/rules/${ruleId}`, { enabled: true });
    await waitForRule(true);
    await recording.recordEach(seriesKey, "x", NOW_MS + 2_000);
    expect((await statuses()).map(([status]) => status)).toEqual(["resolved", "pending"]);
  });

  test("deleting its rule resolves it, and it stays in the list", async () => {
    const { ruleId, channelId } = await setUp();
    await send("DELETE", `/alerts/rules/${ruleId}`);
    expect((await send("GET", "/alerts")).json().data).toMatchObject([
      { status: "resolved", resolved_by: await keyId(), rule_id: ruleId },
    ]);
    expect(await listNotifications(running.database, org.orgId)).toContain(`resolved ${channelId}`);
  });

  test("giving its rule another target resolves it", async () => {
    const { ruleId } = await setUp();
    const other = await makeApiMonitor(running.database, { orgId: org.orgId });
    await send("PUT", `/alerts/rules/${ruleId}`, { api_monitor_id: other.id });
    expect(await statuses()).toEqual([["resolved", await keyId()]]);
  });

  test("new params are applied at the next result", async () => {
    const { ruleId, seriesKey, targetId } = await setUp();
    const change = async (threshold: number, revision: number) => {
      await send("PUT", `/alerts/rules/${ruleId}`, { params: { threshold } });
      await waitForRevision(targetId, revision);
    };
    await change(2, 2);
    expect((await statuses())[0]?.[0]).toBe("pending");
    await recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
    expect((await statuses())[0]?.[0]).toBe("pending");
    await change(9, 3);
    await recording.recordEach(seriesKey, "x", NOW_MS + 2_000);
    expect(await statuses()).toEqual([["resolved", "auto"]]);
  });

  test("pausing the target resolves it, and a failure after resuming opens another alert", async () => {
    const { targetId, seriesKey } = await setUp();
    await send("PUT", `/monitors/${targetId}`, { enabled: false });
    expect(await statuses()).toEqual([["resolved", await keyId()]]);
    await recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
    await recording.reload(targetId);
    await recording.recordEach(seriesKey, "x", NOW_MS + 2_000);
    expect(await alerts()).toHaveLength(1);
    await send("PUT", `/monitors/${targetId}`, { enabled: true });
    await recording.reload(targetId);
    await recording.recordEach(seriesKey, "x", NOW_MS + 3_000);
    expect((await statuses()).map(([status]) => status)).toEqual(["resolved", "pending"]);
  });

  test.each([false, true])(
    "deleting the target resolves it (rule for all targets: %s)",
    async (coversAll) => {
      const { targetId, channelId } = await setUp({ coversAll });
      await send("DELETE", `/monitors/${targetId}`);
      expect(await statuses()).toEqual([["resolved", await keyId()]]);
      expect(await listNotifications(running.database, org.orgId)).toEqual([
        `opened ${channelId}`,
        `resolved ${channelId}`,
      ]);
    },
  );

  test("a channel added to its rule is notified of it, and a removed channel is notified of its recovery", async () => {
    const { ruleId, seriesKey, channelId } = await setUp();
    const added = await makeChannel(running.database, org.orgId);
    await send("PUT", `/alerts/rules/${ruleId}`, { channel_ids: [added] });
    await recording.recordEach(seriesKey, ".", NOW_MS + 1_000);
    const notifications = await listNotifications(running.database, org.orgId);
    expect(notifications.slice(0, 2)).toEqual([`opened ${channelId}`, `opened ${added}`]);
    expect(notifications.slice(2).sort()).toEqual([`resolved ${channelId}`, `resolved ${added}`].sort());
  });

  test("a new reminder interval counts from the update", async () => {
    const { ruleId } = await setUp();
    await send("PUT", `/alerts/rules/${ruleId}`, { remind_every_seconds: 600 });
    const remindAt = () =>
      running.database.find<{ remind_at: Date | null }>(
        sql`select remind_at from alert where rule_id = ${ruleId}`,
      );
    expect((await remindAt())?.remind_at?.getTime()).toBeGreaterThan(Date.now() + 500_000);
    await send("PUT", `/alerts/rules/${ruleId}`, { remind_every_seconds: null });
    expect(await remindAt()).toEqual({ remind_at: null });
  });

  test("a new cooldown ends the running cooldown", async () => {
    const { ruleId, seriesKey, targetId } = await setUp();
    const change = async (cooldown_seconds: number, revision: number) => {
      await send("PUT", `/alerts/rules/${ruleId}`, { cooldown_seconds });
      await waitForRevision(targetId, revision);
    };
    await change(3_600, 2);
    const nextMs = await recording.recordEach(seriesKey, ".x.x", NOW_MS + 1_000);
    expect(await alerts()).toHaveLength(2);
    await change(60, 3);
    await recording.recordEach(seriesKey, ".x", nextMs);
    expect(await alerts()).toHaveLength(3);
  });

  test("concurrent rule updates and results leave no alert open", async () => {
    const { ruleId, seriesKey } = await setUp();
    let nextMs = NOW_MS + 1_000;
    for (let round = 0; round < 10; round++) {
      const [, changed] = await Promise.all([
        recording.recordEach(seriesKey, "x.x", nextMs),
        send("PUT", `/alerts/rules/${ruleId}`, { enabled: round % 2 === 1 }),
      ]);
      expect(changed.statusCode).toBe(200);
      nextMs += 3_000;
    }
    await send("PUT", `/alerts/rules/${ruleId}`, { enabled: false });
    await recording.recordEach(seriesKey, "x", nextMs);
    expect((await alerts()).filter(({ status }) => status !== "resolved")).toEqual([]);
  });
});
