import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Monitor, MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { withEnabled } from "../../../features/targets/show-enabled.ts";

/** The list of monitors as it is known now, and how it changes. Pure: no network, no clock, no React. */
export type MonitorRow = Pick<Target, "id" | "name" | "status" | "type" | "tags" | "enabled"> & {
  target: string;
  pausedReason: Target["paused_reason"];
  statusSince: string;
  lastCheckedAt: string | null;
  lastResponseTimeMs: number | null;
  /** Why a location's last check failed, by location. */
  failures: Readonly<Record<string, string>>;
};

export type MonitorList = {
  rows: ReadonlyMap<string, MonitorRow>;
  /** False until the server's list was read once. */
  isLoaded: boolean;
  /** False where the server has more monitors than are read. */
  isWhole: boolean;
  /** An event named a monitor that is not in the list: the list is to be read again. */
  isStale: boolean;
};

export const EMPTY_LIST: MonitorList = { rows: new Map(), isLoaded: false, isWhole: true, isStale: false };

/** The server's list. What events told meanwhile stays where it is newer. */
export function withLoaded(
  list: MonitorList,
  { monitors, isWhole }: { monitors: readonly Target[]; isWhole: boolean },
): MonitorList {
  const rows = new Map(
    monitors.map((monitor) => [monitor.id, merged(rowOf(monitor), list.rows.get(monitor.id))]),
  );
  return { rows, isLoaded: true, isWhole, isStale: false };
}

/** Many events in one step, so that a busy second costs one copy of the list. */
export function withEvents(
  list: MonitorList,
  events: readonly Pick<LiveEvent, "type" | "data">[],
): MonitorList {
  const rows = new Map(list.rows);
  let { isStale } = list;
  for (const { type, data } of events as readonly LiveEvent[]) {
    if (type !== "check.result" && type !== "monitor.status") continue;
    const row = rows.get(data.monitor_id);
    // Where the list was cut, an unknown monitor is one of those that were left out.
    if (!row) isStale ||= list.isWhole;
    else rows.set(row.id, type === "check.result" ? afterResult(row, data) : afterStatus(row, data));
  }
  return { ...list, rows, isStale };
}

/** The list as it will be once these are paused or resumed; the next reading says whether they are. */
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
  // Instants of the API are all written alike, so that they sort as text.
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

/** What is checked, as people write it. */
export function targetOf({ type, url, host, port }: Pick<Monitor, "type" | "url" | "host" | "port">): string {
  return type === "url" ? (url ?? "") : `${host?.includes(":") ? `[${host}]` : host}:${port}`;
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
