import type { StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";
import { t } from "../../language/t.ts";
import type { ChartRange, HistorySearch } from "./history-search.ts";

/** The time in the address of a chart. Pure. */

/** Vedette has no older results, imported ones included. */
const EARLIEST_MS = Date.parse("2000-01-01T00:00:00Z");

type ReadRange = {
  range: ChartRange;
  /** What is wrong with the time in the address, as a sentence; then the range is the period. */
  problem: string | null;
};

/** Returns the time that the address names, or its period if that time cannot be shown. */
export function readRange(search: HistorySearch, nowMs: number): ReadRange {
  const { period = "24h", from, to } = search;
  if (from === undefined && to === undefined) return { range: { period }, problem: null };
  const fromMs = instantMsOf(from);
  const toMs = instantMsOf(to);
  const problem = problemOf({ from, to, fromMs, toMs, nowMs });
  return problem === null
    ? { range: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }, problem }
    : { range: { period }, problem: `${problem} ${SHOWN[period]}` };
}

export function rangeOf(search: HistorySearch): ChartRange {
  return readRange(search, Date.now()).range;
}

const SHOWN: Record<StatsPeriod, string> = {
  "1h": t("The last hour is shown."),
  "24h": t("The last 24 hours are shown."),
  "7d": t("The last 7 days are shown."),
  "30d": t("The last 30 days are shown."),
  "90d": t("The last 90 days are shown."),
};

type Facts = {
  from: string | undefined;
  to: string | undefined;
  fromMs: number;
  toMs: number;
  nowMs: number;
};

function problemOf({ from, to, fromMs, toMs, nowMs }: Facts): string | null {
  if (from === undefined) return t("The address has an end, “to”, without a start, “from”.");
  if (to === undefined) return t("The address has a start, “from”, without an end, “to”.");
  const unreadable = Number.isNaN(fromMs) ? from : Number.isNaN(toMs) ? to : null;
  if (unreadable !== null)
    return t("“{unreadable}” in the address is not a time. Use one such as 2026-01-31T12:00:00Z.", {
      unreadable,
    });
  if (fromMs >= toMs) return t("The time in the address ends before it starts.");
  if (fromMs >= nowMs) return t("The time in the address is in the future.");
  if (fromMs < EARLIEST_MS) return t("The time in the address starts before the year 2000.");
  return null;
}

/** A date or a date with a time. The year alone, which JavaScript also reads, is a typing error. */
const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

function instantMsOf(text: string | undefined): number {
  return text !== undefined && INSTANT.test(text) ? Date.parse(text) : Number.NaN;
}
