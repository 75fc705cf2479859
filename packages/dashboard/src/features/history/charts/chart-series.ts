import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import type { Series } from "../../../components/charts/time-series/series.ts";
import { t } from "../../../language/t.ts";
import { PHASES } from "../../checks/phases/phases.ts";

type Points = MonitorStats["series"];

/**
 * Leaves out the points without a check between two checks that followed each other: a target that is checked every
 * two minutes has one in every other minute, and is a line nevertheless. A longer gap stays. Pure.
 */
export function withoutEmptyPoints(points: Points, intervalSeconds: number | null): Points {
  const [first, second] = points;
  if (intervalSeconds === null || !first || !second) return points;
  const stepMs = Date.parse(second.at) - Date.parse(first.at);
  const steps = Math.ceil((intervalSeconds * 1_000) / stepMs);
  const measured = points.flatMap(({ total }, index) => (total > 0 ? [index] : []));
  const isBetween = new Set(
    measured.slice(1).flatMap((index, nr) => {
      const before = measured[nr] ?? index;
      return index - before <= steps
        ? Array.from({ length: index - before - 1 }, (_, n) => before + 1 + n)
        : [];
    }),
  );
  return points.filter((_, index) => !isBetween.has(index));
}

/** The average with the range in which half to 95 % of the response times lie, and the limit. Pure. */
export function timeSeries(points: Points, degradedAfterMs: number | null): Series[] {
  return [
    { label: "p95", color: "--chart-p95", values: points.map(({ p95_ms: ms }) => ms), fillTo: t("Median") },
    { label: t("Median"), color: "--chart-p50", values: points.map(({ p50_ms: ms }) => ms) },
    { label: t("Average"), color: "--accent", values: points.map(({ avg_ms: ms }) => ms) },
    ...limitOf(points, degradedAfterMs),
  ];
}

/** Phases that happened, stacked: they add up to the average. Pure. */
export function phaseSeries(points: Points, degradedAfterMs: number | null): Series[] {
  const happened = PHASES.map(({ phase, label, color }) => ({
    label,
    color,
    values: points.map(({ timings }) => timings?.[phase] ?? null),
    isStacked: true,
  })).filter(({ values }) => values.some((ms) => ms !== null));
  return [...happened, ...limitOf(points, degradedAfterMs)];
}

function limitOf(points: Points, degradedAfterMs: number | null): Series[] {
  if (degradedAfterMs === null) return [];
  const values = points.map(() => degradedAfterMs);
  return [{ label: t("Degraded above"), color: "--degraded", values, dash: "dashed" }];
}
