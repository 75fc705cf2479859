import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { type Counts, noCounts, STATUS_ORDER } from "../monitors/list/list-view.ts";
import type { MonitorRow } from "../monitors/list/monitor-list.ts";

/** A target of any kind as the overview shows it. Pure. */
export type OverviewItem = {
  id: string;
  kind: "monitors" | "api-monitors" | "journeys";
  name: string;
  status: MonitorStatus;
  since: string;
  /** The failure of each location, by location id. */
  failures: Readonly<Record<string, string>>;
  lastMs: number | null;
};

export const KIND_LABELS: Record<OverviewItem["kind"], string> = {
  monitors: "Monitor",
  "api-monitors": "API monitor",
  journeys: "Journey",
};

export function monitorItem(row: MonitorRow): OverviewItem {
  const { id, name, status, statusSince: since, failures, lastResponseTimeMs: lastMs } = row;
  return { id, kind: "monitors", name, status, since, failures, lastMs };
}

export function targetItem(target: Target): OverviewItem {
  const { id, name, status, status_since: since, last_duration_ms: lastMs } = target;
  const kind = target.kind === "journey" ? "journeys" : "api-monitors";
  return { id, kind, name, status, since, failures: {}, lastMs };
}

/** Returns the targets that are down, degraded or unknown, in this order; within a status the longest first. */
export function needingAttention(all: readonly OverviewItem[]): OverviewItem[] {
  return all
    .filter(({ status }) => status === "down" || status === "degraded" || status === "unknown")
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.since < b.since ? -1 : 1));
}

/** Returns the targets with the latest status change first. */
export function latestFirst(all: readonly OverviewItem[]): OverviewItem[] {
  return [...all].sort((a, b) => (a.since > b.since ? -1 : 1));
}

export function countByStatus(all: readonly OverviewItem[]): Counts {
  const counts = noCounts();
  for (const { status } of all) counts[status] += 1;
  return counts;
}

/** Summarizes all statuses in one sentence. */
export function overviewHeadline({ down, degraded, ...others }: Counts): string {
  const total = down + degraded + Object.values(others).reduce((sum, count) => sum + count, 0);
  if (total === 0) return "Nothing is monitored yet.";
  const all = total.toLocaleString("en");
  if (down > 0) return `${down.toLocaleString("en")} of ${all} ${down === 1 ? "is" : "are"} down.`;
  if (degraded > 0)
    return `${degraded.toLocaleString("en")} of ${all} ${degraded === 1 ? "is" : "are"} degraded.`;
  if (others.unknown > 0) return `${others.unknown.toLocaleString("en")} of ${all} have an unknown status.`;
  return others.up === total ? "Everything is up." : "Nothing is down.";
}

function rankOf({ status }: OverviewItem): number {
  return STATUS_ORDER.indexOf(status);
}
