import { afterEach, beforeEach, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { rollUpNextChunk } from "../rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../rollups/rollup.ts";
import { compactDays } from "./compaction.ts";
import { ensurePartitionsOf } from "./partitions.ts";

const NOW_MS = Date.parse("2026-11-21T10:00:00Z");
const NEVER = new AbortController().signal;

let harness: TestDatabase;
beforeEach(async () => {
  harness = await testDatabase();
});
afterEach(() => harness.drop());

/** Two days of results of some series, interleaved as they arrive; yesterday is rolled up. */
async function fill(): Promise<void> {
  const { database } = harness;
  const orgId = await makeOrganization(database);
  const series: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    series.push((await makeMonitor(database, { orgId })).seriesKeys[0] ?? 0);
  }
  const startMs = NOW_MS - DAY_MS;
  await ensurePartitionsOf(database, [startMs, NOW_MS]);
  const slots = Array.from({ length: 24 }, (_, hour) => startMs + hour * HOUR_MS);
  await insertResults(
    database,
    slots.flatMap((slotMs) =>
      series.map((seriesKey) => ({ seriesKey, slotMs, status: "up" as const, responseUs: 1 })),
    ),
  );
  while (!(await rollUpNextChunk(database, NOW_MS)).caughtUp);
}

const results = () => harness.database.rows(sql`select * from check_result order by series_key, slot`);

test("rebuilds the indexes of a past day once, keeps its results, and still rejects a second result of a slot", async () => {
  await fill();
  const before = await results();
  expect(await compactDays(harness.database, NEVER)).toEqual(["2026-11-20"]);
  expect(await compactDays(harness.database, NEVER)).toEqual([]);
  expect(await results()).toEqual(before);
  const again = harness.database.run(sql`insert into check_result select * from check_result limit 1`);
  await expect(again).rejects.toThrow(/duplicate key/);
});

test("rebuilds nothing before the first rollup, or when the process stops", async () => {
  expect(await compactDays(harness.database, NEVER)).toEqual([]);
  await fill();
  expect(await compactDays(harness.database, AbortSignal.abort())).toEqual([]);
});
