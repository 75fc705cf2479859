import type { CalendarDay } from "../results/history/calendar-days.ts";
import { type Amounts, addAmounts, NO_AMOUNTS } from "./slo-definition.ts";

/** Intervals that follow one another, each with what was measured in it. Pure. */
export type MeasuredIntervals = { intervals: readonly CalendarDay[]; amounts: readonly Amounts[] };

/** The intervals between these instants, in any order and any number of times. */
export function intervalsBetween(instantsMs: readonly number[]): CalendarDay[] {
  const edgesMs = [...new Set(instantsMs)].sort((a, b) => a - b);
  return edgesMs
    .slice(0, -1)
    .map((fromMs, index) => ({ date: "", fromMs, toMs: edgesMs[index + 1] ?? fromMs }));
}

/** The sum of a time that starts and ends with intervals. */
export function sumBetween(
  { intervals, amounts }: MeasuredIntervals,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Amounts {
  return intervals.reduce(
    (sum, interval, index) =>
      interval.fromMs >= fromMs && interval.toMs <= toMs
        ? addAmounts(sum, amounts[index] ?? NO_AMOUNTS)
        : sum,
    NO_AMOUNTS,
  );
}
