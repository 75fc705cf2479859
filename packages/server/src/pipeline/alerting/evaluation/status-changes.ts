import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";

/** What a rule about flapping remembers of a series. Immutable, so that clones share it. */
export type SeriesChanges = {
  /** Whether the newest result is down, and its slot. */
  isDown: boolean;
  slotMs: number;
  /** Slots of the results that were down after an up, or up after a down; oldest first. */
  changesMs: readonly number[];
};

/** The largest number of changes that a rule can require. Older ones are dropped. */
export const CHANGES_MAX = 100;

/** The changes of a series after one more result. `degraded` is up. A result older than the newest is ignored. */
export function withResult(
  before: SeriesChanges | undefined,
  { slotMs, status }: { slotMs: number; status: CheckStatus },
): SeriesChanges {
  const isDown = status === "down";
  if (before === undefined) return { isDown, slotMs, changesMs: [] };
  if (slotMs <= before.slotMs) return before;
  if (isDown === before.isDown) return { ...before, slotMs };
  return { isDown, slotMs, changesMs: [...before.changesMs, slotMs].slice(-CHANGES_MAX) };
}

export function countChanges({ changesMs }: SeriesChanges, afterMs: number): number {
  return changesMs.filter((atMs) => atMs > afterMs).length;
}
