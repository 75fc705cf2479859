import type { TimeRange } from "../../../components/charts/time-series/series.ts";
import { absoluteTime } from "../../../components/time-ago.tsx";
import { t } from "../../../language/t.ts";
import { PERIOD_LABELS } from "../../targets/period-choice.tsx";
import { type ChartRange, instantsOf } from "../history-search.ts";
import type { AnyStats } from "../target-stats.ts";

/** The time that a chart shows. */

/** The first point may start somewhat before the period. */
export function shownRange({ from, to, series }: Pick<AnyStats, "from" | "to" | "series">): TimeRange {
  const firstMs = Date.parse(series[0]?.at ?? from);
  return { fromMs: Math.min(firstMs, Date.parse(from)), toMs: Date.parse(to) };
}

/** A zoom shows at least this much: points are a minute apart or more. */
const ZOOM_LEAST_MS = 120_000;

export function zoomedTo({ fromMs, toMs }: TimeRange): ChartRange {
  const middleMs = (fromMs + toMs) / 2;
  const halfMs = Math.max(toMs - fromMs, ZOOM_LEAST_MS) / 2;
  return {
    from: new Date(Math.round(middleMs - halfMs)).toISOString(),
    to: new Date(Math.round(middleMs + halfMs)).toISOString(),
  };
}

/** Names the time; for a target younger than the period, the start of its monitored time. */
export function timeText({ from, to }: { from: string; to: string }, range: ChartRange): string {
  if ("from" in range) return `${absoluteTime(from)} – ${absoluteTime(to)}`;
  // The start of a longer period is moved to a whole hour or day before it; only a later start is meaningful.
  const askedMs = Date.parse(instantsOf(range).from);
  const isLater = Date.parse(from) - askedMs > LATER_MS;
  return isLater
    ? t("since the first check on {absoluteTime}", { absoluteTime: absoluteTime(from) })
    : t("the last {period}", { period: PERIOD_LABELS[range.period] });
}

/** The statistics may be as old as that. */
const LATER_MS = 120_000;
