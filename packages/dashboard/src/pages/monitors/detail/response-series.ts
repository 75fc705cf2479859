import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import type { Series } from "../../../components/charts/series.ts";

type Phase = keyof CheckResult["timings"];
type Points = MonitorStats["series"];

const PHASES: readonly { phase: Phase; label: string; color: Series["color"] }[] = [
  { phase: "dns_ms", label: "DNS", color: "--maintenance" },
  { phase: "connect_ms", label: "Connect", color: "--degraded" },
  { phase: "tls_ms", label: "TLS", color: "--paused" },
  { phase: "ttfb_ms", label: "First byte", color: "--accent" },
  { phase: "download_ms", label: "Download", color: "--up" },
];

/** Series of the response time chart: stacked phases, which add up to the average, and p95. Pure. */
export function responseSeries(points: Points, degradedAfterMs: number | null): Series[] {
  const happened = PHASES.map(({ phase, ...look }) => ({
    ...look,
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
