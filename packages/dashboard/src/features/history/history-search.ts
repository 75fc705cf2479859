import { PERIOD_MS, STATS_PERIODS, type StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";
import { type PastSearch, readPastSearch } from "../past/past-search.ts";

/** URL parameters of the history on the page of a target: what the chart shows, and the selected day. Pure. */
export type HistorySearch = {
  period?: StatsPeriod;
  /** A time instead of a period, as the address has it; `readRange` says what is wrong with it. */
  from?: string;
  to?: string;
  location?: string;
  view?: ChartView;
  /** YYYY-MM-DD in the time zone of the organization. */
  day?: string;
} & PastSearch;

export const CHART_VIEWS = ["times", "phases", "locations", "heat"] as const;
export type ChartView = (typeof CHART_VIEWS)[number];

/** Other invalid parameters than a time are ignored. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const period = STATS_PERIODS.find((one) => one === search.period);
  const view = CHART_VIEWS.find((one) => one === search.view);
  const location = typeof search.location === "string" ? search.location : "";
  const day = typeof search.day === "string" && /^\d{4}-\d\d-\d\d$/.test(search.day) ? search.day : "";
  const [from, to] = [textOf(search.from), textOf(search.to)];
  return {
    ...(period && { period }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(location && { location }),
    ...(view && { view }),
    ...(day && { day }),
    ...readPastSearch(search),
  };
}

/** A time or a period of the chart. */
export type ChartRange = { period: StatsPeriod } | { from: string; to: string };

/** The address is shown in a sentence. */
const TEXT_LENGTH_MAX = 40;

/** The router reads a number as such. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number"
    ? String(value).slice(0, TEXT_LENGTH_MAX)
    : "";
}

export function withRange<Search extends HistorySearch>(search: Search, range: ChartRange): Search {
  const { from: _from, to: _to, ...others } = search;
  // The period stays beside a zoom, so that resetting it leads back to the period.
  if ("from" in range) return { ...others, ...range } as Search;
  const { period: _, ...rest } = others;
  return { ...rest, ...(range.period !== "24h" && range) } as Search;
}

/** Whether a change of the address shows another time: only then it is an entry of the browser's history. */
export function isSameTime(search: HistorySearch, next: HistorySearch): boolean {
  return search.from === next.from && search.to === next.to && search.period === next.period;
}

/** The query parameters of a range. The end of a period is now. */
export function instantsOf(range: ChartRange): { from: string; to?: string } {
  if ("from" in range) return range;
  return { from: new Date(Date.now() - PERIOD_MS[range.period]).toISOString() };
}
