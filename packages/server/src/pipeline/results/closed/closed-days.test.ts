import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ensurePartitionsOf } from "../retention/partitions.ts";
import { rollUpNextChunk } from "../rollups/roll-up.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import { type CloseRequest, closeDays, closeNextChunk } from "./close-days.ts";
import { RESULT_COLUMNS, storedResults } from "./stored-results.ts";

const NOW_MS = Date.parse("2026-11-21T10:17:23Z");
const DAY = new Date("2026-11-10T00:00:00Z");
const INT_MAX = 2 ** 31 - 1;

let harness: TestDatabase;
let database: Database;
let orgId: string;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  orgId = await makeOrganization(database);
  await ensurePartitionsOf(
    database,
    Array.from({ length: 16 }, (_, nr) => NOW_MS - nr * DAY_MS),
  );
});
afterAll(() => harness.drop());

const makeSeries = async () => (await makeMonitor(database, { orgId })).seriesKeys[0] ?? 0;
const stored = (seriesKey: number) =>
  database.rows<{ slot_us: number }>(sql`
    select (extract(epoch from slot) * 1000000)::float8 as slot_us, ${RESULT_COLUMNS}
    from ${storedResults({ columns: RESULT_COLUMNS, seriesKey })} r
    where series_key = ${seriesKey} order by slot`);
const countOpen = async (seriesKey: number) =>
  (await database.rows(sql`select from check_result where series_key = ${seriesKey}`)).length;

async function closeAll(day = DAY): Promise<void> {
  for (let after = 0; ; ) {
    const step = await closeNextChunk(database, { day, after });
    if (step === null) return;
    after = step.lastKey;
  }
}

const maybe = (max: number) => fc.option(fc.nat(max));
const details = fc.oneof(
  fc.constant(null),
  fc.constant({ error: { code: "TIMEOUT", message: "No response within 10 s.", phase: "headers" } }),
  fc.record({
    assertions: fc.array(
      fc.record({ actual: fc.oneof(fc.nat(), fc.double(), fc.string()), passed: fc.boolean() }),
    ),
  }),
  fc.record({ trace_id: fc.uuid() }),
);
const result = fc.record({
  offset_us: fc.oneof(
    fc.nat(1_439).map((nr) => nr * 60_000_000),
    fc.nat(86_399_999).map((ms) => ms * 1_000 + (ms % 1_000)),
  ),
  response_us: fc.oneof(maybe(90_000), maybe(INT_MAX)),
  dns_us: maybe(2_000),
  connect_us: fc.oneof(maybe(30_000), maybe(INT_MAX)),
  tls_us: maybe(30_000),
  ttfb_us: fc.oneof(maybe(90_000), maybe(INT_MAX)),
  body_bytes: fc.oneof(maybe(20_000), maybe(INT_MAX)),
  connection_key: fc.oneof(fc.nat(3), fc.nat(INT_MAX)),
  late_ms: fc.oneof(fc.nat(20), fc.nat(32_767)),
  status_code: maybe(599),
  attempts: fc.constantFrom(1, 1, 1, 2, 3, 32_767),
  status: fc.constantFrom("u", "u", "u", "g", "d", "e"),
  trigger: fc.constantFrom("s", "s", "m"),
  details,
});
type Row = typeof result extends fc.Arbitrary<infer Value> ? Value : never;

/** An assertion on the response time, which repeats it. */
const withResponseTime = (row: Row): Row["details"] | object =>
  row.response_us !== null && row.offset_us % 7 === 0
    ? { assertions: [{ type: "response_time", actual: row.response_us / 1_000, passed: true }] }
    : row.details;

async function insertRows(seriesKey: number, rows: readonly Row[]): Promise<void> {
  const texts = rows.map((row) => JSON.stringify({ ...row, details: withResponseTime(row) }));
  await database.run(sql`
    insert into check_result (${RESULT_COLUMNS})
    select ${seriesKey}::integer, ${DAY}::timestamptz + offset_us * interval '1 microsecond', response_us, dns_us, connect_us, tls_us, ttfb_us,
      body_bytes, connection_key, late_ms, status_code, attempts, status::"char", trigger::"char", nullif(details, 'null')
    from unnest(${textArray(texts)}::jsonb[]) as text, jsonb_to_record(text) as r (offset_us bigint, response_us integer, dns_us integer,
      connect_us integer, tls_us integer, ttfb_us integer, body_bytes integer, connection_key integer, late_ms smallint,
      status_code smallint, attempts smallint, status text, trigger text, details jsonb)
    on conflict do nothing`);
}

test("closed days have every field of every result, with any values, also after late results were added", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(result, { minLength: 1, maxLength: 60 }),
      fc.array(result, { maxLength: 5 }),
      async (rows, late) => {
        const seriesKey = await makeSeries();
        for (const added of [rows, late]) {
          const slots = new Set((await stored(seriesKey)).map(({ slot_us }) => slot_us));
          await insertRows(
            seriesKey,
            added.filter(({ offset_us }) => !slots.has(DAY.getTime() * 1_000 + offset_us)),
          );
          const before = await stored(seriesKey);
          await closeAll();
          expect(await countOpen(seriesKey)).toBe(0);
          expect(await stored(seriesKey)).toEqual(before);
        }
      },
    ),
    { numRuns: 25, seed: 7 },
  );
});

describe("closeDays", () => {
  const run = (change: Partial<CloseRequest> = {}) =>
    closeDays(database, {
      ...{ clock: { now: () => NOW_MS, monotonic: () => 0 }, afterDays: 7, untilMs: 1 },
      ...{ signal: new AbortController().signal, ...change },
    });
  const insertAges = async (seriesKey: number, ages: readonly number[]) =>
    insertResults(
      database,
      ages.map((age) => ({
        ...{ seriesKey, slotMs: NOW_MS - age * DAY_MS, status: "up" as const, responseUs: 1_000 + age },
      })),
    );

  test("closes days of that age, once they are rolled up, and each once", async () => {
    const seriesKey = await makeSeries();
    await insertAges(seriesKey, [12, 8, 7, 6, 1]);
    const before = await stored(seriesKey);
    expect(await run()).toEqual({ days: [], results: 0 });
    while (!(await rollUpNextChunk(database, NOW_MS)).caughtUp);
    expect(await run({ afterDays: 0 })).toEqual({ days: [], results: 0 });
    expect(await run({ signal: AbortSignal.abort() })).toEqual({ days: [], results: 0 });
    expect(await run({ untilMs: 0 })).toEqual({ days: [], results: 0 });
    expect(await run()).toEqual({ days: ["2026-11-09", "2026-11-13"], results: 2 });
    expect(await countOpen(seriesKey)).toBe(3);
    expect(await run()).toEqual({ days: [], results: 0 });
    expect(await stored(seriesKey)).toEqual(before);
    // Statements that look back a few days read open results only.
    await run({ afterDays: 1 });
    expect(await countOpen(seriesKey)).toBe(1);
    expect(await stored(seriesKey)).toEqual(before);
  });

  test("deletes results of series that were deleted, and closed days with their target", async () => {
    const { id, seriesKeys } = await makeMonitor(database, { orgId });
    const [seriesKey = 0] = seriesKeys;
    await insertAges(seriesKey, [9]);
    await closeAll(new Date("2026-11-12T00:00:00Z"));
    await insertAges(seriesKey, [8]);
    await database.run(sql`delete from stored_target where id = ${id}`);
    await run();
    expect(await stored(seriesKey)).toEqual([]);
  });

  test("loses and repeats nothing if its connection ends in the middle", async () => {
    const seriesKey = await makeSeries();
    await insertAges(seriesKey, [10]);
    const before = await stored(seriesKey);
    const day = new Date("2026-11-11T00:00:00Z");
    const holder = await database.session(() => undefined);
    await holder.run(sql`begin`);
    await holder.run(sql`lock table closed_day in share mode`);
    const closing = closeNextChunk(database, { day, after: seriesKey - 1 }).catch((error: unknown) => error);
    // It has deleted the open results, and waits to insert the closed day.
    const waiting = sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%into closed_day%'`;
    while ((await database.find(waiting)) === null);
    expect(await stored(seriesKey)).toEqual(before);
    await database.run(sql`select pg_terminate_backend(pid) from (${waiting}) w`);
    expect(await closing).toBeInstanceOf(Error);
    await holder.run(sql`rollback`);
    await holder.close();
    expect(await stored(seriesKey)).toEqual(before);
    await closeNextChunk(database, { day, after: seriesKey - 1 });
    expect(await countOpen(seriesKey)).toBe(0);
    expect(await stored(seriesKey)).toEqual(before);
  });
});
