import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import fc from "fast-check";
import { STATUS_CODE } from "../src/pipeline/results/recording/queries.ts";
import type { OneResult } from "../src/pipeline/results/rollups/rollup.ts";
import type { Db } from "../src/platform/storage/database.ts";
import { sql } from "../src/platform/storage/sql.ts";

/** A result with the fields that rollups and statistics use. */
export type GeneratedResult = {
  seriesKey: number;
  slotMs: number;
  status: CheckStatus;
  attempts: number;
  responseUs: number | null;
  phasesUs: OneResult["phasesUs"];
  connectionKey?: number;
};

export const NO_PHASES: OneResult["phasesUs"] = { dns: null, connect: null, tls: null, ttfb: null };

/**
 * Inserts results directly, without the recorder. They have one attempt by default. The partitions of their
 * days must exist.
 */
export async function insertResults(
  db: Db,
  results: readonly (Omit<GeneratedResult, "attempts" | "phasesUs"> &
    Partial<GeneratedResult> & { lateMs?: number })[],
): Promise<void> {
  const connectionKey = await insertConnectionFacts(db);
  const phase = (name: keyof OneResult["phasesUs"]) =>
    results.map(({ phasesUs = NO_PHASES }) => phasesUs[name]);
  await db.run(sql`
    insert into check_result (slot, series_key, response_us, dns_us, connect_us, tls_us, ttfb_us, connection_key, late_ms,
      attempts, status, trigger)
    select to_timestamp(slot_ms / 1000), series_key, response_us, dns_us, connect_us, tls_us, ttfb_us, connection_key, late_ms,
      attempts, status::"char", 's'
    from unnest(
      ${results.map((result) => result.slotMs)}::float8[],
      ${results.map((result) => result.seriesKey)}::integer[],
      ${results.map((result) => result.responseUs)}::integer[],
      ${phase("dns")}::integer[], ${phase("connect")}::integer[], ${phase("tls")}::integer[],
      ${phase("ttfb")}::integer[],
      ${results.map((result) => result.connectionKey ?? connectionKey)}::integer[],
      ${results.map((result) => result.lateMs ?? 7)}::smallint[],
      ${results.map((result) => result.attempts ?? 1)}::smallint[],
      ${results.map((result) => STATUS_CODE[result.status])}::text[]
    ) as r (slot_ms, series_key, response_us, dns_us, connect_us, tls_us, ttfb_us, connection_key, late_ms, attempts, status)`);
}

async function insertConnectionFacts(db: Db): Promise<number> {
  const facts = await db.find<{ connection_key: number }>(sql`
    insert into check_connection (runner) values ('runner-1')
    on conflict (runner, ip, tls_expires_at, tls_issuer, tls_protocol) do update set runner = excluded.runner
    returning connection_key`);
  return facts?.connection_key ?? 0;
}

/** Generates random results of these series at slots between two times, reproducibly for each seed. */
export function randomResults(options: {
  seriesKeys: readonly number[];
  fromMs: number;
  toMs: number;
  stepMs: number;
  count: number;
  seed: number;
}): GeneratedResult[] {
  const { seriesKeys, fromMs, toMs, stepMs, count, seed } = options;
  const result = fc.record({
    seriesKey: fc.constantFrom(...seriesKeys),
    slotMs: fc
      .integer({ min: 0, max: Math.ceil((toMs - fromMs) / stepMs) - 1 })
      .map((nr) => fromMs + nr * stepMs),
    status: fc.constantFrom<CheckStatus>("up", "up", "up", "degraded", "down", "error"),
    attempts: fc.constantFrom(1, 1, 1, 2, 3),
    responseUs: fc.option(
      // From 50 µs to 30 s, distributed logarithmically.
      fc
        .double({ min: Math.log(50), max: Math.log(3e7), noNaN: true })
        .map((log) => Math.round(Math.exp(log))),
    ),
  });
  const unique = new Map(
    fc
      .sample(result, { numRuns: count, seed })
      .map((generated) => [
        `${generated.seriesKey}@${generated.slotMs}`,
        { ...generated, phasesUs: splitPhases(generated.responseUs) },
      ]),
  );
  return [...unique.values()];
}

/**
 * The phases of a check without TLS: 10%, 20% and 50% of the response time. The remaining 20% is the
 * download.
 */
function splitPhases(responseUs: number | null): OneResult["phasesUs"] {
  // A check that timed out has finished two phases and counts in no average.
  if (responseUs === null) return { ...NO_PHASES, dns: 1_000, connect: 2_000 };
  const part = (share: number) => Math.floor(responseUs * share);
  return { dns: part(0.1), connect: part(0.2), tls: null, ttfb: part(0.5) };
}
