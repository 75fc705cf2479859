import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { TableCache } from "../../../platform/storage/table-cache.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import { findWindows, listWindowVersions, type WindowRow } from "./queries.ts";
import { createTimetable, type Timetable } from "./timetable.ts";
import { type Covered, covers, type MaintenanceWindow, type OpenWindow, windowsAt } from "./window.ts";

/** How far back the end of a window may be requested. */
const KEPT_MS = 32 * 86_400_000;

type WindowCacheDeps = { database: Database; clock: Clock; log: Logger };

/** The maintenance windows of all organizations, in memory, because every check needs them. */
export class WindowCache {
  readonly #deps: WindowCacheDeps;
  readonly #cache: TableCache<MaintenanceWindow>;
  #notifyHandler: () => void = () => {};

  private constructor(deps: WindowCacheDeps) {
    const { database, log } = deps;
    this.#deps = deps;
    this.#cache = new TableCache<MaintenanceWindow>({
      database,
      log,
      channel: "maintenance_windows_changed",
      failedEvent: "maintenance.windows_load_failed",
      idOf: ({ id }) => id,
      groupOf: ({ orgId }) => orgId,
      listRevisions: async () => {
        const rows = await listWindowVersions(database, this.#since());
        return rows.map(({ id, updated_at: updatedAt }) => ({ id, revision: updatedAt.getTime() }));
      },
      revisionOf: ({ updatedAtMs }) => updatedAtMs,
      find: async (db, ids) => {
        const rows = await withNestedGroups(db, await findWindows(db, ids, this.#since()));
        return rows.flatMap((row) => this.#read(row));
      },
      onRefreshed: () => this.#notifyHandler(),
    });
  }

  /** Resolves when all windows are loaded. */
  static async open(deps: WindowCacheDeps): Promise<WindowCache> {
    const windows = new WindowCache(deps);
    await windows.#cache.start();
    return windows;
  }

  stop(): Promise<void> {
    return this.#cache.stop();
  }

  /** Calls `handler` after windows were added, changed or deleted. */
  onChange(handler: () => void): void {
    this.#notifyHandler = handler;
  }

  /** The open windows of a target. */
  openFor(target: Covered, atMs: number): OpenWindow[] {
    return windowsAt(this.#windowsOf(target), atMs);
  }

  isPaused(target: Covered, atMs: number): boolean {
    for (const window of this.#cache.group(target.orgId)?.values() ?? [])
      if (window.mode === "pause" && window.timetable.onAt(atMs) && covers(window, target)) return true;
    return false;
  }

  /** The last end of a target's windows that satisfy `where`; null if it is long ago. */
  lastEndMs(target: Covered, atMs: number, where: (window: MaintenanceWindow) => boolean): number | null {
    const windows = this.#windowsOf(target).filter(where);
    const ends = windows.flatMap(({ timetable }) => timetable.lastEndMs(atMs) ?? []);
    return ends.length === 0 ? null : Math.max(...ends);
  }

  /** The next start or end of any window. */
  nextBoundaryMs(afterMs: number): number | null {
    let next: number | null = null;
    for (const { timetable } of this.#cache.rows.values())
      for (const atMs of [timetable.onAt(afterMs)?.toMs, timetable.nextStartMs(afterMs)])
        if (typeof atMs === "number" && (next === null || atMs < next)) next = atMs;
    return next;
  }

  #since(): Date {
    return new Date(this.#deps.clock.now() - KEPT_MS);
  }

  #windowsOf(target: Covered): MaintenanceWindow[] {
    const windows = this.#cache.group(target.orgId);
    return windows ? [...windows.values()].filter((window) => covers(window, target)) : [];
  }

  #read(row: WindowRow): MaintenanceWindow | [] {
    try {
      return toWindow(row);
    } catch (error) {
      // Another version wrote a window that this one cannot read; the other windows must keep working.
      this.#deps.log.warn("maintenance.window_invalid", { window_id: row.id, ...errorFacts(error) });
      return [];
    }
  }
}

/** Throws if the recurrence is unreadable. */
export function toWindow(row: WindowRow): MaintenanceWindow {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    mode: row.mode,
    countsUptime: row.counts_uptime,
    selector: row.selector,
    targetIds: new Set(row.target_ids),
    tags: new Set(row.tags),
    updatedAtMs: row.updated_at.getTime(),
    timetable: cached(
      createTimetable({
        startsAtMs: row.starts_at.getTime(),
        durationMs: row.duration_seconds * 1_000,
        rrule: row.rrule,
        timezone: row.timezone,
        endedAtMs: row.ended_at?.getTime() ?? null,
      }),
    ),
  };
}

/**
 * Caches the timetable between two boundaries, where its answer is constant. Evaluating a recurrence takes
 * about 0.1 ms, too long for every check.
 */
function cached(timetable: Timetable): Timetable {
  let known = {
    fromMs: 0,
    untilMs: 0,
    on: null as ReturnType<Timetable["onAt"]>,
    nextMs: null as number | null,
  };

  function at(atMs: number): typeof known {
    if (known.fromMs <= atMs && atMs < known.untilMs) return known;
    const on = timetable.onAt(atMs);
    const nextMs = timetable.nextStartMs(atMs);
    const untilMs = Math.min(on?.toMs ?? Number.POSITIVE_INFINITY, nextMs ?? Number.POSITIVE_INFINITY);
    known = { fromMs: atMs, untilMs, on, nextMs };
    return known;
  }

  return {
    onAt: (atMs) => at(atMs).on,
    nextStartMs: (afterMs) => at(afterMs).nextMs,
    within: timetable.within,
    lastEndMs: timetable.lastEndMs,
  };
}
