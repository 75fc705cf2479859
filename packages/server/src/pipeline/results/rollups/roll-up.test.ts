import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  makeApiMonitor,
  makeMonitor,
  makeOrganization,
  makeSeries as makeSeriesOf,
} from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import {
  type GeneratedResult,
  insertResults,
  NO_PHASES,
  randomResults,
} from "../../../../test/make-results.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ensurePartitionsOf } from "../retention/partitions.ts";
import { mergeLateResults } from "./late-results.ts";
import { ROLL_UP_DELAY_MS, rollUpNextChunk } from "./roll-up.ts";
import { DAY_MS, HOUR_MS } from "./rollup.ts";
import { ResponseSketch } from "./sketch.ts";

/** Two hours before midnight: the test crosses the end of a day. */
const START_MS = Date.parse("2026-11-20T22:00:00Z");
/**
 * By then all of the following 28 hours can be rolled up: the rest of a day, the next, and two more hours.
 */
const DONE_MS = START_MS + 28 * HOUR_MS + ROLL_UP_DELAY_MS;

let harness: TestDatabase;
let database: Database;

beforeEach(async () => {
  harness = await testDatabase();
  database = harness.database;
  await ensurePartitionsOf(database, [START_MS, START_MS + DAY_MS, START_MS + 2 * DAY_MS]);
});
afterEach(() => harness.drop());

async function makeSeries(intervalMs: number, locations = ["a", "b"]): Promise<number[]> {
  const orgId = await makeOrganization(database);
  return (await makeMonitor(database, { orgId, intervalMs, locations })).seriesKeys;
}

async function rollUpAll(on: Database, nowMs: number): Promise<void> {
  for (let steps = 0; steps < 10_000; steps++) {
    if ((await rollUpNextChunk(on, nowMs)).caughtUp) return;
  }
  throw new Error("the rollup does not finish");
}

type Facts = {
  total: number;
  failed: number;
  errors: number;
  retried: number;
  measured: number;
  sum: number;
  min: number | null;
  max: number | null;
  sketch: string | null;
  /** Of DNS, connect, TLS and the first byte. */
  phases: (number | null)[];
};

async function storedRollups(table: "hour" | "day"): Promise<Record<string, Facts>> {
  const rows = await database.rows<Facts & { name: string }>(sql`
    select series_key || '@' || (extract(epoch from at) * 1000)::bigint as name, total, failed, errors, retried,
      measured, response_us_sum as sum, response_us_min as min, response_us_max as max, encode(sketch, 'hex') as sketch,
      array[dns_us_sum, connect_us_sum, tls_us_sum, ttfb_us_sum] as phases
    from ${table === "hour" ? sql`result_rollup_hour` : sql`result_rollup_day`}`);
  return Object.fromEntries(rows.map(({ name, ...facts }) => [name, facts]));
}

/** The expected rollups, counted from the results. */
function recount(results: readonly GeneratedResult[], spanMs: number): Record<string, Facts> {
  const groups = Map.groupBy(results, (result) => {
    return `${result.seriesKey}@${Math.floor(result.slotMs / spanMs) * spanMs}`;
  });
  return Object.fromEntries([...groups].map(([name, group]) => [name, factsOf(group)]));
}

function factsOf(results: readonly GeneratedResult[]): Facts {
  const times = results.flatMap((result) => result.responseUs ?? []);
  const sketch = new ResponseSketch();
  for (const time of times) sketch.add(time / 1_000);
  return {
    total: results.length,
    failed: results.filter((result) => result.status === "down").length,
    errors: results.filter((result) => result.status === "error").length,
    retried: results.filter(({ status, attempts }) => status !== "down" && status !== "error" && attempts > 1)
      .length,
    measured: times.length,
    sum: times.reduce((sum, time) => sum + time, 0),
    min: times.length === 0 ? null : Math.min(...times),
    max: times.length === 0 ? null : Math.max(...times),
    sketch: times.length === 0 ? null : sketch.encode().toString("hex"),
    phases: (["dns", "connect", "tls", "ttfb"] as const).map((phase) => {
      const of = results.flatMap((one) => (one.responseUs === null ? [] : (one.phasesUs[phase] ?? [])));
      return of.length === 0 ? null : of.reduce((sum, us) => sum + us, 0);
    }),
  };
}

/** Checks the days that were closed by now, not the last one. */
async function expectExact(results: readonly GeneratedResult[]): Promise<void> {
  expect(await storedRollups("hour")).toEqual(recount(results, HOUR_MS));
  const closedDays = results.filter((result) => result.slotMs < START_MS + 26 * HOUR_MS);
  expect(await storedRollups("day")).toEqual(recount(closedDays, DAY_MS));
}

async function someResults(seed: number): Promise<GeneratedResult[]> {
  const seriesKeys = [
    ...(await makeSeries(1_000)),
    ...(await makeSeries(60_000)),
    ...(await makeSeries(20_000)),
  ];
  const span = { fromMs: START_MS, toMs: START_MS + 28 * HOUR_MS, stepMs: 1_000 };
  return randomResults({ seriesKeys, ...span, count: 3_000, seed });
}

/** Inserts and merges in one transaction, like the recorder. */
function record(results: readonly GeneratedResult[]): Promise<void> {
  return database.transaction(async (db) => {
    await insertResults(db, results);
    await mergeLateResults(db, results);
  });
}

describe("foldNextChunk", () => {
  test("rollups of hours and closed days equal a recount of the results", async () => {
    const results = await someResults(1);
    await insertResults(database, results);
    await rollUpAll(database, DONE_MS);
    await expectExact(results);
  });

  test("a day whose last hour is empty has its rollup too", async () => {
    const [seriesKey = 0] = await makeSeries(60_000, ["a"]);
    const results: GeneratedResult[] = [
      { seriesKey, slotMs: START_MS, status: "up", attempts: 1, responseUs: 1_500, phasesUs: NO_PHASES },
    ];
    await insertResults(database, results);
    await rollUpAll(database, START_MS + 2 * HOUR_MS + ROLL_UP_DELAY_MS);
    expect(await storedRollups("day")).toEqual(recount(results, DAY_MS));
  });

  test("runs of API monitors are rolled up like checks, and so is each of their steps", async () => {
    const orgId = await makeOrganization(database);
    const { id, seriesKeys } = await makeApiMonitor(database, { orgId, intervalMs: 20_000 });
    const stepKey = await makeSeriesOf(database, { targetId: id, step: "GET /" });
    const span = { fromMs: START_MS, toMs: START_MS + 28 * HOUR_MS, stepMs: 20_000 };
    const results = randomResults({ seriesKeys: [...seriesKeys, stepKey], ...span, count: 500, seed: 8 });
    await insertResults(database, results);
    await rollUpAll(database, DONE_MS);
    await expectExact(results);
  });

  test("an hour is rolled up two minutes after its end, not earlier", async () => {
    const [seriesKey = 0] = await makeSeries(60_000, ["a"]);
    await insertResults(database, [{ seriesKey, slotMs: START_MS, status: "up", responseUs: 1 }]);
    await rollUpAll(database, START_MS + HOUR_MS + ROLL_UP_DELAY_MS - 1);
    expect(await storedRollups("hour")).toEqual({});
    await rollUpAll(database, START_MS + HOUR_MS + ROLL_UP_DELAY_MS);
    expect(Object.keys(await storedRollups("hour"))).toEqual([`${seriesKey}@${START_MS}`]);
  });

  test("a rollup that fails at any statement loses and duplicates nothing", async () => {
    const results = await someResults(2);
    await insertResults(database, results);
    let failures = 0;
    // Fails later each time, until a complete run succeeds.
    for (let statements = 1; ; statements += 3) {
      try {
        await rollUpAll(failingAfter(database, statements), DONE_MS);
        break;
      } catch (error) {
        expect(error).toHaveProperty("message", "simulated crash");
        failures += 1;
      }
    }
    expect(failures).toBeGreaterThan(5);
    await expectExact(results);
  });

  test("two concurrent rollup processes share the work", async () => {
    const results = await someResults(3);
    await insertResults(database, results);
    await Promise.all([rollUpAll(database, DONE_MS), rollUpAll(database, DONE_MS)]);
    await expectExact(results);
  });

  test("a chunk is limited by the expected number of results of its series", async () => {
    const seriesKeys = await makeSeries(1_000, ["a", "b", "c"]);
    const slotMs = START_MS;
    await insertResults(
      database,
      seriesKeys.map((seriesKey) => ({ seriesKey, slotMs, status: "up", responseUs: 5 })),
    );
    const step = await rollUpNextChunk(database, DONE_MS);
    expect(step).toEqual({ caughtUp: false, results: 1 });
  });

  test("an empty database is rolled up from the current hour on", async () => {
    expect(await rollUpNextChunk(database, START_MS + 90_000)).toEqual({ caughtUp: true, results: 0 });
    const progress = await database.find<{ hour: Date }>(sql`select hour from rollup_progress`);
    expect(progress?.hour.getTime()).toBe(START_MS);
  });
});

describe("mergeLateResults", () => {
  test.each([4, 5, 6])("in any order of results and rollups the sum is exact (seed %i)", async (seed) => {
    const results = await someResults(seed);
    // A third of the results is recorded long after its slot, the rest in order.
    const early = results.filter((_, index) => index % 3 > 0).sort((a, b) => a.slotMs - b.slotMs);
    const late = results.filter((_, index) => index % 3 === 0);
    for (let batch = 0; batch < 12; batch++) {
      const part = (all: GeneratedResult[]) =>
        all.slice((batch * all.length) / 12, ((batch + 1) * all.length) / 12);
      const nowMs = START_MS + ((batch + 1) / 12) * 28 * HOUR_MS + ROLL_UP_DELAY_MS;
      await record(part(early));
      await rollUpAll(stoppingAfter(database, 7 * batch), nowMs).catch(expectStopped);
      await record(part(late));
    }
    await rollUpAll(database, DONE_MS);
    await expectExact(results);
  });

  test("concurrent recorders and rollups count each result once", async () => {
    const results = await someResults(7);
    const batches = Array.from({ length: 20 }, (_, nr) =>
      results.filter((_each, index) => index % 20 === nr),
    );
    await record(batches[0] ?? []);
    const workers = [0, 1, 2].map(async (worker) => {
      for (const [nr, batch] of batches.entries()) if (nr > 0 && nr % 3 === worker) await record(batch);
    });
    await Promise.all([...workers, rollUpAll(database, DONE_MS)]);
    await rollUpAll(database, DONE_MS);
    await expectExact(results);
  });

  test("a result that was inserted but not committed while its hour was rolled up is merged", async () => {
    const [seriesKey = 0] = await makeSeries(60_000, ["a"]);
    const first: GeneratedResult = {
      seriesKey,
      slotMs: START_MS,
      status: "up",
      attempts: 1,
      responseUs: 2_000,
      phasesUs: NO_PHASES,
    };
    const second: GeneratedResult = {
      ...first,
      slotMs: START_MS + 60_000,
      status: "down",
      attempts: 2,
      responseUs: null,
    };
    await record([first]);
    await database.transaction(async (db) => {
      await insertResults(db, [second]);
      await rollUpAll(database, DONE_MS);
      await mergeLateResults(db, [second]);
    });
    await expectExact([first, second]);
  });

  test("a rollup waits for a recorder that has decided not to merge", async () => {
    const [seriesKey = 0] = await makeSeries(60_000, ["a"]);
    const first: GeneratedResult = {
      seriesKey,
      slotMs: START_MS,
      status: "up",
      attempts: 1,
      responseUs: 2_000,
      phasesUs: NO_PHASES,
    };
    const second: GeneratedResult = { ...first, slotMs: START_MS + 60_000, attempts: 2, responseUs: 3_000 };
    await record([first]);
    let rollingUp: Promise<void> = Promise.resolve();
    await database.transaction(async (db) => {
      await insertResults(db, [second]);
      await mergeLateResults(db, [second]);
      rollingUp = rollUpAll(database, DONE_MS);
      await waitForBlockedSession(db);
    });
    await rollingUp;
    await expectExact([first, second]);
  });
});

/** Allows that many rollup statements, across all transactions, and then throws. */
function failingAfter(on: Database, statements: number): Database {
  let left = statements;
  const count = () => {
    left -= 1;
    if (left < 0) throw new Error("simulated crash");
  };
  const counting = (db: Db): Db => ({
    rows: async (statement) => {
      count();
      return db.rows(statement);
    },
    find: async (statement) => {
      count();
      return db.find(statement);
    },
    run: async (statement) => {
      count();
      return db.run(statement);
    },
    defer: async (statement) => {
      count();
      await db.defer(statement);
    },
  });
  return { ...on, transaction: (work) => on.transaction((db) => work(counting(db))) };
}

/** Allows that many rollup steps. */
function stoppingAfter(on: Database, steps: number): Database {
  let left = steps;
  return {
    ...on,
    transaction: async (work) => {
      left -= 1;
      if (left < 0) throw new Error("stopped");
      return on.transaction(work);
    },
  };
}

function expectStopped(error: unknown): void {
  expect(error).toHaveProperty("message", "stopped");
}

async function waitForBlockedSession(db: Db): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const waiting = await db.find(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`);
    if (waiting !== null) return;
  }
  throw new Error("no session waits for the lock");
}
