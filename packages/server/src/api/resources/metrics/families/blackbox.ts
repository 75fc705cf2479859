import type { TargetFigures } from "../../../../pipeline/telemetry/figures/read-figures.ts";
import { phasesOf } from "../../../../pipeline/telemetry/figures/series-phases.ts";
import { type Family, labelText, type TargetLabels } from "../family.ts";
import { eachActive, earliestExpiry } from "./vedette.ts";

/**
 * The names of Prometheus' blackbox exporter. `instance` is what its dashboards select by; scrape with `honor_labels: true`
 * to keep it. Source: the README and the Go sources of blackbox_exporter 0.25.
 */

export function blackboxLabels(target: TargetFigures): TargetLabels {
  const labels = labelText({
    instance: target.address ?? target.name,
    ...{ id: target.id, name: target.name },
  });
  return { short: labels, full: labels };
}

export const BLACKBOX_FAMILIES: readonly Family[] = [
  {
    name: "probe_success",
    type: "gauge",
    help: "Displays whether or not the probe was a success",
    samples: (target, { short }, add) =>
      eachActive(target, ({ result_status: status }, location) => {
        if (status !== null && status !== "e") add(short + location, status === "d" ? 0 : 1);
      }),
  },
  {
    name: "probe_duration_seconds",
    type: "gauge",
    help: "Returns how long the probe took to complete in seconds",
    samples: (target, { short }, add) =>
      eachActive(target, ({ response_us: us }, location) => {
        if (us !== null) add(short + location, us / 1e6);
      }),
  },
  {
    name: "probe_http_status_code",
    type: "gauge",
    help: "Response HTTP status code",
    samples: (target, { short }, add) =>
      eachActive(target, ({ status_code: code }, location) => {
        if (code !== null) add(short + location, code);
      }),
  },
  {
    name: "probe_http_duration_seconds",
    type: "gauge",
    help: "Duration of http request by phase, summed over all redirects",
    samples(target, { short }, add) {
      eachActive(target, (series, location) => {
        if (series.status_code === null) return;
        const { dns, connect, tls, ttfb, download } = phasesOf(series);
        const phases = { resolve: dns, connect, tls, processing: ttfb, transfer: download };
        for (const [phase, us] of Object.entries(phases))
          add(`${short}${location},phase="${phase}"`, (us ?? 0) / 1e6);
      });
    },
  },
  {
    name: "probe_dns_lookup_time_seconds",
    type: "gauge",
    help: "Returns the time taken for probe dns lookup in seconds",
    samples: (target, { short }, add) =>
      eachActive(target, ({ dns_us: us }, location) => {
        if (us !== null) add(short + location, us / 1e6);
      }),
  },
  {
    name: "probe_http_ssl",
    type: "gauge",
    help: "Indicates if SSL was used for the final redirect",
    samples: (target, { short }, add) =>
      eachActive(target, ({ status_code: code, tls_protocol: protocol }, location) => {
        if (code !== null) add(short + location, protocol === null ? 0 : 1);
      }),
  },
  {
    name: "probe_ssl_earliest_cert_expiry",
    type: "gauge",
    help: "Returns last SSL chain expiry in unixtime",
    samples(target, { short }, add) {
      const at = earliestExpiry(target);
      if (at !== null) add(short, at);
    },
  },
  {
    name: "probe_tls_version_info",
    type: "gauge",
    help: "Returns the TLS version used or NaN when unknown",
    samples: (target, { short }, add) =>
      eachActive(target, ({ tls_protocol: protocol }, location) => {
        if (protocol === null) return;
        // Node says TLSv1.3, Go says TLS 1.3.
        add(`${short}${location},${labelText({ version: protocol.replace("TLSv", "TLS ") })}`, 1);
      }),
  },
];
