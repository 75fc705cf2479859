import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import { type HistorySearch, withRange } from "./history-search.ts";

type Day = Pick<UptimeDay, "date" | "from" | "to">;
type DayChange = {
  /** The day that is selected so far. */
  before: Day | null;
  next: Day | null;
  /** Whether the chart follows the selection. */
  zooms: boolean;
  nowMs: number;
};

/** Selects a day and zooms the chart to it. Without a day, a zoom to the day of before ends, and another one stays. Pure. */
export function withDay<Search extends HistorySearch>(
  search: Search,
  { before, next, zooms, nowMs }: DayChange,
): Search {
  const { day: _, ...others } = search;
  const selected = (next === null ? others : { ...others, day: next.date }) as Search;
  if (!zooms) return selected;
  if (next !== null) {
    // The chart does not extend into the future.
    const to = new Date(Math.min(Date.parse(next.to), nowMs)).toISOString();
    return withRange(selected, { from: next.from, to });
  }
  const isZoomOfDay = before !== null && search.from === before.from;
  return isZoomOfDay ? withRange(selected, { period: search.period ?? "24h" }) : selected;
}
