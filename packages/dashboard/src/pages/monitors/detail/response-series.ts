import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import type { Series } from "../../../components/charts/series.ts";
import { PHASES } from "../../../features/checks/phases.ts";

type Points = MonitorStats["series"];

/** Series of the response time chart: stacked phases, which add up to the average, and p95. Pure. */
export function responseSeries(points: Points, degradedAfterMs: number | null): Series[] {
  const happened = PHASES.map(({ phase, label, color }) => ({
    label,
    color,
    values: points.map(({ timings }) => timings?.[phase] ?? null),
    isStacked: true,
  })).filter(({ values }) => values.some((ms) => ms !== null));
  const limit: Series[] =
    degradedAfterMs === null
      ? []
      : [
          {
            label: "Degraded above",
            color: "--degraded",
            values: points.map(() => degradedAfterMs),
            isDashed: true,
          },
        ];
  return [
    ...happened,
    { label: "Average", color: "--accent", values: points.map(({ avg_ms: ms }) => ms) },
    { label: "p95", color: "--ink", values: points.map(({ p95_ms: ms }) => ms) },
    ...limit,
  ];
}
