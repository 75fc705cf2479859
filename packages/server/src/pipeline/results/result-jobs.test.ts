import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { insertResults } from "../../../test/make-results.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { resultJobs } from "./result-jobs.ts";
import { ensurePartitionsOf } from "./retention/partitions.ts";
import { DAY_MS, HOUR_MS } from "./rollups/rollup.ts";

const NOW_MS = Date.parse("2026-11-21T10:17:23Z");
const OLDEST_MS = NOW_MS - 20 * DAY_MS;

let harness: TestDatabase;
let database: Database;

beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
});
afterAll(() => harness.drop());

const jobs = (retentionDays: number) =>
  resultJobs({
    database,
    clock: { now: () => NOW_MS, monotonic: () => 0 },
    log: silentLogger,
    retentionDays,
    closeDays: 7,
  });

const rolledUpTo = async () =>
  (await database.find<{ hour: Date }>(sql`select hour from rollup_progress`))?.hour.getTime();

const partitions = async () =>
  (await database.rows(sql`select inhrelid from pg_inherits where inhparent = 'check_result'::regclass`))
    .length;

test("the jobs create partitions, roll up all results, and delete expired data", async () => {
  const orgId = await makeOrganization(database);
  const { seriesKeys } = await makeMonitor(database, { orgId });
  await ensurePartitionsOf(database, [OLDEST_MS]);
  await insertResults(database, [
    { seriesKey: seriesKeys[0] ?? 0, slotMs: OLDEST_MS, status: "up", responseUs: 1 },
  ]);
  await jobs(30)["results.partitions"]();
  expect(await partitions()).toBe(6);

  const ended = AbortSignal.abort();
  await jobs(30)["results.roll_up"]({ signal: ended });
  expect(await rolledUpTo()).toBeUndefined();
  await jobs(30)["results.roll_up"]({ signal: new AbortController().signal });
  expect(await rolledUpTo()).toBe(Math.floor(NOW_MS / HOUR_MS) * HOUR_MS);

  await jobs(30)["results.retention"]();
  expect(await partitions()).toBe(6);
  await jobs(7)["results.retention"]();
  expect(await partitions()).toBe(5);
});
