import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { findWindows, listWindowVersions, type WindowRow } from "./queries.ts";
import { createTimetable, type Timetable } from "./timetable.ts";
import { type Covered, covers, type MaintenanceWindow, type OpenWindow, windowsAt } from "./window.ts";

/**
 * The maintenance windows of all organizations, in memory, because every check needs them. A notification
 * announces each change at once; a comparison every few seconds finds missed ones.
 */
export type WindowCache = {
  /** The open windows of a target. */
  openFor(target: Covered, atMs: number): OpenWindow[];
  isPaused(target: Covered, atMs: number): boolean;
  /** The last end of a target's windows that satisfy `where`; null if it is long ago. */
  lastEndMs(target: Covered, atMs: number, where: (window: MaintenanceWindow) => boolean): number | null;
  /** The next start or end of any window. */
  nextBoundaryMs(afterMs: number): number | null;
  /** Calls `handler` after windows were added, changed or deleted. */
  onChange(handler: () => void): void;
  stop(): Promise<void>;
};

/** Channel of NOTIFY; the payload is a window id. */
const CHANNEL = "maintenance_windows_changed";
const COMPARE_INTERVAL_MS = 10_000;
/** Changes that arrive within this time are read together. */
const GATHER_MS = 10;
const RELOAD_MAX = 1_000;
/** How far back the end of a window may be requested. */
const KEPT_MS = 32 * 86_400_000;

type WindowCacheDeps = { database: Database; clock: Clock; log: Logger };

export async function watchWindows({ database, clock, log }: WindowCacheDeps): Promise<WindowCache> {
  const byId = new Map<string, MaintenanceWindow>();
  const byOrg = new Map<string, Map<string, MaintenanceWindow>>();
  const changed = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  let notifyHandler: () => void = () => {};

  function store(window: MaintenanceWindow): void {
    remove(window.id);
    byId.set(window.id, window);
    const windows = byOrg.get(window.orgId) ?? new Map<string, MaintenanceWindow>();
    byOrg.set(window.orgId, windows.set(window.id, window));
  }

  function remove(id: string): void {
    const window = byId.get(id);
    if (!window) return;
    byId.delete(id);
    const windows = byOrg.get(window.orgId);
    windows?.delete(id);
    if (windows?.size === 0) byOrg.delete(window.orgId);
  }

  function since(): Date {
    return new Date(clock.now() - KEPT_MS);
  }

  async function reload(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += RELOAD_MAX) {
      const some = ids.slice(at, at + RELOAD_MAX);
      const search = await findWindows(database, some, since());
      for (const id of some) remove(id);
      for (const row of search) read(row);
    }
    if (ids.length > 0) notifyHandler();
  }

  function read(row: WindowRow): void {
    try {
      store(toWindow(row));
    } catch (error) {
      // Another version wrote a window that this one cannot read; the other windows must keep working.
      log.warn("maintenance.window_unreadable", { window_id: row.id, ...errorFacts(error) });
    }
  }

  async function compare(): Promise<void> {
    const rows = await listWindowVersions(database, since());
    const present = new Set(rows.map(({ id }) => id));
    const gone = [...byId.keys()].filter((id) => !present.has(id));
    const stale = rows.filter((row) => byId.get(row.id)?.updatedAtMs !== row.updated_at.getTime());
    await reload([...gone, ...stale.map(({ id }) => id)]);
  }

  function attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => log.warn("maintenance.windows_failed", errorFacts(error)));
  }

  function onNotification(id: string): void {
    // An empty payload follows a reconnect: notifications may have been missed.
    if (id === "") {
      attempt(compare);
      return;
    }
    changed.add(id);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const ids = [...changed];
      changed.clear();
      attempt(() => reload(ids));
    }, GATHER_MS);
  }

  function windowsOf(target: Covered): MaintenanceWindow[] {
    const windows = byOrg.get(target.orgId);
    return windows ? [...windows.values()].filter((window) => covers(window, target)) : [];
  }

  const endListening = await database.listen(CHANNEL, onNotification);
  await compare();
  const timer = setInterval(() => attempt(compare), COMPARE_INTERVAL_MS);

  return {
    openFor: (target, atMs) => (byOrg.has(target.orgId) ? windowsAt(windowsOf(target), atMs) : []),
    isPaused(target, atMs) {
      for (const window of byOrg.get(target.orgId)?.values() ?? [])
        if (window.mode === "pause" && window.timetable.onAt(atMs) && covers(window, target)) return true;
      return false;
    },
    lastEndMs(target, atMs, where) {
      const windows = windowsOf(target).filter(where);
      const ends = windows.flatMap(({ timetable }) => timetable.lastEndMs(atMs) ?? []);
      return ends.length === 0 ? null : Math.max(...ends);
    },
    nextBoundaryMs(afterMs) {
      let next: number | null = null;
      for (const { timetable } of byId.values())
        for (const atMs of [timetable.onAt(afterMs)?.toMs, timetable.nextStartMs(afterMs)])
          if (typeof atMs === "number" && (next === null || atMs < next)) next = atMs;
      return next;
    },
    onChange(handler) {
      notifyHandler = handler;
    },
    async stop() {
      clearInterval(timer);
      clearTimeout(gathering);
      await endListening();
    },
  };
}

/** Throws if the recurrence is unreadable. */
export function toWindow(row: WindowRow): MaintenanceWindow {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    mode: row.mode,
    countsUptime: row.counts_uptime,
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
    lastEndMs: timetable.lastEndMs,
  };
}
