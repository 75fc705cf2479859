import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

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
  /** Why the status is `unknown`; of no meaning with any other. */
  statusReason: string | null;
  series: SeriesState[];
};

/** One target at one location. */
export type SeriesState = {
  seriesKey: number;
  location: string;
  /** False once the location was taken from the target: it has no say in the target's status. */
  active: boolean;
  status: SeriesStatus;
  statusSinceMs: number;
  consecutiveFailures: number;
  /** Results in a row that were not judged, counted up to `ERRORS_UNTIL_UNKNOWN`. */
  consecutiveErrors: number;
};

export type SeriesStatus = "pending" | "up" | "degraded" | "down" | "unknown";

/** Results in a row that were not judged, after which nothing is known of a target. Source: decisions.md, section 10. */
const ERRORS_UNTIL_UNKNOWN = 3;

/** What a result says of its target. */
type Said = Pick<CheckOutcome, "status" | "checkedAtMs"> & {
  error: { code: string; message: string } | null;
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
function nextSeriesState(series: SeriesState, outcome: Said): SeriesState {
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

/** What was last known holds until there were too many errors in a row. Failures before them go on being counted. */
function afterError(series: SeriesState, atMs: number): SeriesState {
  const consecutiveErrors = Math.min(ERRORS_UNTIL_UNKNOWN, series.consecutiveErrors + 1);
  if (consecutiveErrors < ERRORS_UNTIL_UNKNOWN || series.status === "unknown") {
    return { ...series, consecutiveErrors };
  }
  return { ...series, consecutiveErrors, status: "unknown", statusSinceMs: atMs };
}

/**
 * The verdict of all locations: `down` when at least half of those that have reported are down, so
 * that one place with a bad network does not declare a site dead; `degraded` when fewer are, or when
 * any is slow; `pending` before the first report. A location without a judged result has no vote; where
 * that is all of them, the verdict is `unknown`.
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
 * The target after one more outcome at one of its locations, and the change of its status if there
 * was one. A disabled target keeps its status: a check by hand tells, it does not decide. So does one in
 * maintenance, but its locations go on: what they say last is its status when the maintenance ends.
 */
export function nextTargetState(
  target: TargetState,
  seriesKey: number,
  outcome: Said,
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
  const statusReason = status === "unknown" ? reasonOf(outcome.error) : null;
  return {
    target: { ...target, series, status, statusSinceMs: atMs, statusReason },
    change: { targetId, kind, orgId, name, atMs, status, previousStatus },
  };
}

/** Long enough for a code and a sentence. */
const REASON_LENGTH_MAX = 500;

function reasonOf(error: Said["error"]): string | null {
  return error && `${error.code}: ${error.message}`.slice(0, REASON_LENGTH_MAX).toWellFormed();
}
