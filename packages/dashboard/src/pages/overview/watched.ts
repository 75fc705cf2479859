import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { type Counts, noCounts, STATUS_ORDER } from "../monitors/list/list-view.ts";
import type { MonitorRow } from "../monitors/list/monitor-list.ts";

/** Anything that is watched, whatever its kind, as the overview shows it. Pure. */
export type Watched = {
  id: string;
  kind: "monitors" | "api-monitors" | "journeys";
  name: string;
  status: MonitorStatus;
  since: string;
  /** What is known of why it is not well. */
  failures: Readonly<Record<string, string>>;
  lastMs: number | null;
};

export const KIND_LABELS: Record<Watched["kind"], string> = {
  monitors: "Monitor",
  "api-monitors": "API monitor",
  journeys: "Journey",
};

export function watchedMonitor(row: MonitorRow): Watched {
  const { id, name, status, statusSince: since, failures, lastResponseTimeMs: lastMs } = row;
  return { id, kind: "monitors", name, status, since, failures, lastMs };
}

export function watchedRun(target: Target): Watched {
  const { id, name, status, status_since: since, last_duration_ms: lastMs } = target;
  const kind = target.kind === "journey" ? "journeys" : "api-monitors";
  return { id, kind, name, status, since, failures: {}, lastMs };
}

/** What needs attention: down, degraded, then unknown, and of each what has lasted longest. */
export function needingAttention(all: readonly Watched[]): Watched[] {
  return all
    .filter(({ status }) => status === "down" || status === "degraded" || status === "unknown")
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.since < b.since ? -1 : 1));
}

/** What changed last comes first: what is read from top to bottom is what happened. */
export function latestFirst(all: readonly Watched[]): Watched[] {
  return [...all].sort((a, b) => (a.since > b.since ? -1 : 1));
}

export function countWatched(all: readonly Watched[]): Counts {
  const counts = noCounts();
  for (const { status } of all) counts[status] += 1;
  return counts;
}

/** The state of everything in one sentence. */
export function overviewHeadline({ down, degraded, ...others }: Counts): string {
  const total = down + degraded + Object.values(others).reduce((sum, count) => sum + count, 0);
  if (total === 0) return "Nothing is watched yet.";
  const all = total.toLocaleString("en");
  if (down > 0) return `${down.toLocaleString("en")} of ${all} ${down === 1 ? "is" : "are"} down.`;
  if (degraded > 0)
    return `${degraded.toLocaleString("en")} of ${all} ${degraded === 1 ? "is" : "are"} degraded.`;
  if (others.unknown > 0) return `${others.unknown.toLocaleString("en")} of ${all} in an unknown state.`;
  return others.up === total ? "All is well." : "Nothing is down.";
}

function rankOf({ status }: Watched): number {
  return STATUS_ORDER.indexOf(status);
}
