import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { withEnabled } from "../../../features/targets/show-enabled.ts";

/** The list of monitors and its updates. Pure: no network, no clock, no React. */

export type MonitorList = {
  rows: ReadonlyMap<string, Target>;
  /** False until the list was loaded once. */
  isLoaded: boolean;
  /** False if the server has more monitors than were loaded. */
  isWhole: boolean;
  /** An event referred to a monitor that is not in the list: refetch the list. */
  isStale: boolean;
};

export const EMPTY_LIST: MonitorList = { rows: new Map(), isLoaded: false, isWhole: true, isStale: false };

/** Applies the server's list. Newer data from events is kept. */
export function withLoaded(
  list: MonitorList,
  { monitors, isWhole }: { monitors: readonly Target[]; isWhole: boolean },
): MonitorList {
  const rows = new Map(monitors.map((monitor) => [monitor.id, merged(monitor, list.rows.get(monitor.id))]));
  return { rows, isLoaded: true, isWhole, isStale: false };
}

/** Applies many events at once, so that the list is copied only once. */
export function withEvents(
  list: MonitorList,
  events: readonly Pick<LiveEvent, "type" | "data">[],
): MonitorList {
  const rows = new Map(list.rows);
  let { isStale } = list;
  for (const { type, data } of events as readonly LiveEvent[]) {
    if (type !== "check.result" && type !== "monitor.status") continue;
    const row = rows.get(data.monitor_id);
    // If the list is truncated, an unknown monitor is one of those left out.
    if (!row) isStale ||= list.isWhole;
    else rows.set(row.id, type === "check.result" ? afterResult(row, data) : afterStatus(row, data));
  }
  return { ...list, rows, isStale };
}

/** Returns the list with these monitors paused or resumed; the next refetch confirms it. */
export function withToggled(list: MonitorList, ids: ReadonlySet<string>, enabled: boolean): MonitorList {
  const rows = [...list.rows.values()].map((row) => withEnabled(row, ids, enabled));
  return { ...list, rows: new Map(rows.map((row) => [row.id, row])) };
}

function afterResult(row: Target, result: CheckResult): Target {
  if (row.last_checked_at !== null && result.checked_at < row.last_checked_at) return row;
  const { [result.location]: _before, ...others } = row.failures;
  return {
    ...row,
    last_checked_at: result.checked_at,
    last_duration_ms: result.response_time_ms,
    failures: result.error ? { ...others, [result.location]: result.error.message } : others,
  };
}

function afterStatus(row: Target, event: { name: string; status: MonitorStatus; at: string }): Target {
  if (event.at < row.status_since) return row;
  return { ...row, name: event.name, status: event.status, status_since: event.at };
}

function merged(read: Target, known: Target | undefined): Target {
  if (!known) return read;
  // API timestamps have one format, so they sort as text.
  const status = known.status_since > read.status_since ? known : read;
  const check = (known.last_checked_at ?? "") > (read.last_checked_at ?? "") ? known : read;
  return {
    ...read,
    status: status.status,
    status_since: status.status_since,
    last_checked_at: check.last_checked_at,
    last_duration_ms: check.last_duration_ms,
    failures: check.failures,
  };
}
