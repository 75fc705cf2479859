import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMonitor, makeOrganization, makeSeries } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { type GeneratedResult, insertResults, randomResults } from "../../../../test/make-results.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { readFigures } from "../../telemetry/figures/read-figures.ts";
import { ensurePartitionsOf } from "../retention/partitions.ts";
import { deleteSlotGaps } from "../retention/queries.ts";
import { mergeLateResults } from "../rollups/late-results.ts";
import { countNextChunk } from "./count-results.ts";

const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-11-20T22:00:00Z");
const END_MS = START_MS + 180 * MINUTE_MS;

let harness: TestDatabase;
let database: Database;
let orgId: string;
let seriesKeys: number[];
let targetId: string;

beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  await ensurePartitionsOf(database, [START_MS, END_MS]);
});
afterAll(() => harness.drop());
beforeEach(async () => {
  await database.run(sql`delete from counter_progress`);
  orgId = await makeOrganization(database);
  const createdAt = new Date(START_MS - MINUTE_MS);
  const made = await makeMonitor(database, { orgId, locations: ["a", "b"], createdAt });
  ({ id: targetId, seriesKeys } = made);
});

async function countAll(nowMs: number): Promise<void> {
  for (let steps = 0; steps < 1_000; steps++) if ((await countNextChunk(database, nowMs)).caughtUp) return;
  throw new Error("counting does not finish");
}

const record = (results: readonly GeneratedResult[]) =>
  database.transaction(async (db) => {
    await insertResults(db, results);
    await mergeLateResults(db, results);
  });

/** What a request at that time returns, summed over the locations. */
async function counted(nowMs: number) {
  const { targets } = await readFigures(database, {
    ...{ orgId, selector: {} },
    clock: { now: () => nowMs, monotonic: () => nowMs },
  });
  const series = targets[0]?.series ?? [];
  const sum = (of: (each: (typeof series)[number]) => number) =>
    series.reduce((all, each) => all + of(each), 0);
  return {
    ...{ up: sum(({ up }) => up), degraded: sum(({ degraded }) => degraded) },
    ...{ down: sum(({ down }) => down), error: sum(({ error }) => error) },
    ...{ responseUs: sum((each) => each.response_us_sum), fast: sum((each) => each.within_100ms) },
    ...{ slow: sum((each) => each.above_10s), missed: sum(({ missed }) => missed) },
    skipped: sum(({ skipped }) => skipped),
  };
}

function expected(results: readonly GeneratedResult[]) {
  const of = (status: GeneratedResult["status"]) => results.filter((each) => each.status === status).length;
  const times = results.flatMap(({ responseUs }) => (responseUs === null ? [] : [responseUs]));
  return {
    ...{ up: of("up"), degraded: of("degraded"), down: of("down"), error: of("error") },
    responseUs: times.reduce((sum, us) => sum + us, 0),
    fast: times.filter((us) => us <= 100_000).length,
    slow: times.filter((us) => us > 10_000_000).length,
  };
}

test("each result is counted once, in any order of arrival and counting, and counters never fall", async () => {
  const order = fc.record({
    seed: fc.integer(),
    parts: fc.array(fc.integer({ min: 0, max: 180 }), { minLength: 3, maxLength: 8 }),
  });
  for (const { seed, parts } of fc.sample(order, { numRuns: 6, seed: 7 })) {
    await database.run(sql`delete from counter_progress`);
    const made = await makeMonitor(database, {
      orgId: await makeOrganization(database),
      locations: ["a", "b"],
    });
    orgId =
      (await database.find<{ org_id: string }>(sql`select org_id from target where id = ${made.id}`))
        ?.org_id ?? "";
    await countAll(START_MS);
    const all = randomResults({
      ...{ seriesKeys: made.seriesKeys, fromMs: START_MS, toMs: END_MS, stepMs: MINUTE_MS, count: 200, seed },
    });
    let before = await counted(START_MS);
    // A part is recorded out of order, and counted up to a random minute.
    for (const [nr, minute] of parts.entries()) {
      await record(all.filter((_, index) => index % parts.length === nr));
      const nowMs = START_MS + minute * MINUTE_MS;
      await countNextChunk(database, nowMs);
      if (nr % 2 === 0) await countAll(nowMs);
      const after = await counted(END_MS);
      for (const key of ["up", "degraded", "down", "error", "responseUs"] as const)
        expect(after[key]).toBeGreaterThanOrEqual(before[key]);
      before = after;
    }
    expect(before).toMatchObject(expected(all));
    await countAll(END_MS + 10 * MINUTE_MS);
    expect(await counted(END_MS)).toMatchObject(expected(all));
  }
});

test("counters survive the deletion of results and of gaps", async () => {
  await countAll(START_MS);
  const [first = 0] = seriesKeys;
  await record([
    { seriesKey: first, slotMs: START_MS, status: "down", attempts: 1, responseUs: 5_000, phasesUs: NONE },
  ]);
  await database.run(sql`
    insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots) values
      (${first}, ${new Date(START_MS + MINUTE_MS)}, ${new Date(START_MS + 2 * MINUTE_MS)}, 'missed', 'late', 2),
      (${first}, ${new Date(START_MS + 9 * MINUTE_MS)}, ${new Date(START_MS + 9 * MINUTE_MS)}, 'skipped', 'running', 1)`);
  const figures = { down: 1, fast: 1, missed: 2, skipped: 1 };
  expect(await counted(END_MS)).toMatchObject(figures);
  await countAll(END_MS);
  await database.run(sql`delete from check_result where series_key = ${first}`);
  await deleteSlotGaps(database, new Date(START_MS + 5 * MINUTE_MS));
  expect(await counted(END_MS)).toMatchObject(figures);
  await deleteSlotGaps(database, new Date(END_MS));
  expect(await counted(END_MS)).toMatchObject(figures);
});

test("results of steps are not counted, also if they arrive late", async () => {
  await countAll(START_MS + 60 * MINUTE_MS);
  const step = await makeSeries(database, { targetId, location: "a", step: "GET /" });
  await record([
    { seriesKey: step, slotMs: START_MS, status: "up", attempts: 1, responseUs: 5_000, phasesUs: NONE },
  ]);
  expect(await database.rows(sql`select * from series_counter where series_key = ${step}`)).toEqual([]);
  expect(await counted(END_MS)).toMatchObject({ up: 0 });
});

const NONE = { dns: null, connect: null, tls: null, ttfb: null };
