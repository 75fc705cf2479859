import type { MaintenanceWindow } from "@vedette/contract/alerts/maintenance-windows.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { type NamedTargets, timetableOf } from "./definition.ts";
import type { WindowDefinitionRow, WindowTargetRow } from "./queries.ts";

/** Converts a row to the API representation. Deleted targets are left out. */
export function toMaintenanceWindow(
  row: WindowDefinitionRow,
  {
    targets,
    targetCount,
    nowMs,
  }: { targets: readonly WindowTargetRow[]; targetCount: number; nowMs: number },
): MaintenanceWindow {
  const { target_ids: targetIds, ...same } = row;
  const timetable = timetableOf(row);
  const active = timetable.onAt(nowMs);
  const named = namedTargets(row, targets);
  return {
    ...same,
    starts_at: row.starts_at.toISOString(),
    monitor_ids: named.monitor,
    api_monitor_ids: named.api_monitor,
    journey_ids: named.journey,
    heartbeat_ids: named.heartbeat,
    target_count: targetCount,
    covers_all: targetIds.length === 0 && row.tags.length === 0 && isEverything(row.selector),
    active: active !== null,
    ends_at: instant(active?.toMs),
    next_starts_at: instant(timetable.nextStartMs(nowMs)),
    ended_at: row.ended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Returns the existing targets of a window by kind. */
export function namedTargets(
  { target_ids: ids }: WindowDefinitionRow,
  targets: readonly WindowTargetRow[],
): NamedTargets {
  const named = targets.filter(({ id }) => ids.includes(id));
  const of = (kind: WindowTargetRow["kind"]) => named.flatMap((row) => (row.kind === kind ? [row.id] : []));
  return {
    monitor: of("monitor"),
    api_monitor: of("api_monitor"),
    journey: of("journey"),
    heartbeat: of("heartbeat"),
  };
}

function isEverything(selector: Selector | null): boolean {
  return selector === null || Object.keys(selector).length === 0;
}

function instant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
