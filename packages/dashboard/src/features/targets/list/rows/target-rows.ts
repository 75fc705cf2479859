import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { LOCALE } from "../../../../language/language.ts";
import { respondedMs } from "../../../checks/responded-ms.ts";
import type { TargetNoun } from "../../target-noun.ts";

/** All targets of one kind, and their updates. Pure: no network, no clock, no React. */

export type TargetRows = {
  /** In the order of their names, as of the last load. */
  rows: ReadonlyMap<string, Target>;
  /** False until the list was loaded once. */
  isLoaded: boolean;
  /** False if the server has more targets than were loaded. */
  isWhole: boolean;
  /** Targets that events changed in a way that they do not describe: read these again. */
  staleIds: ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();
export const NO_ROWS: TargetRows = { rows: new Map(), isLoaded: false, isWhole: true, staleIds: NONE };

const byName = new Intl.Collator(LOCALE, { numeric: true, sensitivity: "base" });

/** Applies the server's list. Newer data from events is kept. */
export function withLoaded(
  list: TargetRows,
  { targets, isWhole }: { targets: readonly Target[]; isWhole: boolean },
): TargetRows {
  const sorted = targets.toSorted((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
  const rows = new Map(sorted.map((target) => [target.id, merged(target, list.rows.get(target.id))]));
  return { rows, isLoaded: true, isWhole, staleIds: NONE };
}

/** Applies targets that were read again; targets that are new are added at their place. */
export function withReread(list: TargetRows, targets: readonly Target[]): TargetRows {
  const isKnown = targets.every(({ id, name }) => list.rows.get(id)?.name === name);
  const rows = new Map(list.rows);
  for (const target of targets) rows.set(target.id, merged(target, list.rows.get(target.id)));
  if (!isKnown) return withLoaded(list, { targets: [...rows.values()], isWhole: list.isWhole });
  return { ...list, rows };
}

/** Applies many events at once, so that the list is copied only once. Events of other kinds change nothing. */
export function withEvents(
  list: TargetRows,
  events: readonly Pick<LiveEvent, "type" | "data">[],
  kind: TargetNoun,
): TargetRows {
  const rows = new Map(list.rows);
  const stale = new Set<string>();
  let isChanged = false;
  for (const event of events as readonly LiveEvent[]) {
    const change = changeOf(event, kind);
    if (change === null) continue;
    const row = rows.get(change.id);
    // If the list is truncated, an unknown target is one of those left out.
    if (row ? change.isPartial : list.isWhole) stale.add(change.id);
    if (!row) continue;
    isChanged = true;
    rows.set(row.id, change.apply(row));
  }
  if (!isChanged && stale.size === 0) return list;
  return { ...list, rows: isChanged ? rows : list.rows, staleIds: stale };
}

/** Returns the list with these targets paused or resumed; the next refetch confirms it. */
export function withToggled(list: TargetRows, ids: ReadonlySet<string>, enabled: boolean): TargetRows {
  const rows = new Map(list.rows);
  for (const id of ids) {
    const row = rows.get(id);
    if (row && row.enabled !== enabled)
      rows.set(id, { ...row, enabled, status: enabled ? "pending" : "paused" });
  }
  return { ...list, rows };
}

type Change = {
  id: string;
  /** The event does not contain everything that changed. */
  isPartial: boolean;
  apply(row: Target): Target;
};

/** Returns null for an event that is about something else. */
function changeOf({ type, data }: LiveEvent, kind: TargetNoun): Change | null {
  switch (type) {
    case "check.result":
      if (kind !== "monitors") return null;
      return { id: data.monitor_id, isPartial: false, apply: (row) => afterResult(row, data) };
    case "monitor.status":
      return kind === "monitors" ? statusChange(data.monitor_id, data) : null;
    case "api_monitor.status":
      return kind === "api-monitors" ? statusChange(data.api_monitor_id, data) : null;
    case "journey.status":
      return kind === "journeys" ? statusChange(data.journey_id, data) : null;
    case "heartbeat.status":
    case "heartbeat.pinged":
      return kind === "heartbeats" ? heartbeatChange(data) : null;
    case "run.changed": {
      if (kind !== (data.kind === "journey" ? "journeys" : "api-monitors")) return null;
      const isOver = data.status === "passed" || data.status === "failed";
      return isOver ? { id: data.target_id, isPartial: true, apply: (row) => row } : null;
    }
    default:
      return null;
  }
}

/** A ping changes more than its event contains. */
function heartbeatChange(data: { heartbeat_id: string } & (StatusData | object)): Change {
  const { heartbeat_id: id } = data;
  return "status" in data ? statusChange(id, data) : { id, isPartial: true, apply: (row) => row };
}

type StatusData = { name: string; status: MonitorStatus; previous_status: MonitorStatus; at: string };

/** A pause or resumption also changes why the target is paused. */
function statusChange(id: string, event: StatusData): Change {
  const isPartial = [event.status, event.previous_status].some((status) =>
    ["paused", "unknown"].includes(status),
  );
  return { id, isPartial, apply: (row) => afterStatus(row, event) };
}

function afterResult(row: Target, result: CheckResult): Target {
  if (row.last_checked_at !== null && result.checked_at < row.last_checked_at) return row;
  const { [result.location]: _before, ...others } = row.failures;
  return {
    ...row,
    last_checked_at: result.checked_at,
    last_duration_ms: respondedMs(result),
    failures: result.error ? { ...others, [result.location]: result.error.message } : others,
  };
}

function afterStatus(row: Target, event: StatusData): Target {
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
