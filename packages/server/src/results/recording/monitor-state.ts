import type { CheckOutcome } from "@vedette/contract/check-run.ts";
import type { MonitorStatus } from "@vedette/contract/monitors.ts";

/** What recording has to know of a monitor. The database is the truth, `revision` tells how old this is. */
export type MonitorState = {
  monitorId: string;
  orgId: string;
  name: string;
  enabled: boolean;
  revision: number;
  status: MonitorStatus;
  statusSinceMs: number;
  series: SeriesState[];
};

/** One monitor at one location. */
export type SeriesState = {
  seriesKey: number;
  location: string;
  /** False once the location was taken from the monitor: it has no say in the monitor's status. */
  active: boolean;
  status: "pending" | "up" | "degraded" | "down";
  statusSinceMs: number;
  consecutiveFailures: number;
};

/** A change of a monitor's status, as it is stored and told. */
export type StatusChange = {
  monitorId: string;
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
 * The monitor after one more outcome at one of its locations, and the change of its status if there
 * was one. A disabled monitor keeps its status: a check by hand tells, it does not decide.
 */
export function nextMonitorState(
  monitor: MonitorState,
  seriesKey: number,
  outcome: CheckOutcome,
): { monitor: MonitorState; change: StatusChange | null } {
  if (!monitor.enabled || monitor.status === "maintenance") return { monitor, change: null };
  const series = monitor.series.map((each) =>
    each.seriesKey === seriesKey ? nextSeriesState(each, outcome) : each,
  );
  const status = combinedStatus(series);
  if (status === monitor.status) return { monitor: { ...monitor, series }, change: null };
  // Changes of one monitor are told apart by their instant, so no two share one.
  const atMs = Math.max(outcome.checkedAtMs, monitor.statusSinceMs + 1);
  const { monitorId, orgId, name, status: previousStatus } = monitor;
  return {
    monitor: { ...monitor, series, status, statusSinceMs: atMs },
    change: { monitorId, orgId, name, atMs, status, previousStatus },
  };
}
