import { LEAD_MS } from "../../engine/queue/queue.ts";
import type { Definition, SeriesDefinition } from "./definition.ts";
import { nextSlotMs, phaseMs, slotsBetween } from "./grid.ts";
import type { SlotGap } from "./slot-ledger.ts";
import { NO_BUCKET, type WheelEntry } from "./wheel.ts";

/** A target at one location, as the schedule holds it: its next slot, and its check in flight. */
export type Series = WheelEntry & {
  seriesKey: number;
  location: string;
  definition: Definition;
  phase: number;
  /** The next slot. */
  dueMs: number;
  /** The newest slot that was started or skipped, which may lie ahead. */
  passedMs: number;
  /** A check in flight: its slot, and when it counts as lost. */
  flight: { slotMs: number; lostAtMs: number } | null;
  /** Launches beyond the grid that the budget contains for it, as an interval. */
  confirmMs: number | null;
};

/** A check that starts later than this says little about its slot. Also the maximum of late_ms. */
const LATE_MAX_MS = 30_000;

/**
 * Returns a new series, and the slots that were missed because no scheduler held it. A new target is due at
 * once.
 */
export function enterSeries(
  definition: Definition,
  { seriesKey, location, accountedMs: storedMs }: SeriesDefinition,
  nowMs: number,
): { series: Series; missed: SlotGap | null } {
  const { intervalMs, scheduleSinceMs } = definition;
  const phase = phaseMs(definition.targetId, intervalMs);
  const isFirst = (storedMs ?? 0) < scheduleSinceMs;
  const accountedMs = isFirst ? scheduleSinceMs : (storedMs ?? 0);
  // A slot ahead is accounted for if its check was sent and came back without a start.
  const isAhead = accountedMs > nowMs && accountedMs <= nowMs + LEAD_MS;
  const nextMs = nextSlotMs(isAhead ? accountedMs : nowMs, intervalMs, phase);
  const newestMs = nextMs - intervalMs;
  const isOpen = !isFirst && isStillOpen({ newestMs, accountedMs, nowMs, intervalMs });
  const isFresh = isFirst && nowMs - accountedMs < lateMaxMs(intervalMs);
  const slots = isFresh ? 0 : slotsBetween(accountedMs, isOpen ? newestMs - 1 : nowMs, intervalMs, phase);
  const fromMs = nextSlotMs(accountedMs, intervalMs, phase);
  const toMs = fromMs + (slots - 1) * intervalMs;
  const notFirstMs = isOpen ? newestMs : nextMs;
  const dueMs = isFirst ? nowMs : notFirstMs;
  return {
    series: {
      dueMs,
      passedMs: Number.NEGATIVE_INFINITY,
      fireMs: dueMs,
      bucket: NO_BUCKET,
      seriesKey,
      location,
      definition,
      phase,
      flight: null,
      confirmMs: null,
    },
    missed: slots > 0 ? { seriesKey, fromMs, toMs, kind: "missed", reason: "stopped", slots } : null,
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

/** How late a check may start: half its interval, at most 30 s. After that its slot is missed. */
export function lateMaxMs(intervalMs: number): number {
  return Math.min(intervalMs / 2, LATE_MAX_MS);
}

/** An instant for a check outside the grid: a slot at this millisecond is already accounted for. */
export function offGrid(series: Series, nowMs: number): number {
  return isOnGrid(series, nowMs) ? nowMs + 1 : nowMs;
}

export function isOnGrid({ definition, phase }: Series, slotMs: number): boolean {
  return (slotMs - phase) % definition.intervalMs === 0;
}

/** The first slot of the grid after `afterMs` that was neither started nor skipped. */
export function slotAfter({ definition, phase, passedMs }: Series, afterMs: number): number {
  return nextSlotMs(Math.max(afterMs, passedMs), definition.intervalMs, phase);
}

/** The newest slot up to now: the due one, or a later one of the grid that was neither started nor skipped. */
export function newestSlotMs(series: Series, nowMs: number): number {
  const { dueMs, passedMs, phase, definition } = series;
  const newestMs = nextSlotMs(nowMs, definition.intervalMs, phase) - definition.intervalMs;
  return newestMs > passedMs ? Math.max(dueMs, newestMs) : dueMs;
}
