import type { CheckOutcome, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { afterAll, beforeAll } from "vitest";
import { ObservedChanges } from "../../src/pipeline/changes/observing/observed-changes.ts";
import { ConnectionFacts } from "../../src/pipeline/results/recording/connection-facts.ts";
import type { Recorded } from "../../src/pipeline/results/recording/record-batch.ts";
import { Recorder, type RecorderDeps } from "../../src/pipeline/results/recording/recorder.ts";
import type { TargetState } from "../../src/pipeline/results/recording/target-state.ts";
import { ensurePartitionsOf } from "../../src/pipeline/results/retention/partitions.ts";
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import type { Database } from "../../src/platform/storage/database.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { makeMonitor, makeOrganization } from "../builders.ts";
import { type TestDatabase, testDatabase } from "../database/database.ts";

export const NOW_MS = Date.UTC(2026, 10, 20, 12);

/** Enough for any test: a monotonic instant. */
export const DRAIN = () => systemClock.monotonic() + 10_000;

/** A database for the recorders of a test file. */
export function createRecorderLab() {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
    await ensurePartitionsOf(db.database, [NOW_MS]);
  });
  afterAll(() => db.drop());
  return {
    get database() {
      return db.database;
    },
    setUp: (change: { database?: Database; locations?: string[] } = {}) => setUp(db.database, change),
  };
}

function outcome(change: Partial<CheckOutcome> = {}): CheckOutcome {
  return {
    status: "up",
    checkedAtMs: NOW_MS,
    responseUs: 1_500,
    timings: { dnsUs: null, connectUs: 100, tlsUs: null, ttfbUs: 1_000, downloadUs: 400 },
    statusCode: 200,
    ip: "127.0.0.1",
    tls: null,
    bodyBytes: 12,
    attempts: 1,
    assertions: [],
    error: null,
    ...change,
  };
}

/** A target, a recorder that has it in memory, and the calls that both received. */
async function setUp(own: Database, change: { database?: Database; locations?: string[] }) {
  const orgId = await makeOrganization(own);
  const { id, seriesKeys } = await makeMonitor(own, {
    orgId,
    locations: change.locations ?? ["default"],
  });
  const target: TargetState = {
    targetId: id,
    kind: "monitor",
    orgId,
    name: "Test",
    type: null,
    tags: [],
    groupId: null,
    enabled: true,
    revision: 1,
    status: "pending",
    statusSinceMs: NOW_MS - 1,
    statusReason: null,
    series: seriesKeys.map((seriesKey) => ({
      seriesKey,
      location: "default",
      active: true,
      status: "pending",
      statusSinceMs: NOW_MS - 1,
      consecutiveFailures: 0,
      consecutiveErrors: 0,
    })),
  };
  const known = {
    target,
    reloads: 0,
    learns: 0,
    isKnown: true,
    isCurrent: true,
    beforeCommit: async () => {},
  };
  const calls: Recorded[] = [];
  const database = change.database ?? own;
  const deps: RecorderDeps = {
    database,
    clock: systemClock,
    log: silentLogger,
    connectionFacts: new ConnectionFacts({ database: own, clock: systemClock }),
    isCurrent: () => known.isCurrent,
    findTarget: (key) => (known.isKnown && seriesKeys.includes(key) ? known.target : null),
    loadSeries: async (keys) => {
      known.learns += 1;
      if (keys.some((key) => seriesKeys.includes(key))) known.isKnown = true;
    },
    reload: async () => {
      known.reloads += 1;
      const row = await own.find<Pick<TargetState, "revision" | "status" | "enabled">>(
        sql`select revision, status, enabled from target where id = ${id}`,
      );
      known.target = { ...known.target, ...row };
    },
    mergeLate: () => known.beforeCommit(),
    changes: new ObservedChanges(),
    alerting: { afterResults: async () => () => {} },
    ensurePartitions: (instants) => ensurePartitionsOf(own, instants),
    onRecorded: (recorded) => calls.push(recorded),
  };
  const recorder = new Recorder(deps);
  /** The recorder of a scheduler that took the target over. */
  const makeSuccessor = () => new Recorder({ ...deps, isCurrent: () => true, mergeLate: async () => {} });
  const report = (slotMs: number, found: Partial<CheckOutcome> = {}): CheckReport => ({
    seriesKey: seriesKeys[0] ?? 0,
    shard: 0,
    slotMs,
    location: "default",
    trigger: "schedule",
    runner: "r1",
    outcome: outcome({ checkedAtMs: slotMs + 3, ...found }),
  });
  const stored = () =>
    own.rows<{ slot: Date; status: string; details: unknown; late_ms: number }>(
      sql`select * from check_result where series_key = ${seriesKeys[0]} order by slot`,
    );
  return {
    recorder,
    makeSuccessor,
    report,
    stored,
    calls,
    known,
    targetId: id,
    seriesKey: seriesKeys[0] ?? 0,
  };
}
