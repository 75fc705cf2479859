import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { newFolder, planOf } from "../../../test/labs/backup-lab.ts";
import type { BackupSummary } from "../../platform/backup/create-backup.ts";
import { openBackupPlace } from "../../platform/backup/store/open-backup-place.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { sql } from "../../platform/storage/sql.ts";
import { findBackupProblem } from "./backup-problem.ts";
import { readBackupState } from "./backup-state.ts";
import type { BackupPlan } from "./make-backup.ts";
import { backUpNightly } from "./nightly-backup.ts";
import { isBackupDue, lastNightMs } from "./nightly-schedule.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** 03:40. */
const MINUTE_OF_DAY = 220;
const NIGHT_MS = Date.parse("2026-11-27T03:40:00Z");

let harness: TestDatabase;
let folder: Awaited<ReturnType<typeof newFolder>>;
beforeAll(async () => {
  harness = await testDatabase();
  folder = await newFolder();
});
afterAll(async () => {
  await harness.drop();
  await folder.remove();
});

/** Calls the job at an instant. Backups fail with `error`; otherwise a small file stands for one. */
async function runAt(nowMs: number, error: Error | null = null): Promise<string[]> {
  const plan = planOf(harness.connection, folder.path, { location: `${folder.path}/nightly/` });
  const made: string[] = [];
  const make = async ({ location, bucket }: BackupPlan): Promise<BackupSummary> => {
    made.push(location);
    if (error !== null) throw error;
    const { store, name } = await openBackupPlace(location, bucket);
    const bytes = await store.save(
      name ?? "",
      (async function* () {
        yield Buffer.from("a backup");
      })(),
    );
    return { place: location, bytes, tables: 1, rows: 1, files: 0, filesMissing: 0 };
  };
  const clock = { now: () => nowMs };
  const nightly = { minuteOfDay: MINUTE_OF_DAY, keep: 2, plan, make };
  const deps = { database: harness.database, clock: clock as never, log: silentLogger, nightly };
  await backUpNightly(deps, { signal: new AbortController().signal });
  return made;
}

test("backs up once a night, repeats a failure later, and keeps the newest backups", async () => {
  expect(await runAt(NIGHT_MS - 3 * DAY_MS)).toHaveLength(1);
  expect(await runAt(NIGHT_MS - 3 * DAY_MS + MINUTE_MS)).toEqual([]);
  expect(await runAt(NIGHT_MS - 2 * DAY_MS)).toHaveLength(1);
  // The server was off from the second night until noon.
  expect(await runAt(NIGHT_MS - DAY_MS + 500 * MINUTE_MS)).toHaveLength(1);
  const { store } = await openBackupPlace(`${folder.path}/nightly/`, planOf(harness.connection, "").bucket);
  const problemAt = (atMs: number) => findBackupProblem(harness.database, { now: () => atMs });
  expect(await problemAt(NIGHT_MS)).toBeNull();
  expect(await problemAt(NIGHT_MS + 2 * DAY_MS)).toMatchObject({
    code: "backup_overdue",
    message: expect.stringContaining("is of 2026-11-26T12:00:00.000Z, more than 48 hours ago"),
  });
  expect((await store.list()).map(({ name }) => name)).toEqual([
    "vedette-20261125T034000Z.tar.zst.age",
    "vedette-20261126T120000Z.tar.zst.age",
  ]);

  const full = new StartError("The disk is full: free up space.");
  expect(await runAt(NIGHT_MS, full)).toHaveLength(1);
  const failed = await readBackupState(harness.database);
  expect(failed.failedAt?.getTime()).toBe(NIGHT_MS);
  expect(failed.lastAt?.getTime()).toBe(NIGHT_MS - DAY_MS + 500 * MINUTE_MS);
  expect(await harness.database.rows(sql`select error from backup where status = 'failed'`)).toEqual([
    { error: full.message },
  ]);
  expect(await runAt(NIGHT_MS + 14 * MINUTE_MS)).toEqual([]);
  expect(await runAt(NIGHT_MS + 15 * MINUTE_MS)).toHaveLength(1);
  expect(await readBackupState(harness.database)).toMatchObject({ failedAt: null, lastBytes: 8 });
  expect(await store.list()).toHaveLength(2);
});

test("a backup of a process that was killed counts as failed", async () => {
  const startedAt = new Date(NIGHT_MS + DAY_MS);
  await harness.database.run(sql`
    insert into backup (id, trigger, place, with_results, status, started_at)
    values (gen_random_uuid(), 'nightly', '/backups/x', true, 'running', ${startedAt})`);
  expect(await runAt(NIGHT_MS + DAY_MS + MINUTE_MS)).toEqual([]);
  expect((await readBackupState(harness.database)).failedAt).toEqual(startedAt);
  expect(await runAt(NIGHT_MS + DAY_MS + 15 * MINUTE_MS)).toHaveLength(1);
});

test("the owners are notified once a night when the last complete backup is older than 48 hours", async () => {
  const orgId = await makeOrganization(harness.database);
  const nightMs = NIGHT_MS + 20 * DAY_MS;
  const mails = async () =>
    harness.database.rows<{ data: { orgId: string; text: string } }>(
      sql`select data from pgboss.job where name = 'billing.notify_owners'`,
    );
  for (const minutes of [0, 15, 45, 105]) {
    expect(await mails()).toEqual([]);
    await runAt(nightMs + minutes * MINUTE_MS, new Error("away"));
  }
  expect(await mails()).toMatchObject([
    { data: { orgId, text: expect.stringMatching(/The last one is of 2026-11-28/) } },
  ]);
  await runAt(nightMs + 300 * MINUTE_MS, new Error("away"));
  expect(await mails()).toHaveLength(1);
});

test("every night has between one and four attempts, and none after one that succeeded", () => {
  const outcomes = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 });
  const minutes = fc.integer({ min: 0, max: 1_439 });
  fc.assert(
    fc.property(outcomes, minutes, fc.integer({ min: 0, max: 1_000 }), (succeeds, minuteOfDay, offset) => {
      const startMs = NIGHT_MS + offset * MINUTE_MS;
      const nightMs = lastNightMs(startMs, minuteOfDay);
      expect(nightMs % DAY_MS).toBe(minuteOfDay * MINUTE_MS);
      expect(startMs - nightMs).toBeGreaterThanOrEqual(0);
      expect(startMs - nightMs).toBeLessThan(DAY_MS);
      const attempts: Parameters<typeof isBackupDue>[1][number][] = [];
      for (let nowMs = nightMs; nowMs < nightMs + DAY_MS; nowMs += MINUTE_MS) {
        if (!isBackupDue(nowMs, attempts)) continue;
        attempts.push({ startedAtMs: nowMs, status: succeeds[attempts.length] ? "succeeded" : "failed" });
      }
      const first = succeeds.indexOf(true);
      expect(attempts).toHaveLength(first === -1 ? 4 : Math.min(first + 1, 4));
    }),
    { numRuns: 30 },
  );
});
