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
import { CLOSE_DAYS_MIN, closeDays, closeNextChunk } from "./close-days.ts";
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
  database.rows(sql`
    select ${RESULT_COLUMNS} from ${storedResults({ columns: RESULT_COLUMNS, seriesKey })} r
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
  fc.record({ assertions: fc.array(fc.record({ actual: fc.oneof(fc.nat(), fc.double(), fc.string()), passed: fc.boolean() })) }),
  fc.record({ trace_id: fc.hexaString?.({ minLength: 32, maxLength: 32 }) ?? fc.string() }),
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

describe("closed days", () => {
  test("have every field of every result, whatever its value, also after late results were added", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(result, { minLength: 1, maxLength: 60 }), fc.array(result, { maxLength: 5 }), async (rows, late) => {
        const seriesKey = await makeSeries();
        await insertRows(seriesKey, rows);
        const before = await stored(seriesKey);
        await closeAll();
        expect(await countOpen(seriesKey)).toBe(0);
        expect(await stored(seriesKey)).toEqual(before);
        const slots = new Set(before.map((row) => (row as { slot: Date }).slot.getTime()));
        await insertRows(seriesKey, late.filter(({ offset_us }) => !slots.has(DAY.getTime() + Math.floor(offset_us / 1_000))));
        const withLate = await stored(seriesKey);
        await closeAll();
        expect(await countOpen(seriesKey)).toBe(0);
        expect(await stored(seriesKey)).toEqual(withLate);
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});

test("placeholder", async () => {
  void closeDays;
  void CLOSE_DAYS_MIN;
  void insertResults;
  void rollUpNextChunk;
});
