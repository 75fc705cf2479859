import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { GroupId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

/**
 * The state of a target that recording needs. The database is authoritative; `revision` shows how old this
 * copy is.
 */
export type TargetState = {
  targetId: string;
  kind: TargetKind;
  orgId: string;
  name: string;
  /** Of a monitor; null for other kinds. */
  type: CheckType | null;
  tags: readonly string[];
  groupId: GroupId | null;
  enabled: boolean;
  revision: number;
  status: MonitorStatus;
  statusSinceMs: number;
  /** Why the status is `unknown`; meaningless with any other status. */
  statusReason: string | null;
  series: SeriesState[];
};

/** One target at one location. */
export type SeriesState = {
  seriesKey: number;
  location: string;
  /** False after the location was removed from the target: it then does not affect the target's status. */
  active: boolean;
  status: SeriesStatus;
  statusSinceMs: number;
  consecutiveFailures: number;
  /** Results in a row without a verdict, up to `ERRORS_UNTIL_UNKNOWN`. */
  consecutiveErrors: number;
};

export type SeriesStatus = "pending" | "up" | "degraded" | "down" | "unknown";

/** Results in a row without a verdict after which the status is `unknown`. */
const ERRORS_UNTIL_UNKNOWN = 3;

/** The parts of an outcome that affect its target. */
type Observation = Pick<CheckOutcome, "status" | "checkedAtMs"> & {
  error: { code: string; message: string } | null;
};

/** A change of a target's status, as it is stored and published. */
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
function nextSeriesState(series: SeriesState, outcome: Observation): SeriesState {
  if (outcome.status === "error") return afterError(series, outcome.checkedAtMs);
  const hasChanged = series.status !== outcome.status;
  return {
    ...series,
    status: outcome.status,
    statusSinceMs: hasChanged ? outcome.checkedAtMs : series.statusSinceMs,
    consecutiveFailures: outcome.status === "down" ? series.consecutiveFailures + 1 : 0,
    consecutiveErrors: 0,
  };
}

/**
 * The last known status stays until there are too many errors in a row. The count of failures continues after
 * them.
 */
function afterError(series: SeriesState, atMs: number): SeriesState {
  const consecutiveErrors = Math.min(ERRORS_UNTIL_UNKNOWN, series.consecutiveErrors + 1);
  if (consecutiveErrors < ERRORS_UNTIL_UNKNOWN || series.status === "unknown") {
    return { ...series, consecutiveErrors };
  }
  return { ...series, consecutiveErrors, status: "unknown", statusSinceMs: atMs };
}

/**
 * The combined status of all locations: `down` if at least half of the reporting ones are down, so that one
 * location with a bad network does not mark a site as down; `degraded` if fewer are down, or if any is slow;
 * `pending` before the first report. A location without a verdict has no vote; if no location has a verdict,
 * the status is `unknown`.
 */
export function combinedStatus(series: readonly SeriesState[]): SeriesStatus {
  const heard = series.filter((each) => each.active && each.status !== "pending");
  if (heard.length === 0) return "pending";
  const reporting = heard.filter((each) => each.status !== "unknown");
  if (reporting.length === 0) return "unknown";
  const down = reporting.filter((each) => each.status === "down").length;
  if (down * 2 >= reporting.length) return "down";
  return down > 0 || reporting.some((each) => each.status === "degraded") ? "degraded" : "up";
}

/**
 * Returns the target after one more outcome at one of its locations, and the change of its status, if any. A
 * disabled target keeps its status: manual checks do not change it. A target in maintenance keeps its status
 * too, but its locations are updated and define its status when the maintenance ends.
 */
export function nextTargetState(
  target: TargetState,
  seriesKey: number,
  outcome: Observation,
): { target: TargetState; change: StatusChange | null } {
  if (!target.enabled) return { target, change: null };
  const series = target.series.map((each) =>
    each.seriesKey === seriesKey ? nextSeriesState(each, outcome) : each,
  );
  const status = combinedStatus(series);
  if (status === target.status || target.status === "maintenance")
    return { target: { ...target, series }, change: null };
  // Status changes of a target are identified by their instant, so each needs its own.
  const atMs = Math.max(outcome.checkedAtMs, target.statusSinceMs + 1);
  const { targetId, kind, orgId, name, status: previousStatus } = target;
  const statusReason = status === "unknown" ? reasonOf(outcome.error) : null;
  return {
    target: { ...target, series, status, statusSinceMs: atMs, statusReason },
    change: { targetId, kind, orgId, name, atMs, status, previousStatus },
  };
}

/** Enough for a code and a sentence. */
const REASON_LENGTH_MAX = 500;

function reasonOf(error: Observation["error"]): string | null {
  return error && `${error.code}: ${error.message}`.slice(0, REASON_LENGTH_MAX).toWellFormed();
}
