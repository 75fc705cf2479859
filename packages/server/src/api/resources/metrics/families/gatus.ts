import type { TargetFigures } from "../../../../pipeline/telemetry/figures/read-figures.ts";
import { type Family, labelText, type TargetLabels } from "../family.ts";
import { earliestExpiry } from "./vedette.ts";

/**
 * The names of Gatus' `/metrics`, except those of counters by status code and by connection, which Vedette does not count.
 * Source: metrics/metrics.go of Gatus 5.
 */

export function gatusLabels(target: TargetFigures): TargetLabels {
  const labels = labelText({
    key: `${keyPart(target.group_name ?? "")}_${keyPart(target.name)}`,
    group: target.group_name ?? "",
    name: target.name,
    type: (target.type === "url" ? "http" : (target.type ?? target.kind)).toUpperCase(),
    // Names are not unique.
    id: target.id,
  });
  return { short: labels, full: labels };
}

/** Gatus replaces these characters in keys. */
function keyPart(text: string): string {
  return text
    .toLowerCase()
    .trim()
    .replace(/[/_,.#+& ]/g, "-");
}

export const GATUS_FAMILIES: readonly Family[] = [
  {
    name: "gatus_results",
    type: "counter",
    help: "Number of results per endpoint",
    samples({ series }, { short }, add) {
      const sum = (of: (each: TargetFigures["series"][number]) => number) =>
        series.reduce((total, each) => total + of(each), 0);
      add(
        `${short},success="true"`,
        sum(({ up, degraded }) => up + degraded),
      );
      add(
        `${short},success="false"`,
        sum(({ down }) => down),
      );
    },
  },
  {
    name: "gatus_results_duration_seconds",
    type: "gauge",
    help: "Duration of the request in seconds",
    samples({ series }, { short }, add) {
      const us = series.flatMap((each) =>
        each.active && each.response_us !== null ? [each.response_us] : [],
      );
      if (us.length > 0) add(short, Math.max(...us) / 1e6);
    },
  },
  {
    name: "gatus_results_certificate_expiration_seconds",
    type: "gauge",
    help: "Number of seconds until the certificate expires",
    samples(target, { short }, add) {
      const at = earliestExpiry(target);
      if (at !== null) add(short, at - target.read_at_s);
    },
  },
  {
    name: "gatus_results_domain_expiration_seconds",
    type: "gauge",
    help: "Number of seconds until the domains expires",
    samples(target, { short }, add) {
      const at = target.domain_expires_at_s;
      if (at !== null) add(short, at - target.read_at_s);
    },
  },
  {
    name: "gatus_results_endpoint_success",
    type: "gauge",
    help: "Displays whether or not the endpoint was a success",
    samples({ status }, { short }, add) {
      if (status === "up" || status === "degraded") add(short, 1);
      else if (status === "down") add(short, 0);
    },
  },
];
