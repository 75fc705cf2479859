import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetFigures } from "../../../../pipeline/telemetry/figures/read-figures.ts";
import { type Family, labelText, type TargetLabels } from "../family.ts";
import { earliestExpiry } from "./vedette.ts";

/** The names of Uptime Kuma's `/metrics`. Source: server/prometheus.js of Uptime Kuma 2. */

export function kumaLabels(target: TargetFigures): TargetLabels {
  const { address } = target;
  const url = address?.includes("://") ? address : "";
  const [host, port] = address && url === "" ? splitPort(address) : ["null", "null"];
  const labels = labelText({
    monitor_id: target.id,
    monitor_name: target.name,
    monitor_type: target.type === null ? target.kind : (TYPES[target.type] ?? target.type),
    monitor_url: url === "" ? "null" : url,
    monitor_hostname: host,
    monitor_port: port,
  });
  return { short: labels, full: labels };
}

/** Kuma's words for kinds of checks that have another name here. */
const TYPES: Readonly<Record<string, string>> = { url: "http", tcp: "port" };

function splitPort(address: string): [string, string] {
  const at = address.lastIndexOf(":");
  return at > 0 ? [address.slice(0, at), address.slice(at + 1)] : [address, "null"];
}

const STATUS: Record<MonitorStatus, number | null> = {
  ...{ up: 1, degraded: 1, down: 0, pending: 2, unknown: 2, maintenance: 3 },
  // Kuma has no sample of a paused monitor.
  paused: null,
};

export const KUMA_FAMILIES: readonly Family[] = [
  {
    name: "monitor_status",
    type: "gauge",
    help: "Monitor Status (1 = UP, 0= DOWN, 2= PENDING, 3= MAINTENANCE)",
    samples({ status }, { short }, add) {
      const value = STATUS[status];
      if (value !== null) add(short, value);
    },
  },
  {
    name: "monitor_response_time",
    type: "gauge",
    help: "Monitor Response Time (ms)",
    samples(target, { short }, add) {
      const us = newestResponse(target);
      if (us !== null) add(short, us / 1_000);
    },
  },
  {
    name: "monitor_cert_is_valid",
    type: "gauge",
    help: "Is the certificate still valid? (1 = Yes, 0= No)",
    samples(target, { short }, add) {
      const days = daysOfCertificate(target);
      if (days !== null) add(short, days >= 0 ? 1 : 0);
    },
  },
  {
    name: "monitor_cert_days_remaining",
    type: "gauge",
    help: "The number of days remaining until the certificate expires",
    samples(target, { short }, add) {
      const days = daysOfCertificate(target);
      if (days !== null) add(short, Math.floor(days));
    },
  },
  {
    name: "monitor_uptime_ratio",
    type: "gauge",
    help: "Uptime ratio calculated over sliding window specified by the 'window' label. (0.0 - 1.0)",
    samples({ uptime }, { short }, add) {
      if (uptime["24h"] !== null) add(`${short},window="1d"`, uptime["24h"]);
      if (uptime["30d"] !== null) add(`${short},window="30d"`, uptime["30d"]);
    },
  },
];

function newestResponse({ series }: TargetFigures): number | null {
  const newest = series
    .filter(({ active, checked_at_s: at }) => active && at !== null)
    .toSorted((one, other) => (other.checked_at_s ?? 0) - (one.checked_at_s ?? 0))[0];
  return newest?.response_us ?? null;
}

/** At the time of the figures. */
function daysOfCertificate(target: TargetFigures): number | null {
  const at = earliestExpiry(target);
  return at === null ? null : (at - target.read_at_s) / 86_400;
}
