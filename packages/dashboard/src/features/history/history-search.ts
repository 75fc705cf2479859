import { PERIOD_MS, STATS_PERIODS, type StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";
import { type PastSearch, readPastSearch } from "../past/past-search.ts";

/** URL parameters of the history on the page of a target: what the chart shows, and the selected day. Pure. */
export type HistorySearch = {
  period?: StatsPeriod;
  /** A time instead of a period, as ISO instants. */
  from?: string;
  to?: string;
  location?: string;
  view?: ChartView;
  /** YYYY-MM-DD in the time zone of the organization. */
  day?: string;
} & PastSearch;

export const CHART_VIEWS = ["times", "phases", "locations", "heat"] as const;
export type ChartView = (typeof CHART_VIEWS)[number];

/** Invalid parameters are ignored. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const period = STATS_PERIODS.find((one) => one === search.period);
  const view = CHART_VIEWS.find((one) => one === search.view);
  const location = typeof search.location === "string" ? search.location : "";
  const day = typeof search.day === "string" && /^\d{4}-\d\d-\d\d$/.test(search.day) ? search.day : "";
  const [from, to] = [instantOf(search.from), instantOf(search.to)];
  const hasRange = from !== null && to !== null && from < to;
  return {
    ...(hasRange ? { from, to } : period && { period }),
    ...(location && { location }),
    ...(view && { view }),
    ...(day && { day }),
    ...readPastSearch(search),
  };
}

/** A time or a period of the chart. */
export type ChartRange = { period: StatsPeriod } | { from: string; to: string };

export function rangeOf({ period = "24h", from, to }: HistorySearch): ChartRange {
  return from !== undefined && to !== undefined ? { from, to } : { period };
}

export function withRange<Search extends HistorySearch>(search: Search, range: ChartRange): Search {
  const { period: _, from: _from, to: _to, ...others } = search;
  const isDefault = "period" in range && range.period === "24h";
  return { ...others, ...(!isDefault && range) } as Search;
}

function instantOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** The query parameters of a range. The end of a period is now. */
export function instantsOf(range: ChartRange): { from: string; to?: string } {
  if ("from" in range) return range;
  return { from: new Date(Date.now() - PERIOD_MS[range.period]).toISOString() };
}
