import type { Definition } from "./definition.ts";
import { nextSlotMs, phaseMs, slotsBetween } from "./grid.ts";
import { createLaunchBudget } from "./launch-budget.ts";
import { createSlotLedger, type SlotGap } from "./slot-ledger.ts";
import { createWheel, NO_BUCKET, type Wheel } from "./wheel.ts";

/**
 * Decides which checks start when. Pure except for its memory: takes the time, returns jobs and gaps, so that
 * tests can simulate years of failures. It never knows who runs a check.
 *
 * Guarantee: every slot of an enabled target ends as exactly one of result, missed, skipped. It holds because
 * a series has one check in flight at a time and its gaps are written after that check ends.
 */
export type Schedule = {
  /** Adds or updates a target. A new target is checked at once. */
  put(definition: Definition, nowMs: number): void;
  remove(targetId: string): void;
  /** Requests immediate checks of targets, outside their grid. */
  checkNow(targetIds: readonly string[], nowMs: number): void;
  /** The slots to start now. `canLaunch` false starts nothing (storage is behind). */
  due(nowMs: number, canLaunch: boolean): DueSlot[];
  /**
   * Records the end of a check: with a result, or (`started` false) without a start in time. Returns false if
   * the slot is already accounted for; the caller then discards the report.
   */
  finished(seriesKey: number, slotMs: number, started: boolean, nowMs: number): boolean;
  /** Gaps that must be written before any report that arrives from now on. */
  takeEarlierGaps(): SlotGap[];
  /** The shards with a check in flight. */
  busyShards(): Set<number>;
  /** Gaps of these shards, which another scheduler takes over: they must be written before it starts. */
  takeGapsOf(shards: ReadonlySet<number>): SlotGap[];
  /** Gaps to write now; with `isLast` all gaps, because nothing follows. */
  takeGaps(nowMs: number, isLast?: boolean): SlotGap[];
  /** The clock was set by `deltaMs`: skipped slots never existed and are not run later. */
  clockJumped(nowMs: number, deltaMs: number): void;
  readonly size: number;
  readonly inFlight: number;
  readonly waiting: number;
  readonly slotsPerSecond: number;
};

/** A due slot with its target. */
export type DueSlot = {
  seriesKey: number;
  location: string;
  slotMs: number;
  /** A check that has not started by then is missed. */
  startByMs: number;
  definition: Definition;
};

/** A series on the wheel. */
type Series = {
  dueMs: number;
  bucket: number;
  seriesKey: number;
  location: string;
  definition: Definition;
  phase: number;
  /** A check in flight: its slot, and when it counts as lost. */
  flight: { slotMs: number; lostAtMs: number } | null;
};

export const TICK_MS = 10;
/** A check that starts later than this says little about its slot. Also the maximum of late_ms. */
const LATE_MAX_MS = 30_000;
/** Time beyond a check's deadline after which it counts as lost. */
const RETURN_GRACE_MS = 15_000;
const RETRY_PAUSE_MS = 1_000;

export type ScheduleOptions = {
  nowMs: number;
  /**
   * Returns why no check of a target may start now, so that its slots are skipped; null if checks may start.
   */
  whySkipped?: (definition: Definition, nowMs: number) => string | null;
  /** Whether a target is being handed over: no check of it starts any more, and its slots stay open. */
  isHeldBack?: (definition: Definition) => boolean;
};

export function createSchedule(options: ScheduleOptions): Schedule {
  const { nowMs: startMs, whySkipped = () => null, isHeldBack = () => false } = options;
  const wheel: Wheel<Series> = createWheel({ tickMs: TICK_MS, startMs });
  const byKey = new Map<number, Series>();
  const byTarget = new Map<string, Series[]>();
  const flights = new Set<Series>();
  const ledger = createSlotLedger();
  const budget = createLaunchBudget(startMs);
  /**
   * Due series that wait for budget, in slot order. A set, because 100,000 may be dropped while 10,000 wait.
   */
  const queue = new Set<Series>();

  function drop(series: Series): void {
    wheel.remove(series);
    byKey.delete(series.seriesKey);
    flights.delete(series);
    queue.delete(series);
    budget.remove(series.definition.intervalMs);
  }

  /** Removes a series from the schedule and accounts for its check in flight. */
  function retire(series: Series, nowMs: number): void {
    if (series.flight) endFlight(series, { started: false, reason: "changed", nowMs });
    ledger.close(series.seriesKey);
    drop(series);
  }

  function enter(definition: Definition, seriesKey: number, location: string, nowMs: number): Series {
    const phase = phaseMs(definition.targetId, definition.intervalMs);
    const series: Series = {
      dueMs: 0,
      bucket: NO_BUCKET,
      seriesKey,
      location,
      definition,
      phase,
      flight: null,
    };
    const state = definition.series.find((each) => each.seriesKey === seriesKey);
    const accountedMs = Math.max(state?.accountedMs ?? 0, definition.scheduleSinceMs);
    const isFirst = (state?.accountedMs ?? 0) < definition.scheduleSinceMs;
    const newestMs = nextSlotMs(nowMs, definition.intervalMs, phase) - definition.intervalMs;
    const isOpen =
      !isFirst && isStillOpen({ newestMs, accountedMs, nowMs, intervalMs: definition.intervalMs });
    const isFresh = isFirst && nowMs - accountedMs < lateMaxMs(definition.intervalMs);
    const untilMs = isOpen ? newestMs - 1 : nowMs;
    const missed = isFresh ? 0 : slotsBetween(accountedMs, untilMs, definition.intervalMs, phase);
    if (missed > 0) {
      const fromMs = nextSlotMs(accountedMs, definition.intervalMs, phase);
      const toMs = fromMs + (missed - 1) * definition.intervalMs;
      ledger.add({ seriesKey, fromMs, toMs, kind: "missed", reason: "stopped", slots: missed }, nowMs);
    }
    if (isFirst) series.dueMs = nowMs;
    else series.dueMs = isOpen ? newestMs : nextSlotMs(nowMs, definition.intervalMs, phase);
    byKey.set(seriesKey, series);
    budget.add(definition.intervalMs);
    wheel.add(series);
    return series;
  }

  function update(series: Series, definition: Definition, nowMs: number): void {
    const before = series.definition;
    series.definition = definition;
    const isSameSpec = JSON.stringify(before.spec) === JSON.stringify(definition.spec);
    if (isSameSpec) definition.spec = before.spec;
    if (before.intervalMs !== definition.intervalMs) {
      budget.remove(before.intervalMs);
      budget.add(definition.intervalMs);
      series.phase = phaseMs(definition.targetId, definition.intervalMs);
    } else if (isSameSpec) return;
    // The result of the check in flight is obsolete; the changed target is checked at once.
    if (series.flight && !isSameSpec) endFlight(series, { started: false, reason: "changed", nowMs });
    if (queue.has(series)) return;
    series.dueMs = series.flight
      ? nextSlotMs(nowMs, definition.intervalMs, series.phase)
      : offGrid(series, nowMs);
    wheel.add(series);
  }

  /**
   * Handles the slots of a series from its due one up to now: the newest will be run, earlier ones are
   * missed.
   */
  function fire(series: Series, nowMs: number): void {
    if (series.flight) {
      close(series, "skipped", "running", nowMs);
      return;
    }
    const newestMs = newestSlotMs(series, nowMs);
    if (newestMs > series.dueMs) {
      accountFor(series, "missed", "stalled", newestMs - series.definition.intervalMs, nowMs);
      series.dueMs = newestMs;
    }
    queue.add(series);
  }

  /** Ends the slots from the due one up to now without a check, and moves the series to its next slot. */
  function close(series: Series, kind: SlotGap["kind"], reason: string, nowMs: number): void {
    accountFor(series, kind, reason, newestSlotMs(series, nowMs), nowMs);
    series.dueMs = nextSlotMs(Math.max(nowMs, series.dueMs), series.definition.intervalMs, series.phase);
    wheel.add(series);
  }

  /** Accounts for the slots from the due one to `toMs`. A first, immediate check has no slot on the grid. */
  function accountFor(
    series: Series,
    kind: SlotGap["kind"],
    reason: string,
    toMs: number,
    nowMs: number,
  ): void {
    const { seriesKey, phase, dueMs } = series;
    const { intervalMs } = series.definition;
    const fromMs = isOnGrid(series, dueMs) ? dueMs : nextSlotMs(dueMs, intervalMs, phase);
    const slots = slotsBetween(fromMs - 1, toMs, intervalMs, phase);
    if (slots > 0) ledger.add({ seriesKey, fromMs, toMs, kind, reason, slots }, nowMs);
  }

  function launch(series: Series): DueSlot {
    const { definition } = series;
    const { spec, intervalMs } = definition;
    const slotMs = series.dueMs;
    const startByMs = slotMs + lateMaxMs(intervalMs);
    const lostAtMs = startByMs + (spec.timeoutMs + RETRY_PAUSE_MS) * (spec.retries + 1) + RETURN_GRACE_MS;
    series.flight = { slotMs, lostAtMs };
    flights.add(series);
    ledger.close(series.seriesKey);
    series.dueMs = nextSlotMs(slotMs, intervalMs, series.phase);
    wheel.add(series);
    return { seriesKey: series.seriesKey, location: series.location, slotMs, startByMs, definition };
  }

  function endFlight(series: Series, end: { started: boolean; reason: string; nowMs: number }): void {
    const { slotMs } = series.flight ?? { slotMs: 0 };
    series.flight = null;
    flights.delete(series);
    if (end.started || !isOnGrid(series, slotMs)) return;
    const { seriesKey } = series;
    const gap: SlotGap = {
      seriesKey,
      fromMs: slotMs,
      toMs: slotMs,
      kind: "missed",
      reason: end.reason,
      slots: 1,
    };
    ledger.addEarlier(gap, end.nowMs);
  }

  return {
    put(definition, nowMs) {
      const before = byTarget.get(definition.targetId) ?? [];
      const hasSlots = definition.enabled && !definition.isOnDemand;
      const wanted = hasSlots ? definition.series.filter((state) => state.active) : [];
      const store = new Map(before.map((series) => [series.seriesKey, series]));
      const after = wanted.map((state) => {
        const series = store.get(state.seriesKey);
        store.delete(state.seriesKey);
        if (!series) return enter(definition, state.seriesKey, state.location, nowMs);
        update(series, definition, nowMs);
        return series;
      });
      for (const series of store.values()) retire(series, nowMs);
      if (after.length > 0) byTarget.set(definition.targetId, after);
      else byTarget.delete(definition.targetId);
    },
    remove(targetId) {
      // The next holder continues from the last stored row; writing here as well would duplicate it.
      for (const series of byTarget.get(targetId) ?? []) {
        ledger.discard(series.seriesKey);
        drop(series);
      }
      byTarget.delete(targetId);
    },
    checkNow(targetIds, nowMs) {
      for (const series of targetIds.flatMap((id) => byTarget.get(id) ?? [])) {
        // A due series is checked soon anyway, and its slot must be accounted for.
        if (series.flight || series.dueMs <= nowMs) continue;
        series.dueMs = offGrid(series, nowMs);
        wheel.add(series);
      }
    },
    due(nowMs, canLaunch) {
      wheel.advance(nowMs, (series) => fire(series, nowMs));
      const slots: DueSlot[] = [];
      for (const series of queue) {
        if (isHeldBack(series.definition)) continue;
        const reason = whySkipped(series.definition, nowMs);
        if (reason !== null) close(series, "skipped", reason, nowMs);
        else if (nowMs - series.dueMs > lateMaxMs(series.definition.intervalMs)) {
          close(series, "missed", canLaunch ? "overload" : "storage", nowMs);
        } else if (canLaunch && budget.take(nowMs)) slots.push(launch(series));
        else continue;
        queue.delete(series);
      }
      return slots;
    },
    finished(seriesKey, slotMs, started, nowMs) {
      const series = byKey.get(seriesKey);
      if (series?.flight?.slotMs !== slotMs) return false;
      endFlight(series, { started, reason: "late", nowMs });
      return true;
    },
    takeEarlierGaps: () => ledger.takeClosed(),
    busyShards: () => new Set([...flights].map(({ definition }) => definition.shard)),
    takeGapsOf(shards) {
      for (const { seriesKey, definition, flight } of byKey.values()) {
        // Gaps collected during a check come after its slot, whose outcome is not known yet.
        if (shards.has(definition.shard) && flight === null) ledger.close(seriesKey);
      }
      return ledger.takeClosed();
    },
    takeGaps(nowMs, isLast = false) {
      for (const series of flights) {
        if (!series.flight || series.flight.lostAtMs >= nowMs) continue;
        endFlight(series, { started: false, reason: "runner_lost", nowMs });
      }
      return ledger.take(nowMs, { isBusy: (seriesKey) => byKey.get(seriesKey)?.flight != null, isLast });
    },
    clockJumped(nowMs, deltaMs) {
      wheel.rewind(nowMs);
      // What was already due was a slot. If the clock goes back, the slot occurs again and ends then.
      if (deltaMs > 0)
        for (const series of queue) accountFor(series, "missed", "stalled", series.dueMs, nowMs);
      queue.clear();
      for (const series of byKey.values()) {
        if (series.flight) series.flight.lostAtMs += deltaMs;
        series.dueMs = nextSlotMs(nowMs, series.definition.intervalMs, series.phase);
        wheel.add(series);
      }
    },
    get size() {
      return byKey.size;
    },
    get inFlight() {
      return flights.size;
    },
    get waiting() {
      return queue.size;
    },
    get slotsPerSecond() {
      return budget.perSecond;
    },
  };
}

/**
 * Whether the newest slot is recent enough to run and is the only open one: a scheduler that takes over after
 * a crash then loses none. After a longer pause, running all of them would be a surge.
 */
function isStillOpen(of: {
  newestMs: number;
  accountedMs: number;
  nowMs: number;
  intervalMs: number;
}): boolean {
  const { newestMs, accountedMs, nowMs, intervalMs } = of;
  const lateMs = lateMaxMs(intervalMs);
  return newestMs > accountedMs && nowMs - newestMs < lateMs && nowMs - accountedMs < intervalMs + lateMs;
}

/** An instant for a check outside the grid: a slot at this millisecond is already accounted for. */
function offGrid(series: Series, nowMs: number): number {
  return isOnGrid(series, nowMs) ? nowMs + 1 : nowMs;
}

function isOnGrid({ definition, phase }: Series, slotMs: number): boolean {
  return (slotMs - phase) % definition.intervalMs === 0;
}

/** The newest slot up to now: the due one, or a later one of the grid. */
function newestSlotMs({ dueMs, definition, phase }: Series, nowMs: number): number {
  return Math.max(dueMs, nextSlotMs(nowMs, definition.intervalMs, phase) - definition.intervalMs);
}

/** How late a check may start: half its interval, at most 30 s. After that its slot is missed. */
function lateMaxMs(intervalMs: number): number {
  return Math.min(intervalMs / 2, LATE_MAX_MS);
}
