import { createHash } from "node:crypto";

/**
 * The grid of a monitor: slots at `phase + k × interval` since the epoch. The phase is derived from the id,
 * so that load is even, every scheduler computes the same slots, and a restart keeps them.
 */
export function phaseMs(targetId: string, intervalMs: number): number {
  return createHash("sha256").update(targetId).digest().readUIntBE(0, 6) % intervalMs;
}

/** The first slot of the grid after `afterMs`. */
export function nextSlotMs(afterMs: number, intervalMs: number, phase: number): number {
  return Math.floor((afterMs - phase) / intervalMs + 1) * intervalMs + phase;
}

/** The number of grid slots in (afterMs, untilMs]. */
export function slotsBetween(afterMs: number, untilMs: number, intervalMs: number, phase: number): number {
  const count = Math.floor((untilMs - phase) / intervalMs) - Math.floor((afterMs - phase) / intervalMs);
  return Math.max(0, count);
}
