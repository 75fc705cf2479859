import { nextSlotMs } from "../../packages/server/src/pipeline/scheduler/grid.ts";
import type { Population } from "./population.ts";

/** What became of a slot. */
export type Fate = "result" | "missed" | "skipped";

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

/**
 * Follows every slot: when it was started and how it ended. It sees what the database sees and is no part of what is
 * simulated, so it can say whether a promise was kept.
 */
export class Account {
  /** Checks that were started in each second from the start on. */
  readonly startsPerSecond: number[] = [];
  readonly #population: Population;
  readonly #startMs: number;
  readonly #slotsMax: number;
  readonly #firstMs: Float64Array;
  /** Slot by slot of each monitor: its fate by number from 1, and whether it was jumped over. */
  readonly #fates: Uint8Array;
  /** How late it was first started; not a number where it never was. */
  readonly #lateness: Float32Array;
  readonly #newest: Int16Array;
  #startedAgain = 0;

  constructor(population: Population, { startMs, endMs }: { startMs: number; endMs: number }) {
    const { size, intervalMs } = population;
    this.#population = population;
    this.#startMs = startMs;
    this.#slotsMax = Math.ceil((endMs - startMs) / intervalMs) + 2;
    this.#firstMs = Float64Array.from({ length: size }, (_, monitor) => this.#nextSlotMs(monitor, startMs));
    this.#fates = new Uint8Array(size * this.#slotsMax);
    this.#lateness = new Float32Array(size * this.#slotsMax).fill(Number.NaN);
    this.#newest = new Int16Array(size).fill(-1);
  }

  /** Starts of slots that had been started before. */
  get startedAgain(): number {
    return this.#startedAgain;
  }

  /** A runner has started it. */
  started(monitor: number, slotMs: number, atMs: number): void {
    const second = Math.floor((atMs - this.#startMs) / 1_000);
    this.startsPerSecond[second] = (this.startsPerSecond[second] ?? 0) + 1;
    const index = this.#indexOf(monitor, slotMs);
    if (index === null) return;
    if (Number.isNaN(this.#lateness[index] ?? Number.NaN)) this.#lateness[index] = atMs - slotMs;
    else this.#startedAgain += 1;
  }

  /** Records how a slot ended. Returns false if that was recorded before: the unique key of results refuses it. */
  ended(monitor: number, slotMs: number, fate: Fate): boolean {
    const index = this.#indexOf(monitor, slotMs);
    if (index === null) return true;
    const before = this.#fates[index] ?? 0;
    if ((before & FATE_BITS) !== 0) return false;
    this.#fates[index] = before | (FATES.indexOf(fate) + 1);
    this.#newest[monitor] = Math.max(this.#newest[monitor] ?? -1, index - monitor * this.#slotsMax);
    return true;
  }

  /** The newest slot of a monitor that has ended. */
  accountedMs(monitor: number): number {
    return (this.#firstMs[monitor] ?? 0) + (this.#newest[monitor] ?? -1) * this.#population.intervalMs;
  }

  /** The clock of their scheduler skipped these slots, so they may have no outcome. */
  jumpedOver(monitors: readonly number[], { fromMs, toMs }: { fromMs: number; toMs: number }): void {
    for (const monitor of monitors) {
      const slotMs = this.#nextSlotMs(monitor, fromMs);
      const index = slotMs <= toMs ? this.#indexOf(monitor, slotMs) : null;
      if (index !== null) this.#fates[index] = (this.#fates[index] ?? 0) | JUMPED;
    }
  }

  /** Sums of the slots in (fromMs, untilMs]. */
  sum(between: { fromMs: number; untilMs: number }): Sums {
    const fates = { result: 0, missed: 0, skipped: 0 };
    const late: number[] = [];
    let [due, jumpedOver, unaccounted] = [0, 0, 0];
    for (const index of this.#slots(between)) {
      due += 1;
      const value = this.#fates[index] ?? 0;
      const fate = FATES[(value & FATE_BITS) - 1];
      if (fate) fates[fate] += 1;
      else if (value & JUMPED) jumpedOver += 1;
      else unaccounted += 1;
      const lateMs = this.#lateness[index] ?? Number.NaN;
      if (!Number.isNaN(lateMs)) late.push(lateMs);
    }
    return { due, fates, jumpedOver, unaccounted, lateness: percentiles(late) };
  }

  #nextSlotMs(monitor: number, afterMs: number): number {
    return nextSlotMs(afterMs, this.#population.intervalMs, this.#population.phaseMs(monitor));
  }

  /** Index of a slot in the arrays; null outside the observed time. */
  #indexOf(monitor: number, slotMs: number): number | null {
    const nr = Math.round((slotMs - (this.#firstMs[monitor] ?? 0)) / this.#population.intervalMs);
    return nr >= 0 && nr < this.#slotsMax ? monitor * this.#slotsMax + nr : null;
  }

  *#slots({ fromMs, untilMs }: { fromMs: number; untilMs: number }): Generator<number, void> {
    const { size, intervalMs } = this.#population;
    for (let monitor = 0; monitor < size; monitor += 1) {
      for (let slotMs = this.#nextSlotMs(monitor, fromMs); slotMs <= untilMs; slotMs += intervalMs) {
        const index = this.#indexOf(monitor, slotMs);
        if (index !== null) yield index;
      }
    }
  }
}

function percentiles(values: readonly number[]): Sums["lateness"] {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
