import type { Timeline } from "@vedette/contract/targets/history.ts";
import { type ChartSpan, SPAN_STYLES, type SpanKind } from "../../../components/charts/time-series/series.ts";
import { spanText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { missedReasonText } from "../../../missed-text.ts";

export type MaintenanceSpan = Timeline["maintenance_windows"][number];

const KINDS: Partial<Record<Timeline["spans"][number]["status"], SpanKind>> = {
  down: "down",
  degraded: "degraded",
  maintenance: "maintenance",
  paused: "unmeasured",
  unknown: "unmeasured",
};

/** The shaded times of a chart: the status of the target, missed checks and maintenance windows. Pure. */
export function chartSpans({ spans, missed, maintenance_windows: windows }: Timeline): ChartSpan[] {
  const ofStatus = spans.flatMap(({ status, from, to }): ChartSpan[] => {
    const kind = KINDS[status];
    return kind === undefined ? [] : [toSpan(kind, { from, to }, SPAN_STYLES[kind].label)];
  });
  const ofMissed = missed.map(({ from, to, checks, location, reason }) => {
    const count = t("{checks, plural, one {# missed check} other {# missed checks}} at {location}", {
      checks,
      location,
    });
    return toSpan(
      "missed",
      { from, to },
      t("Not measured ({missedReason}): {count}", { missedReason: missedReasonText(reason), count }),
    );
  });
  const ofWindows = windows.map(({ name, from, to }) =>
    toSpan("window", { from, to }, t("Maintenance window {name}", { name })),
  );
  return [...ofStatus, ...ofMissed, ...ofWindows];
}

function toSpan(kind: SpanKind, { from, to }: { from: string; to: string }, label: string): ChartSpan {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return { fromMs, toMs, kind, label: t("{label} for {span}", { label, span: spanText(toMs - fromMs) }) };
}
