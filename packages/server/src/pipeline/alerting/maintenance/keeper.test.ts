import type { MaintenanceMode } from "@vedette/contract/alerts/maintenance-windows.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
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
import { makeApiMonitor, makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { StatusChange } from "../../results/recording/target-state.ts";
import type { Definition } from "../../scheduler/definition.ts";
import { findDefinitions } from "../../scheduler/queries.ts";
import { remindOfAlerts } from "../alerts/remind.ts";
import { MaintenanceKeeper } from "./keeper.ts";
import { createStoredSuppression, createSuppression } from "./suppression.ts";
import { WindowCache } from "./window-cache.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;
const POLL = { timeout: 30_000, interval: 10 };

let harness: TestDatabase;
let database: Database;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
});
afterAll(() => harness.drop());

let nowMs: number;
const clock = { ...systemClock, now: () => nowMs };

let orgId: string;
let channelId: string;
let windowCache: WindowCache;
let keeper: MaintenanceKeeper;
let recording: Recording;
const targets = new Map<string, Definition>();
let published: StatusChange[];
let checkedNow: string[];

beforeEach(async () => {
  nowMs = NOW_MS;
  targets.clear();
  published = [];
  checkedNow = [];
  orgId = await makeOrganization(database);
  channelId = await makeChannel(database, orgId);
  await start();
});
afterEach(stop);

/** Starts the services of a scheduler process, possibly after a kill. */
async function start(): Promise<void> {
  windowCache = await WindowCache.open({ database, clock, log: silentLogger });
  const suppression = createSuppression({ windowCache, clock });
  recording = await startRecording(database, { suppression, clock });
  keeper = new MaintenanceKeeper({
    database,
    clock,
    log: silentLogger,
    windowCache,
    suppression,
    targets: () => targets.values(),
    reload: read,
    checkNow: (ids) => void checkedNow.push(...ids),
    onChanges: (changes) => void published.push(...changes),
    publish: () => {},
  });
  keeper.start();
}

async function stop(): Promise<void> {
  await keeper.stop();
  await recording.stop();
  await windowCache.stop();
}

async function read(targetIds: readonly string[]): Promise<void> {
  for (const definition of await findDefinitions(database, targetIds))
    targets.set(definition.targetId, definition);
  for (const id of targetIds) await recording.reload(id);
}

async function createTarget(
  status: MonitorStatus = "up",
  { tags = [], intervalMs = MINUTE_MS }: { tags?: string[]; intervalMs?: number } = {},
) {
  const createdAt = new Date(NOW_MS - 10 * MINUTE_MS);
  const { id, seriesKeys } = await makeMonitor(database, { orgId, createdAt, intervalMs });
  await database.run(sql`
    update target set status = ${status}, tags = ${tags}, enabled = ${status !== "paused"} where id = ${id}`);
  if (status === "up" || status === "down")
    await database.run(sql`update series set status = ${status} where target_id = ${id}`);
  await read([id]);
  return { id, seriesKey: seriesKeys[0] ?? 0 };
}

type WindowInput = {
  mode?: MaintenanceMode;
  startMs?: number;
  minutes?: number;
  countsUptime?: boolean;
  targetIds?: string[];
  tags?: string[];
};

async function createWindow({
  mode = "mute",
  startMs = NOW_MS,
  minutes = 10,
  countsUptime = true,
  targetIds = [],
  tags = [],
}: WindowInput = {}): Promise<string> {
  const id = newId(NOW_MS);
  const createdAtMs = new Date(NOW_MS - MINUTE_MS);
  await database.run(sql`
    insert into maintenance_window (id, org_id, name, mode, starts_at, duration_seconds, counts_uptime, target_ids,
      tags, created_by, created_at, updated_at)
    values (${id}, ${orgId}, 'Deploy', ${mode}, ${new Date(startMs)}, ${minutes * 60}, ${countsUptime},
      ${targetIds}, ${tags}, 'test', ${createdAtMs}, ${createdAtMs})`);
  await notify(id);
  const target = selectable(orgId, targetIds[0] ?? "", { tags });
  const isKnown = () => windowCache.openFor(target, startMs).some(({ window }) => window.id === id);
  await expect.poll(isKnown, POLL).toBe(true);
  return id;
}

const notify = (id: string) => database.run(sql`select pg_notify('maintenance_windows_changed', ${id})`);

/** Advances the clock and lets the keeper run. */
async function passTo(atMs: number): Promise<void> {
  nowMs = atMs;
  await notify(newId(atMs));
}

const statusOf = async (id: string) =>
  (await database.find<{ status: string }>(sql`select status from target where id = ${id}`))?.status;

const changesOf = async (id: string) =>
  (
    await database.rows<{ at: Date; status: string; previous_status: string }>(
      sql`select at, status, previous_status from status_change where target_id = ${id} order by at`,
    )
  ).map(({ at, status, previous_status }) => `${previous_status} → ${status} at ${at.getTime() - NOW_MS}`);

const becomes = (id: string, status: string) => expect.poll(() => statusOf(id), POLL).toBe(status);

describe("the status of a target", () => {
  test("is maintenance for exactly the duration of a window, and then the previous status", async () => {
    const { id } = await createTarget("up");
    await createWindow({ mode: "pause" });
    await passTo(NOW_MS + 30);
    await becomes(id, "maintenance");
    expect(windowCache.isPaused(selectable(orgId, id), NOW_MS + 10 * MINUTE_MS - 1)).toBe(true);
    expect(windowCache.isPaused(selectable(orgId, id), NOW_MS + 10 * MINUTE_MS)).toBe(false);
    await passTo(NOW_MS + 10 * MINUTE_MS + 40);
    await becomes(id, "up");
    expect(await changesOf(id)).toEqual(["up → maintenance at 0", "maintenance → up at 600000"]);
    await expect.poll(() => checkedNow, POLL).toEqual([id]);
    expect(published.map(({ status }) => status)).toEqual(["maintenance", "up"]);
  });

  test("after maintenance follows the locations if checks continued", async () => {
    const { id, seriesKey } = await createTarget("up");
    await createWindow({ countsUptime: false });
    await passTo(NOW_MS);
    await becomes(id, "maintenance");
    await recording.recordEach(seriesKey, "xx", NOW_MS + MINUTE_MS);
    expect(await statusOf(id)).toBe("maintenance");
    await read([id]);
    await passTo(NOW_MS + 10 * MINUTE_MS);
    await becomes(id, "down");
    expect(await changesOf(id)).toEqual(["up → maintenance at 0", "maintenance → down at 600000"]);
  });

  test("does not change in a window that counts uptime", async () => {
    const { id, seriesKey } = await createTarget("up");
    const other = await createTarget("up");
    await createWindow({ targetIds: [id] });
    await createWindow({ countsUptime: false, targetIds: [other.id] });
    await passTo(NOW_MS + 1);
    await becomes(other.id, "maintenance");
    expect(await statusOf(id)).toBe("up");
    await recording.recordEach(seriesKey, "x", NOW_MS + MINUTE_MS);
    expect(await statusOf(id)).toBe("down");
  });

  test("is corrected after a kill -9 during a window, even if the window has ended", async () => {
    const { id } = await createTarget("up");
    await createWindow({ mode: "pause" });
    await passTo(NOW_MS + 5);
    await becomes(id, "maintenance");
    await stop();
    nowMs = NOW_MS + 60 * MINUTE_MS;
    await start();
    await becomes(id, "up");
    expect(await changesOf(id)).toEqual(["up → maintenance at 0", "maintenance → up at 600000"]);
    await expect.poll(() => checkedNow, POLL).toEqual([id]);
  });

  test("changes at the window's start even if no process was running", async () => {
    const { id } = await createTarget("down");
    await stop();
    await start();
    await createWindow({ mode: "pause", startMs: NOW_MS + MINUTE_MS });
    await stop();
    nowMs = NOW_MS + 5 * MINUTE_MS;
    await start();
    await becomes(id, "maintenance");
    expect(await changesOf(id)).toEqual(["down → maintenance at 60000"]);
  });

  test("changes back when the window is deleted", async () => {
    const [{ id }, other] = [await createTarget("up"), await createTarget("up")];
    await createWindow({ mode: "pause", minutes: 1 });
    const windowId = await createWindow({ mode: "pause", startMs: NOW_MS - 1_000, targetIds: [id] });
    await passTo(NOW_MS + 1);
    await becomes(id, "maintenance");
    await passTo(NOW_MS + 2 * MINUTE_MS);
    await becomes(other.id, "up");
    await database.run(sql`delete from maintenance_window where id = ${windowId}`);
    nowMs = NOW_MS + 3 * MINUTE_MS;
    await notify(windowId);
    await becomes(id, "up");
    expect((await changesOf(id)).at(-1)).toBe(`maintenance → up at ${3 * MINUTE_MS}`);
  });

  test("changes back at the moment the window is ended manually", async () => {
    const { id } = await createTarget("up");
    const windowId = await createWindow({ mode: "pause" });
    await passTo(NOW_MS + 1);
    await becomes(id, "maintenance");
    await database.run(sql`
      update maintenance_window set ended_at = ${new Date(NOW_MS + 90_000)}, updated_at = now()
      where id = ${windowId}`);
    await notify(windowId);
    // Otherwise the keeper might run at the later time before it knows of the end.
    const isOpen = () => windowCache.openFor(selectable(orgId, id), NOW_MS + 90_010).length > 0;
    await expect.poll(isOpen, POLL).toBe(false);
    await passTo(NOW_MS + 90_020);
    await becomes(id, "up");
    expect((await changesOf(id)).at(-1)).toBe("maintenance → up at 90000");
  });

  test("stays paused if the target is paused, and is maintenance after a resume", async () => {
    const { id } = await createTarget("paused");
    const other = await createTarget("up");
    await createWindow({ mode: "pause" });
    await passTo(NOW_MS + 1);
    await becomes(other.id, "maintenance");
    expect(await statusOf(id)).toBe("paused");
    await database.run(sql`
      update target set enabled = true, status = 'pending', revision = revision + 1,
        status_since = ${new Date(NOW_MS + 5_000)} where id = ${id}`);
    nowMs = NOW_MS + 5_000;
    await read([id]);
    const definition = targets.get(id);
    if (definition) keeper.consider(definition);
    await becomes(id, "maintenance");
    expect(await changesOf(id)).toEqual(["pending → maintenance at 5001"]);
  });

  test("changes only for the targets and tags of the window, of any kind", async () => {
    const named = await createTarget("up");
    const tagged = await createTarget("up", { tags: ["shop", "eu"] });
    const other = await createTarget("up", { tags: ["blog"] });
    const api = await makeApiMonitor(database, { orgId, createdAt: new Date(NOW_MS - MINUTE_MS) });
    await read([api.id]);
    await createWindow({ mode: "pause", targetIds: [named.id, api.id], tags: ["shop"] });
    await passTo(NOW_MS + 1);
    await becomes(named.id, "maintenance");
    await becomes(tagged.id, "maintenance");
    await expect
      .poll(() => database.find(sql`select status from target where id = ${api.id}`), POLL)
      .toEqual({ status: "maintenance" });
    expect(await statusOf(other.id)).toBe("up");
  });

  test("is written after a reload if the snapshot was outdated", async () => {
    const { id } = await createTarget("up");
    await database.run(sql`update target set name = 'New', revision = revision + 1 where id = ${id}`);
    await createWindow({ mode: "pause" });
    await passTo(NOW_MS + 1);
    await becomes(id, "maintenance");
  });
});

describe("alerts", () => {
  const rule = (targetId: string) =>
    makeRule(database, {
      orgId,
      targetId,
      channelIds: [channelId],
      type: "consecutive_failures",
      params: { threshold: 1, min_locations: 1 },
    });
  const alerts = () => listAlerts(database, orgId);
  const notifications = () => listNotifications(database, orgId);
  const rulesOf = (targetId: string) => recording.rules.rulesFor(selectable(orgId, targetId));

  async function watched(status: MonitorStatus = "up") {
    const target = await createTarget(status);
    await rule(target.id);
    await expect.poll(() => rulesOf(target.id).length, POLL).toBe(1);
    return target;
  }

  /** Each in its own second; alerts and notifications are ordered by it. */
  async function result({ seriesKey }: { seriesKey: number }, letter: string, atMs: number): Promise<void> {
    nowMs = atMs;
    await recording.recordEach(seriesKey, letter, atMs);
  }

  async function snooze(targetId: string, until: Date | null): Promise<void> {
    await database.run(sql`
      insert into target_snooze (target_id, org_id, until, created_by, created_at)
      values (${targetId}, ${orgId}, ${until}, 'test', ${new Date(NOW_MS)})`);
  }

  async function addParent(childId: string, parentId: string): Promise<void> {
    await database.run(
      sql`insert into target_dependency (child_id, parent_id) values (${childId}, ${parentId})`,
    );
  }

  test("that open during maintenance are suppressed, and sent afterwards if they still hold", async () => {
    const [failing, recovering] = [await watched(), await watched()];
    await createWindow();
    await result(failing, "x", NOW_MS + MINUTE_MS);
    await result(recovering, "x", NOW_MS + MINUTE_MS + 1_000);
    expect((await alerts()).map((alert) => alert.suppressed_by)).toEqual([
      "maintenance 'Deploy'",
      "maintenance 'Deploy'",
    ]);
    await result(recovering, ".", NOW_MS + 2 * MINUTE_MS);
    expect(await notifications()).toEqual([]);
    await passTo(NOW_MS + 10 * MINUTE_MS);
    await expect.poll(notifications, POLL).toEqual([`opened ${channelId}`]);
    expect((await alerts()).map(({ status, suppressed_by: by }) => [status, by])).toEqual([
      ["pending", null],
      ["resolved", "maintenance 'Deploy'"],
    ]);
  });

  test("of a snoozed target are sent when the snooze expires, if they still hold", async () => {
    const failing = await watched();
    await snooze(failing.id, new Date(NOW_MS + 10 * MINUTE_MS));
    await result(failing, "x", NOW_MS + MINUTE_MS);
    await passTo(NOW_MS + 10 * MINUTE_MS - 1);
    expect((await alerts()).map((alert) => alert.suppressed_by)).toEqual(["snoozed"]);
    expect(await notifications()).toEqual([]);
    await passTo(NOW_MS + 10 * MINUTE_MS);
    await expect.poll(notifications, POLL).toEqual([`opened ${channelId}`]);
  });

  test("of a target snoozed until recovery are sent after maintenance that ends with it up", async () => {
    const target = await watched();
    await snooze(target.id, null);
    await createWindow({ mode: "pause", targetIds: [target.id] });
    await passTo(NOW_MS + 1);
    await becomes(target.id, "maintenance");
    await passTo(NOW_MS + 10 * MINUTE_MS + 1);
    await becomes(target.id, "up");
    await result(target, "x", NOW_MS + 11 * MINUTE_MS);
    expect(await notifications()).toEqual([`opened ${channelId}`]);
  });

  test("of all descendants of a target that is down are suppressed", async () => {
    const [router, host, service] = [await watched(), await watched(), await watched()];
    await database.run(sql`update target set name = 'Router' where id = ${router.id}`);
    await addParent(host.id, router.id);
    await addParent(service.id, host.id);
    await result(router, "x", NOW_MS);
    await result(service, "x", NOW_MS + 1_000);
    expect((await alerts()).map((alert) => alert.suppressed_by)).toEqual([null, "parent 'Router' is down"]);
    expect(await notifications()).toEqual([`opened ${channelId}`]);
  });

  test("are released by the child's next check, not by the parent's recovery", async () => {
    const [router, host, lasting] = [await watched(), await watched(), await watched()];
    for (const child of [host, lasting]) await addParent(child.id, router.id);
    await result(router, "x", NOW_MS);
    await result(host, "x", NOW_MS + 1_000);
    await result(lasting, "x", NOW_MS + 2_000);
    await result(router, ".", NOW_MS + MINUTE_MS);
    await passTo(NOW_MS + MINUTE_MS + 1_000);
    await result(host, ".", NOW_MS + MINUTE_MS + 2_000);
    await result(lasting, "x", NOW_MS + MINUTE_MS + 3_000);
    await passTo(NOW_MS + MINUTE_MS + 4_000);
    await expect
      .poll(notifications, POLL)
      .toEqual([`opened ${channelId}`, `resolved ${channelId}`, `opened ${channelId}`]);
    const [, ofHost, ofLasting] = await alerts();
    expect([ofHost?.target_id, ofHost?.status]).toEqual([host.id, "resolved"]);
    expect([ofLasting?.target_id, ofLasting?.suppressed_by]).toEqual([lasting.id, null]);
  });

  test("of dependents of a target in maintenance are suppressed as well", async () => {
    const [router, host] = [await watched(), await watched()];
    await addParent(host.id, router.id);
    await createWindow({ targetIds: [router.id] });
    await result(host, "x", NOW_MS + 1_000);
    expect((await alerts()).map((alert) => alert.suppressed_by)).toEqual(["parent 'Test' is in maintenance"]);
  });

  test("that were sent before get no reminders during maintenance", async () => {
    const failing = await watched();
    await result(failing, "x", NOW_MS - MINUTE_MS);
    await createWindow({ targetIds: [failing.id] });
    const remindAt = async (atMs: number) => {
      nowMs = atMs;
      await database.run(sql`update alert set remind_at = ${new Date(atMs)} where org_id = ${orgId}`);
      const suppression = createStoredSuppression(clock);
      await remindOfAlerts({ database, clock, suppression }, { signal: AbortSignal.timeout(10_000) });
    };
    await remindAt(NOW_MS + MINUTE_MS);
    expect(await notifications()).toEqual([`opened ${channelId}`]);
    await remindAt(NOW_MS + 10 * MINUTE_MS);
    expect(await notifications()).toEqual([`opened ${channelId}`, `reminder ${channelId}`]);
  });

  test("of a target in a dependency cycle are sent: it is not its own reason", async () => {
    const [one, other] = [await watched(), await watched()];
    await addParent(one.id, other.id);
    await addParent(other.id, one.id);
    await result(one, "x", NOW_MS);
    await result(other, "x", NOW_MS + 1_000);
    expect((await alerts()).map((alert) => alert.suppressed_by)).toEqual([null, "parent 'Test' is down"]);
  });
});
