import { MONITOR_STATUSES } from "@vedette/contract/targets/monitors.ts";
import type { MeasuredSeries } from "../../../../pipeline/telemetry/figures/queries.ts";
import { TIMED_VITALS } from "../../../../pipeline/telemetry/figures/queries.ts";
import type { TargetFigures } from "../../../../pipeline/telemetry/figures/read-figures.ts";
import { phasesOf } from "../../../../pipeline/telemetry/figures/series-phases.ts";
import { UPTIME_WINDOWS } from "../../../../pipeline/telemetry/figures/uptime-ratios.ts";
import { type Add, type Family, labelText, type TargetLabels } from "../family.ts";

/** The names of Vedette. docs/guide/telemetry.md lists them. */

export function vedetteLabels(target: TargetFigures): TargetLabels {
  const short = { id: target.id, name: target.name };
  return {
    short: labelText(short),
    full: labelText({
      ...short,
      type: target.type ?? target.kind,
      group: target.group_name ?? "",
      // Separators at both ends, as in Prometheus' service discovery: `tags=~".*,prod,.*"`.
      tags: target.tags.length === 0 ? "" : `,${target.tags.join(",")},`,
    }),
  };
}

export const VEDETTE_FAMILIES: readonly Family[] = [
  {
    name: "vedette_target_up",
    type: "gauge",
    help: "Whether the target is up or degraded (1) or down (0). Absent while its status is another one.",
    samples({ status }, { full }, add) {
      if (status === "up" || status === "degraded") add(full, 1);
      else if (status === "down") add(full, 0);
    },
  },
  {
    name: "vedette_target_status",
    type: "gauge",
    help: "The status of the target: 1 for the status that it has, 0 for the others.",
    samples({ status }, { short }, add) {
      for (const each of MONITOR_STATUSES) add(`${short},status="${each}"`, each === status ? 1 : 0);
    },
  },
  {
    name: "vedette_target_response_seconds",
    type: "gauge",
    help: "Response time of the newest check or run, by location. Absent if the target did not respond.",
    samples: (target, { short }, add) =>
      eachActive(target, (series, location) => {
        if (series.response_us !== null) add(short + location, series.response_us / 1e6);
      }),
  },
  {
    name: "vedette_target_phase_seconds",
    type: "gauge",
    help: "Phases of the newest check, by location. They add up to the response time.",
    samples: (target, { short }, add) =>
      eachActive(target, (series, location) => addPhases(series, short + location, add)),
  },
  {
    name: "vedette_target_certificate_expiry_seconds",
    type: "gauge",
    help: "When the certificate of the newest check expires, in seconds since the epoch.",
    samples(target, { short }, add) {
      const at = earliestExpiry(target);
      if (at !== null) add(short, at);
    },
  },
  {
    name: "vedette_target_domain_expiry_seconds",
    type: "gauge",
    help: "When the registration of the domain expires, in seconds since the epoch.",
    samples({ domain_expires_at_s: at }, { short }, add) {
      if (at !== null) add(short, at);
    },
  },
  {
    name: "vedette_target_uptime_ratio",
    type: "gauge",
    help: "Share of the observed time in which the target was not down, by window.",
    samples({ uptime }, { short }, add) {
      for (const window of UPTIME_WINDOWS) {
        const ratio = uptime[window];
        if (ratio !== null) add(`${short},window="${window}"`, ratio);
      }
    },
  },
  {
    name: "vedette_target_checks",
    type: "counter",
    help: "Checks, runs and expected pings by what became of them. It never resets.",
    samples(target, { short }, add) {
      for (const series of target.series) {
        const labels = `${short},${labelText({ location: series.location })}`;
        for (const result of RESULTS) add(`${labels},result="${result}"`, series[result]);
      }
    },
  },
  {
    name: "vedette_target_check_duration_seconds",
    type: "histogram",
    help: "Response times of all checks and runs with a response. It never resets.",
    samples: (target, { short }, add) => addHistogram(target, short, add),
  },
  {
    name: "vedette_heartbeat_last_ping_seconds",
    type: "gauge",
    help: "When the heartbeat was last pinged, in seconds since the epoch.",
    samples({ last_ping_at_s: at }, { short }, add) {
      if (at !== null) add(short, at);
    },
  },
  {
    name: "vedette_journey_web_vital_seconds",
    type: "gauge",
    help: "Core Web Vitals of the newest run of the journey that measured them: the worst page.",
    samples({ webVitals }, { short }, add) {
      for (const vital of TIMED_VITALS) {
        const ms = webVitals?.[`${vital}_ms`] ?? null;
        if (ms !== null) add(`${short},vital="${vital}"`, ms / 1_000);
      }
    },
  },
  {
    name: "vedette_journey_layout_shift",
    type: "gauge",
    help: "Cumulative Layout Shift (CLS) of the newest run of the journey that measured it: the worst page.",
    samples({ webVitals }, { short }, add) {
      const cls = webVitals?.cls ?? null;
      if (cls !== null) add(short, cls);
    },
  },
];

const RESULTS = ["up", "degraded", "down", "error", "missed", "skipped"] as const;

/** Calls `take` with each series that is still checked, and its location as a label behind others. */
export function eachActive(
  target: TargetFigures,
  take: (series: MeasuredSeries, location: string) => void,
): void {
  for (const series of target.series) {
    if (series.active) take(series, `,${labelText({ location: series.location })}`);
  }
}

/** Of the locations that are still checked, in seconds since the epoch. */
export function earliestExpiry({ series }: TargetFigures): number | null {
  const at = series.flatMap(({ active, tls_expires_at_s: s }) => (active && s !== null ? [s] : []));
  return at.length === 0 ? null : Math.min(...at);
}

/** A result without phases is of a run or of a kind without them. */
function addPhases(series: MeasuredSeries, labels: string, add: Add): void {
  const phases = phasesOf(series);
  for (const [phase, us] of Object.entries(phases)) {
    if (us !== null) add(`${labels},phase="${phase}"`, us / 1e6);
  }
}

/** The upper limits of the buckets in seconds, as Prometheus writes them, and their columns. */
const BUCKETS = [
  ["0.1", "within_100ms"],
  ["0.25", "within_250ms"],
  ["0.5", "within_500ms"],
  ["1.0", "within_1s"],
  ["2.5", "within_2500ms"],
  ["5.0", "within_5s"],
  ["10.0", "within_10s"],
  ["+Inf", "above_10s"],
] as const;

function addHistogram({ series }: TargetFigures, labels: string, add: Add): void {
  if (series.length === 0) return;
  let count = 0;
  for (const [limit, column] of BUCKETS) {
    for (const each of series) count += each[column];
    add(`${labels},le="${limit}"`, count, "_bucket");
  }
  add(labels, series.reduce((sum, each) => sum + each.response_us_sum, 0) / 1e6, "_sum");
  add(labels, count, "_count");
}
