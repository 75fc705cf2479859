import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { withEnabled } from "../../../features/targets/show-enabled.ts";

/** The list of monitors and its updates. Pure: no network, no clock, no React. */
export type MonitorRow = Pick<Target, "id" | "name" | "status" | "type" | "tags" | "enabled"> & {
  target: string;
  pausedReason: Target["paused_reason"];
  statusSince: string;
  lastCheckedAt: string | null;
  lastResponseTimeMs: number | null;
  /** Error of the last check, by location. */
  failures: Readonly<Record<string, string>>;
};

export type MonitorList = {
  rows: ReadonlyMap<string, MonitorRow>;
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
  const rows = new Map(
    monitors.map((monitor) => [monitor.id, merged(rowOf(monitor), list.rows.get(monitor.id))]),
  );
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

function afterResult(row: MonitorRow, result: CheckResult): MonitorRow {
  if (row.lastCheckedAt !== null && result.checked_at < row.lastCheckedAt) return row;
  const { [result.location]: _before, ...others } = row.failures;
  return {
    ...row,
    lastCheckedAt: result.checked_at,
    lastResponseTimeMs: result.response_time_ms,
    failures: result.error ? { ...others, [result.location]: result.error.message } : others,
  };
}

function afterStatus(
  row: MonitorRow,
  event: { name: string; status: MonitorStatus; at: string },
): MonitorRow {
  if (event.at < row.statusSince) return row;
  return { ...row, name: event.name, status: event.status, statusSince: event.at };
}

function merged(read: MonitorRow, known: MonitorRow | undefined): MonitorRow {
  if (!known) return read;
  // API timestamps have one format, so they sort as text.
  const status = known.statusSince > read.statusSince ? known : read;
  const check = (known.lastCheckedAt ?? "") > (read.lastCheckedAt ?? "") ? known : read;
  return {
    ...read,
    status: status.status,
    statusSince: status.statusSince,
    lastCheckedAt: check.lastCheckedAt,
    lastResponseTimeMs: check.lastResponseTimeMs,
    failures: check.failures,
  };
}

function rowOf(monitor: Target): MonitorRow {
  const { id, name, status, type, tags, enabled } = monitor;
  return {
    id,
    name,
    status,
    type,
    tags,
    enabled,
    target: monitor.address ?? "",
    pausedReason: monitor.paused_reason,
    statusSince: monitor.status_since,
    lastCheckedAt: monitor.last_checked_at,
    lastResponseTimeMs: monitor.last_duration_ms,
    failures: monitor.failures,
  };
}
