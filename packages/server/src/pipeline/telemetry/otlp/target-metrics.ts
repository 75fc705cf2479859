import { TIMED_VITALS } from "../figures/queries.ts";
import type { TargetFigures } from "../figures/read-figures.ts";
import { phasesOf } from "../figures/series-phases.ts";
import { UPTIME_WINDOWS } from "../figures/uptime-ratios.ts";
import { GAUGE, HISTOGRAM, type Metric, metricOf, SUM } from "./metric-of.ts";
import { type Attributes, hrTime, type Metrics, type Resource, SCOPE } from "./resource.ts";

/** Converts figures of targets to metrics of OTLP. Pure. */

type Point = { attributes: Attributes; value: number };
type Times = Pick<Metric["dataPoints"][number], "startTime" | "endTime">;

const LIMITS_S = [0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BUCKETS = [
  ...["within_100ms", "within_250ms", "within_500ms", "within_1s"],
  ...["within_2500ms", "within_5s", "within_10s", "above_10s"],
] as const satisfies readonly string[];
const RESULTS = ["up", "degraded", "down", "error", "missed", "skipped"] as const;

export function targetMetrics(targets: readonly TargetFigures[], resource: Resource): Metrics {
  const gauges = GAUGES.map(({ points, ...descriptor }) =>
    metricOf(descriptor, {
      dataPointType: GAUGE,
      dataPoints: targets.flatMap((target) =>
        points(target).map((point) => ({ ...point, ...timesOf(target) })),
      ),
    }),
  );
  const metrics = [...gauges, checksOf(targets), durationsOf(targets)];
  return {
    resource,
    scopeMetrics: [{ scope: SCOPE, metrics: metrics.filter(({ dataPoints }) => dataPoints.length > 0) }],
  };
}

export function countPoints({ scopeMetrics }: Metrics): number {
  return scopeMetrics
    .flatMap(({ metrics }) => metrics)
    .reduce((sum, { dataPoints }) => sum + dataPoints.length, 0);
}

type Gauge = { name: string; unit: string; description: string; points(target: TargetFigures): Point[] };

const GAUGES: readonly Gauge[] = [
  {
    name: "vedette.target.up",
    unit: "1",
    description: "1 up or degraded, 0 down; absent while the status is another one",
    points: (target) => {
      const { status } = target;
      const isKnown = status === "up" || status === "degraded" || status === "down";
      return isKnown ? [{ attributes: labelsOf(target), value: status === "down" ? 0 : 1 }] : [];
    },
  },
  {
    name: "vedette.target.response",
    unit: "s",
    description: "Response time of the newest check or run",
    points: (target) =>
      target.series.flatMap(({ active, location, response_us: us }) =>
        active && us !== null
          ? [{ attributes: { ...labelsOf(target), "vedette.location": location }, value: us / 1e6 }]
          : [],
      ),
  },
  {
    name: "vedette.target.phase",
    unit: "s",
    description: "Phases of the newest check. They add up to the response time",
    points: (target) =>
      target.series.flatMap((series) =>
        Object.entries(series.active ? phasesOf(series) : {}).flatMap(([phase, us]) =>
          us === null
            ? []
            : [
                {
                  attributes: { ...labelsOf(target), "vedette.location": series.location, phase },
                  value: us / 1e6,
                },
              ],
        ),
      ),
  },
  {
    name: "vedette.target.certificate.expiry",
    unit: "s",
    description: "When the certificate expires, in seconds since the epoch",
    points: (target) => {
      const at = target.series.flatMap(({ active, tls_expires_at_s: s }) =>
        active && s !== null ? [s] : [],
      );
      return at.length === 0 ? [] : [{ attributes: labelsOf(target), value: Math.min(...at) }];
    },
  },
  {
    name: "vedette.target.domain.expiry",
    unit: "s",
    description: "When the registration of the domain expires, in seconds since the epoch",
    points: (target) => single(target, target.domain_expires_at_s),
  },
  {
    name: "vedette.target.uptime",
    unit: "1",
    description: "Share of the observed time in which the target was not down",
    points: (target) =>
      UPTIME_WINDOWS.flatMap((window) => {
        const value = target.uptime[window];
        return value === null ? [] : [{ attributes: { ...labelsOf(target), window }, value }];
      }),
  },
  {
    name: "vedette.heartbeat.last_ping",
    unit: "s",
    description: "When the heartbeat was last pinged, in seconds since the epoch",
    points: (target) => single(target, target.last_ping_at_s),
  },
  {
    name: "vedette.journey.web_vital",
    unit: "s",
    description: "Core Web Vitals of the newest run that measured them: the worst page",
    points: (target) =>
      TIMED_VITALS.flatMap((vital) => {
        const ms = target.webVitals?.[`${vital}_ms`] ?? null;
        return ms === null ? [] : [{ attributes: { ...labelsOf(target), vital }, value: ms / 1_000 }];
      }),
  },
  {
    name: "vedette.journey.layout_shift",
    unit: "1",
    description: "Cumulative Layout Shift of the newest run that measured it: the worst page",
    points: (target) => single(target, target.webVitals?.cls ?? null),
  },
];

function single(target: TargetFigures, value: number | null): Point[] {
  return value === null ? [] : [{ attributes: labelsOf(target), value }];
}

function checksOf(targets: readonly TargetFigures[]): Metric {
  return metricOf(
    { name: "vedette.target.checks", unit: "{check}", description: "Checks by what became of them" },
    {
      dataPointType: SUM,
      isMonotonic: true,
      dataPoints: targets.flatMap((target) =>
        target.series.flatMap((series) =>
          RESULTS.map((result) => ({
            attributes: { ...labelsOf(target), "vedette.location": series.location, result },
            value: series[result],
            ...timesOf(target),
          })),
        ),
      ),
    },
  );
}

function durationsOf(targets: readonly TargetFigures[]): Metric {
  return metricOf(
    { name: "vedette.target.check.duration", unit: "s", description: "Response times of all checks" },
    {
      dataPointType: HISTOGRAM,
      dataPoints: targets
        .filter(({ series }) => series.length > 0)
        .map((target) => {
          const sumOf = (of: (each: TargetFigures["series"][number]) => number) =>
            target.series.reduce((sum, each) => sum + of(each), 0);
          const counts = BUCKETS.map((bucket) => sumOf((each) => each[bucket]));
          const count = counts.reduce((sum, each) => sum + each, 0);
          const value = {
            buckets: { boundaries: LIMITS_S, counts },
            ...{ sum: sumOf((each) => each.response_us_sum) / 1e6, count },
          };
          return { attributes: labelsOf(target), value, ...timesOf(target) };
        }),
    },
  );
}

function labelsOf({ id, name, type, kind, group_name: group, tags }: TargetFigures): Attributes {
  return {
    ...{ "vedette.target.id": id, "vedette.target.name": name, "vedette.target.type": type ?? kind },
    ...(group !== null && { "vedette.target.group": group }),
    ...(tags.length > 0 && { "vedette.target.tags": tags }),
  };
}

/** Counters count since the target was created at the latest. */
function timesOf({ created_at_ms: createdAtMs, read_at_s: readAtS }: TargetFigures): Times {
  return { startTime: hrTime(createdAtMs * 1_000), endTime: hrTime(readAtS * 1e6) };
}
