import type { MaintenanceMode } from "@vedette/contract/alerts/maintenance-windows.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { MaintenanceKeeper } from "../../src/pipeline/alerting/maintenance/keeper.ts";
import { createSuppression } from "../../src/pipeline/alerting/maintenance/suppression.ts";
import { WindowCache } from "../../src/pipeline/alerting/maintenance/window-cache.ts";
import type { StatusChange } from "../../src/pipeline/results/recording/target-state.ts";
import type { Definition } from "../../src/pipeline/scheduler/definition.ts";
import { findDefinitions } from "../../src/pipeline/scheduler/queries.ts";
import { type Clock, systemClock } from "../../src/platform/kernel/clock.ts";
import { newId } from "../../src/platform/kernel/ids.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import type { Database } from "../../src/platform/storage/database.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { makeChannel, type Recording, selectable, startRecording } from "../alerting.ts";
import { makeMonitor, makeOrganization } from "../builders.ts";
import { type TestDatabase, testDatabase } from "../database/database.ts";

export const NOW_MS = Date.UTC(2026, 10, 20, 12);
export const MINUTE_MS = 60_000;
export const POLL = { timeout: 30_000, interval: 10 };

/** The services of a scheduler process that belong to maintenance. */
type Services = { windowCache: WindowCache; keeper: MaintenanceKeeper; recording: Recording };

/**
 * Registers the hooks of a test file about maintenance: one database for the file, and for each test an organization with
 * a channel, the time `NOW_MS`, and the services of a scheduler process.
 */
export function maintenanceLab() {
  let harness: TestDatabase;
  let services: Services;
  const state: State = {
    nowMs: NOW_MS,
    orgId: "",
    channelId: "",
    targets: new Map(),
    published: [],
    checkedNow: [],
    clock: { ...systemClock, now: () => state.nowMs },
    get database() {
      return harness.database;
    },
    get services() {
      return services;
    },
  };
  /** Possibly after a kill. */
  const start = async () => {
    services = await startServices(state);
  };
  const stop = async () => {
    await services.keeper.stop();
    await services.recording.stop();
    await services.windowCache.stop();
  };
  beforeAll(async () => {
    harness = await testDatabase();
  });
  afterAll(() => harness.drop());
  beforeEach(async () => {
    state.nowMs = NOW_MS;
    state.targets.clear();
    state.published = [];
    state.checkedNow = [];
    state.orgId = await makeOrganization(harness.database);
    state.channelId = await makeChannel(harness.database, state.orgId);
    await start();
  });
  afterEach(stop);
  return Object.assign(
    state,
    { start, stop, read: (ids: readonly string[]) => read(state, ids) },
    steps(state),
  );
}

type State = {
  nowMs: number;
  orgId: string;
  channelId: string;
  targets: Map<string, Definition>;
  published: StatusChange[];
  checkedNow: string[];
  readonly clock: Clock;
  readonly database: Database;
  readonly services: Services;
};

async function startServices(state: State): Promise<Services> {
  const { database, clock } = state;
  const windowCache = await WindowCache.open({ database, clock, log: silentLogger });
  const suppression = createSuppression({ windowCache, clock });
  const recording = await startRecording(database, { suppression, clock });
  const keeper = new MaintenanceKeeper({
    ...{ database, clock, log: silentLogger, windowCache, suppression },
    targets: () => state.targets.values(),
    reload: (ids) => read(state, ids),
    checkNow: (ids) => void state.checkedNow.push(...ids),
    onChanges: (changes) => void state.published.push(...changes),
    publish: () => {},
  });
  keeper.start();
  return { windowCache, keeper, recording };
}

async function read(state: State, targetIds: readonly string[]): Promise<void> {
  for (const definition of await findDefinitions(state.database, targetIds))
    state.targets.set(definition.targetId, definition);
  for (const id of targetIds) await state.services.recording.reload(id);
}

type WindowInput = {
  mode?: MaintenanceMode;
  startMs?: number;
  minutes?: number;
  countsUptime?: boolean;
  targetIds?: string[];
  tags?: string[];
};

function steps(state: State) {
  const notify = (id: string) =>
    state.database.run(sql`select pg_notify('maintenance_windows_changed', ${id})`);
  const statusOf = async (id: string) =>
    (await state.database.find<{ status: string }>(sql`select status from target where id = ${id}`))?.status;
  return {
    notify,
    statusOf,
    becomes: (id: string, status: string) => expect.poll(() => statusOf(id), POLL).toBe(status),
    /** Advances the clock and lets the keeper run. */
    async passTo(atMs: number): Promise<void> {
      state.nowMs = atMs;
      await notify(newId(atMs));
    },
    async createTarget(
      status: MonitorStatus = "up",
      { tags = [], intervalMs = MINUTE_MS }: { tags?: string[]; intervalMs?: number } = {},
    ) {
      const { database, orgId } = state;
      const createdAt = new Date(NOW_MS - 10 * MINUTE_MS);
      const { id, seriesKeys } = await makeMonitor(database, { orgId, createdAt, intervalMs });
      await database.run(sql`
        update target set status = ${status}, tags = ${tags}, enabled = ${status !== "paused"} where id = ${id}`);
      if (status === "up" || status === "down")
        await database.run(sql`update series set status = ${status} where target_id = ${id}`);
      await read(state, [id]);
      return { id, seriesKey: seriesKeys[0] ?? 0 };
    },
    /** Returns when the cache of windows has it. */
    async createWindow(input: WindowInput = {}): Promise<string> {
      const { startMs = NOW_MS, targetIds = [], tags = [] } = input;
      const id = await insertWindow(state, input);
      await notify(id);
      const target = selectable(state.orgId, targetIds[0] ?? "", { tags });
      const { windowCache } = state.services;
      const isKnown = () => windowCache.openFor(target, startMs).some(({ window }) => window.id === id);
      await expect.poll(isKnown, POLL).toBe(true);
      return id;
    },
  };
}

async function insertWindow({ database, orgId }: State, input: WindowInput): Promise<string> {
  const { mode = "mute", startMs = NOW_MS, minutes = 10, countsUptime = true } = input;
  const { targetIds = [], tags = [] } = input;
  const id = newId(NOW_MS);
  const createdAt = new Date(NOW_MS - MINUTE_MS);
  await database.run(sql`
    insert into maintenance_window (id, org_id, name, mode, starts_at, duration_seconds, counts_uptime, target_ids,
      tags, created_by, created_at, updated_at)
    values (${id}, ${orgId}, 'Deploy', ${mode}, ${new Date(startMs)}, ${minutes * 60}, ${countsUptime},
      ${targetIds}, ${tags}, 'test', ${createdAt}, ${createdAt})`);
  return id;
}
