import { nextSlotMs } from "../../packages/server/src/pipeline/scheduler/grid.ts";
import type { Population } from "./population.ts";

/** What became of a slot. */
export type Fate = "result" | "missed" | "skipped";

/**
 * Follows every slot: when it was started and how it ended. It sees what the database sees and is no part of what is
 * simulated, so it can say whether a promise was kept.
 */
export type Account = {
  /** A runner has started it. */
  started(monitor: number, slotMs: number, atMs: number): void;
  /** Writes down how a slot ended; false where that was written before, which the unique key of results then refuses. */
  ended(monitor: number, slotMs: number, fate: Fate): boolean;
  /** The newest slot of a monitor that has ended. */
  accountedMs(monitor: number): number;
  /** The clock of their scheduler skipped these slots, so they may have no outcome. */
  jumpedOver(monitors: readonly number[], between: { fromMs: number; toMs: number }): void;
  /** Sums of the slots in (fromMs, untilMs]. */
  sum(between: { fromMs: number; untilMs: number }): Sums;
  /** Checks that were started in each second from the start on. */
  readonly startsPerSecond: readonly number[];
  /** Starts of slots that had been started before. */
  readonly startedAgain: number;
};

export type Sums = {
  due: number;
  fates: Record<Fate, number>;
  jumpedOver: number;
  /** Slots without an account. Must be empty. */
  unaccounted: number;
  lateness: { p50: number; p95: number; p99: number; max: number } | null;
};

const FATES: readonly Fate[] = ["result", "missed", "skipped"];
const FATE_BITS = 3;
const JUMPED = 8;

export function createAccount(
  population: Population,
  { startMs, endMs }: { startMs: number; endMs: number },
): Account {
  const { size, intervalMs } = population;
  const slotsMax = Math.ceil((endMs - startMs) / intervalMs) + 2;
  const firstMs = Float64Array.from({ length: size }, (_, monitor) =>
    nextSlotMs(startMs, intervalMs, population.phaseMs(monitor)),
  );
  /** Slot by slot of each monitor: its fate by number from 1, and whether it was jumped over. */
  const fates = new Uint8Array(size * slotsMax);
  /** How late it was first started; not a number where it never was. */
  const lateness = new Float32Array(size * slotsMax).fill(Number.NaN);
  const newest = Int16Array.from({ length: size }, () => -1);
  const startsPerSecond: number[] = [];
  let startedAgain = 0;

  /** Index of a slot in the arrays; null outside the observed time. */
  function placeOf(monitor: number, slotMs: number): number | null {
    const index = Math.round((slotMs - (firstMs[monitor] ?? 0)) / intervalMs);
    return index >= 0 && index < slotsMax ? monitor * slotsMax + index : null;
  }

  function* slots({ fromMs, untilMs }: { fromMs: number; untilMs: number }) {
    for (let monitor = 0; monitor < size; monitor += 1) {
      let slotMs = nextSlotMs(fromMs, intervalMs, population.phaseMs(monitor));
      for (; slotMs <= untilMs; slotMs += intervalMs) {
        const place = placeOf(monitor, slotMs);
        if (place !== null) yield place;
      }
    }
  }

  return {
    started(monitor, slotMs, atMs) {
      const second = Math.floor((atMs - startMs) / 1_000);
      startsPerSecond[second] = (startsPerSecond[second] ?? 0) + 1;
      const place = placeOf(monitor, slotMs);
      if (place === null) return;
      if (Number.isNaN(lateness[place] ?? Number.NaN)) lateness[place] = atMs - slotMs;
      else startedAgain += 1;
    },
    ended(monitor, slotMs, fate) {
      const place = placeOf(monitor, slotMs);
      if (place === null) return true;
      const before = fates[place] ?? 0;
      if ((before & FATE_BITS) !== 0) return false;
      fates[place] = before | (FATES.indexOf(fate) + 1);
      newest[monitor] = Math.max(newest[monitor] ?? -1, place - monitor * slotsMax);
      return true;
    },
    accountedMs: (monitor) => (firstMs[monitor] ?? 0) + (newest[monitor] ?? -1) * intervalMs,
    jumpedOver(monitors, { fromMs, toMs }) {
      for (const monitor of monitors) {
        const slotMs = nextSlotMs(fromMs, intervalMs, population.phaseMs(monitor));
        const place = slotMs <= toMs ? placeOf(monitor, slotMs) : null;
        if (place !== null) fates[place] = (fates[place] ?? 0) | JUMPED;
      }
    },
    sum(between) {
      const sums = { result: 0, missed: 0, skipped: 0 };
      const late: number[] = [];
      let [due, jumpedOver, unaccounted] = [0, 0, 0];
      for (const place of slots(between)) {
        due += 1;
        const value = fates[place] ?? 0;
        const fate = FATES[(value & FATE_BITS) - 1];
        if (fate) sums[fate] += 1;
        else if (value & JUMPED) jumpedOver += 1;
        else unaccounted += 1;
        const lateMs = lateness[place] ?? Number.NaN;
        if (!Number.isNaN(lateMs)) late.push(lateMs);
      }
      return { due, fates: sums, jumpedOver, unaccounted, lateness: percentiles(late) };
    },
    startsPerSecond,
    get startedAgain() {
      return startedAgain;
    },
  };
}

function percentiles(values: readonly number[]): Sums["lateness"] {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
