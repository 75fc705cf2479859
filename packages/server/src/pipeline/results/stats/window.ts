import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { SERIES_POINTS_MAX, type StatsQuery } from "@vedette/contract/targets/stats.ts";
import { PERIOD_MS, type StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import { DAY_MS, HOUR_MS } from "../rollups/rollup.ts";

/** A time window, [`fromMs`, `toMs`), and the period that was requested, if any. */
export type StatsWindow = { period: StatsPeriod | null; fromMs: number; toMs: number };

/**
 * The sources of a window: days and hours from rollups, the rest from results. Days and hours end earlier if
 * the rollup is not as far yet.
 * - fromMs … hoursFromMs: results
 * - hoursFromMs … hoursToMs: hours, except within daysFromMs … daysToMs: days
 * - hoursToMs … toMs: results
 */
export type StatsPlan = {
  fromMs: number;
  toMs: number;
  hoursFromMs: number;
  hoursToMs: number;
  daysFromMs: number;
  daysToMs: number;
  /** Width of a point of the series; points start at its multiples since the epoch. */
  bucketMs: number;
};

/**
 * Within this age a window is exact to the millisecond; an older boundary is moved outward to a whole hour.
 * Results are never deleted this early (`RESULT_DAYS_MIN`), and one partial hour of results costs as much as
 * a week of rollups.
 */
export const EXACT_AGE_MS = 2 * DAY_MS;

/**
 * Days that hour rollups are kept: the longest period, 90 days, plus windows that started earlier. Older
 * boundaries are moved outward to whole days. At 10,000 monitors about 5 GB.
 */
export const HOUR_ROLLUP_DAYS = 100;

/**
 * Points closer than an hour need every result of the window: a check every 5 s for 24 hours is 17,280
 * results, which take 15 ms. Windows with more results get hourly points.
 */
const RAW_RESULTS_MAX = 20_000;

/** Point widths that are readable in a chart. Beyond these, whole numbers of days. */
const BUCKETS_MS = [1, 5, 15, 30, 60, 180, 1_440].map((minutes) => minutes * 60_000);

/** The window that a query requests. */
export function statsWindow(query: Pick<StatsQuery, "period" | "from" | "to">, nowMs: number): StatsWindow {
  const { period, from, to } = query;
  if (from === undefined && to === undefined) {
    const asked = period ?? "24h";
    return { period: asked, fromMs: nowMs - PERIOD_MS[asked], toMs: nowMs };
  }
  const toMs = Math.min(to?.getTime() ?? nowMs, nowMs);
  const fromMs = from?.getTime() ?? toMs - PERIOD_MS["24h"];
  const details: ErrorDetail[] = [];
  if (period !== undefined) details.push({ path: "period", message: "cannot be combined with from and to" });
  if (fromMs >= toMs) details.push({ path: "from", message: "must be before to, and in the past" });
  if (details.length > 0) throw badFields(details);
  return { period: null, fromMs, toMs };
}

/** `resultsPerHour` is the expected number, from the monitor's interval and locations. */
export function planStats(
  window: { fromMs: number; toMs: number },
  { nowMs, resultsPerHour }: { nowMs: number; resultsPerHour: number },
): StatsPlan {
  const fromMs = floor(window.fromMs, precisionMs(window.fromMs, nowMs));
  const toMs = Math.min(ceil(window.toMs, precisionMs(window.toMs, nowMs)), Math.max(window.toMs, nowMs));
  const expected = ((toMs - fromMs) / HOUR_MS) * resultsPerHour;
  const mayReadAll =
    nowMs - fromMs <= EXACT_AGE_MS && (expected <= RAW_RESULTS_MAX || toMs - fromMs <= HOUR_MS);
  const bucketMs = bucketWidth(fromMs, toMs, mayReadAll ? 0 : precisionMs(fromMs, nowMs, HOUR_MS));
  if (bucketMs < HOUR_MS) {
    return { fromMs, toMs, bucketMs, hoursFromMs: toMs, hoursToMs: toMs, daysFromMs: toMs, daysToMs: toMs };
  }
  const hours = inside(fromMs, toMs, HOUR_MS);
  const days = bucketMs % DAY_MS === 0 ? inside(fromMs, toMs, DAY_MS) : ([hours[0], hours[0]] as const);
  return {
    fromMs,
    toMs,
    bucketMs,
    hoursFromMs: hours[0],
    hoursToMs: hours[1],
    daysFromMs: days[0],
    daysToMs: days[1],
  };
}

/** The same window as one point: uses hours and days wherever whole ones fit. */
export function planTotals({ fromMs, toMs }: StatsPlan): StatsPlan {
  const [hoursFromMs, hoursToMs] = inside(fromMs, toMs, HOUR_MS);
  const [daysFromMs, daysToMs] = inside(hoursFromMs, hoursToMs, DAY_MS);
  // Points start at the epoch: the bucket width makes one of them end at the window's end.
  return { fromMs, toMs, bucketMs: toMs, hoursFromMs, hoursToMs, daysFromMs, daysToMs };
}

/** An instant within the plan's hours before which everything was rolled up at the progress `rolledUpTo`. */
export function notRolledUpFromMs({ hoursFromMs, hoursToMs }: StatsPlan, rolledUpTo: Date | null): number {
  return Math.max(hoursFromMs, Math.min(hoursToMs, rolledUpTo?.getTime() ?? hoursFromMs));
}

/** The precision of times at that age; `leastMs` applies to times that are exact to the millisecond. */
function precisionMs(atMs: number, nowMs: number, leastMs = 1): number {
  const ageMs = nowMs - atMs;
  if (ageMs <= EXACT_AGE_MS) return leastMs;
  return ageMs <= HOUR_ROLLUP_DAYS * DAY_MS ? HOUR_MS : DAY_MS;
}

function bucketWidth(fromMs: number, toMs: number, leastMs: number): number {
  const fits = (width: number) =>
    width >= leastMs && (ceil(toMs, width) - floor(fromMs, width)) / width <= SERIES_POINTS_MAX;
  const readable = BUCKETS_MS.find(fits);
  return readable ?? ceil((toMs - fromMs) / (SERIES_POINTS_MAX - 1), DAY_MS);
}

/** The whole hours or days inside a window: the start of the first and the end of the last. */
function inside(fromMs: number, toMs: number, spanMs: number): readonly [number, number] {
  const first = Math.min(ceil(fromMs, spanMs), toMs);
  return [first, Math.max(first, floor(toMs, spanMs))];
}

const floor = (value: number, step: number): number => Math.floor(value / step) * step;
const ceil = (value: number, step: number): number => Math.ceil(value / step) * step;
