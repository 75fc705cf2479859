import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import type { Rollup } from "../rollups/rollup.ts";

/** The figures of a rollup in API responses. Times are in milliseconds; null if nothing was measured. */

export function responseTime(rollup: Rollup): MonitorStats["response_time_ms"] {
  return {
    avg: average(rollup),
    min: milliseconds(rollup.responseUsMin),
    max: milliseconds(rollup.responseUsMax),
    p50: quantile(rollup, 0.5),
    p90: quantile(rollup, 0.9),
    p95: quantile(rollup, 0.95),
    p99: quantile(rollup, 0.99),
  };
}

export function average(rollup: Rollup): number | null {
  return rollup.measured === 0 ? null : milliseconds(rollup.responseUsSum / rollup.measured);
}

/** Within 1 %, and limited to the exact minimum and maximum. */
export function quantile(
  { sketch, responseUsMin, responseUsMax }: Pick<Rollup, "sketch" | "responseUsMin" | "responseUsMax">,
  q: number,
): number | null {
  const value = sketch.quantile(q);
  if (value === null || responseUsMin === null || responseUsMax === null) return null;
  return milliseconds(Math.min(Math.max(value * 1_000, responseUsMin), responseUsMax));
}

/** Successes as a percentage of results with a verdict. */
export function successPercentage(rollup: Rollup): number | null {
  const judged = rollup.total - rollup.errors;
  return judged === 0 ? null : percentage(1 - rollup.failed / judged);
}

/** Successes after a retry as a percentage of results with a verdict. */
export function retriedPercentage(rollup: Rollup): number | null {
  const judged = rollup.total - rollup.errors;
  return judged === 0 ? null : percentage(rollup.retried / judged);
}

/** Four decimals, rounded down: 100 means no failure at all. */
export function percentage(ratio: number): number {
  return Math.floor(ratio * 1_000_000 + 1e-6) / 10_000;
}

/** Microseconds as milliseconds with three decimals. */
function milliseconds(us: number): number;
function milliseconds(us: number | null): number | null;
function milliseconds(us: number | null): number | null {
  return us === null ? null : Math.round(us) / 1_000;
}
