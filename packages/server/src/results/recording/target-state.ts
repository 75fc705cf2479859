import type { CheckOutcome } from "@vedette/contract/check-run.ts";
import type { MonitorStatus } from "@vedette/contract/monitors.ts";
import type { TargetKind } from "@vedette/contract/target-fields.ts";

/** What recording has to know of a target. The database is the truth, `revision` tells how old this is. */
export type TargetState = {
  targetId: string;
  kind: TargetKind;
  orgId: string;
  name: string;
  enabled: boolean;
  revision: number;
  status: MonitorStatus;
  statusSinceMs: number;
  series: SeriesState[];
};

/** One target at one location. */
export type SeriesState = {
  seriesKey: number;
  location: string;
  /** False once the location was taken from the target: it has no say in the target's status. */
  active: boolean;
  status: "pending" | "up" | "degraded" | "down";
  statusSinceMs: number;
  consecutiveFailures: number;
};

/** A change of a target's status, as it is stored and told. */
export type StatusChange = {
  targetId: string;
  kind: TargetKind;
  orgId: string;
  name: string;
  atMs: number;
  status: MonitorStatus;
  previousStatus: MonitorStatus;
};

/** The state of a series after one more outcome. */
function nextSeriesState(series: SeriesState, outcome: CheckOutcome): SeriesState {
  const hasChanged = series.status !== outcome.status;
  return {
    ...series,
    status: outcome.status,
    statusSinceMs: hasChanged ? outcome.checkedAtMs : series.statusSinceMs,
    consecutiveFailures: outcome.status === "down" ? series.consecutiveFailures + 1 : 0,
  };
}

/**
 * The verdict of all locations: `down` when at least half of those that have reported are down, so
 * that one place with a bad network does not declare a site dead; `degraded` when fewer are, or when
 * any is slow; `pending` before the first report.
 */
export function combinedStatus(series: readonly SeriesState[]): "pending" | "up" | "degraded" | "down" {
  const reporting = series.filter((each) => each.active && each.status !== "pending");
  if (reporting.length === 0) return "pending";
  const down = reporting.filter((each) => each.status === "down").length;
  if (down * 2 >= reporting.length) return "down";
  return down > 0 || reporting.some((each) => each.status === "degraded") ? "degraded" : "up";
}

/**
 * The target after one more outcome at one of its locations, and the change of its status if there
 * was one. A disabled target keeps its status: a check by hand tells, it does not decide. So does one in
 * maintenance, but its locations go on: what they say last is its status when the maintenance ends.
 */
export function nextTargetState(
  target: TargetState,
  seriesKey: number,
  outcome: CheckOutcome,
): { target: TargetState; change: StatusChange | null } {
  if (!target.enabled) return { target, change: null };
  const series = target.series.map((each) =>
    each.seriesKey === seriesKey ? nextSeriesState(each, outcome) : each,
  );
  const status = combinedStatus(series);
  if (status === target.status || target.status === "maintenance")
    return { target: { ...target, series }, change: null };
  // Changes of one target are told apart by their instant, so no two share one.
  const atMs = Math.max(outcome.checkedAtMs, target.statusSinceMs + 1);
  const { targetId, kind, orgId, name, status: previousStatus } = target;
  return {
    target: { ...target, series, status, statusSinceMs: atMs },
    change: { targetId, kind, orgId, name, atMs, status, previousStatus },
  };
}
