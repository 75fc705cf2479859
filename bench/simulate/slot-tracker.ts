import { nextSlotMs } from "../../packages/server/src/pipeline/scheduler/grid.ts";
import type { Population } from "./population.ts";

/** How a slot ended. */
export type SlotRecord = "result" | "missed" | "skipped";

export type Sums = {
  due: number;
  records: Record<SlotRecord, number>;
  jumpedOver: number;
  /** Slots without a record. Must be zero. */
  unaccounted: number;
  lateness: { p50: number; p95: number; p99: number; max: number } | null;
};

const RECORDS: readonly SlotRecord[] = ["result", "missed", "skipped"];
const RECORD_BITS = 3;
const JUMPED = 8;

/**
 * Tracks every slot: when it was started and how it ended. It knows what the database stores, and is not part of the
 * simulated system, so it can check the guarantees.
 */
export class SlotTracker {
  /** Checks started in each second since the start. */
  readonly startsPerSecond: number[] = [];
  readonly #population: Population;
  readonly #startMs: number;
  readonly #slotsMax: number;
  readonly #firstMs: Float64Array;
  /** For each slot of each monitor: the number of its record, counted from 1, and whether the clock jumped over it. */
  readonly #records: Uint8Array;
  /** How late the slot was first started; NaN if it was not. */
  readonly #lateness: Float32Array;
  readonly #newest: Int16Array;
  #startedAgain = 0;

  constructor(population: Population, { startMs, endMs }: { startMs: number; endMs: number }) {
    const { size, intervalMs } = population;
    this.#population = population;
    this.#startMs = startMs;
    this.#slotsMax = Math.ceil((endMs - startMs) / intervalMs) + 2;
    this.#firstMs = Float64Array.from({ length: size }, (_, monitor) => this.#nextSlotMs(monitor, startMs));
    this.#records = new Uint8Array(size * this.#slotsMax);
    this.#lateness = new Float32Array(size * this.#slotsMax).fill(Number.NaN);
    this.#newest = new Int16Array(size).fill(-1);
  }

  /** Starts of slots that were started before. */
  get startedAgain(): number {
    return this.#startedAgain;
  }

  /** A runner started the slot. */
  started(monitor: number, slotMs: number, atMs: number): void {
    const second = Math.floor((atMs - this.#startMs) / 1_000);
    this.startsPerSecond[second] = (this.startsPerSecond[second] ?? 0) + 1;
    const index = this.#indexOf(monitor, slotMs);
    if (index === null) return;
    if (Number.isNaN(this.#lateness[index] ?? Number.NaN)) this.#lateness[index] = atMs - slotMs;
    else this.#startedAgain += 1;
  }

  /** Records how a slot ended. Returns false if that was recorded before; the unique key of results rejects it then. */
  ended(monitor: number, slotMs: number, record: SlotRecord): boolean {
    const index = this.#indexOf(monitor, slotMs);
    if (index === null) return true;
    const before = this.#records[index] ?? 0;
    if ((before & RECORD_BITS) !== 0) return false;
    this.#records[index] = before | (RECORDS.indexOf(record) + 1);
    this.#newest[monitor] = Math.max(this.#newest[monitor] ?? -1, index - monitor * this.#slotsMax);
    return true;
  }

  /** The time of the newest slot of a monitor that has ended. */
  accountedMs(monitor: number): number {
    return (this.#firstMs[monitor] ?? 0) + (this.#newest[monitor] ?? -1) * this.#population.intervalMs;
  }

  /** The clock of the scheduler jumped over these slots, so they may have no record. */
  jumpedOver(monitors: readonly number[], { fromMs, toMs }: { fromMs: number; toMs: number }): void {
    for (const monitor of monitors) {
      const slotMs = this.#nextSlotMs(monitor, fromMs);
      const index = slotMs <= toMs ? this.#indexOf(monitor, slotMs) : null;
      if (index !== null) this.#records[index] = (this.#records[index] ?? 0) | JUMPED;
    }
  }

  /** Sums of the slots in (fromMs, untilMs]. */
  sum(between: { fromMs: number; untilMs: number }): Sums {
    const records = { result: 0, missed: 0, skipped: 0 };
    const late: number[] = [];
    let [due, jumpedOver, unaccounted] = [0, 0, 0];
    for (const index of this.#slots(between)) {
      due += 1;
      const value = this.#records[index] ?? 0;
      const record = RECORDS[(value & RECORD_BITS) - 1];
      if (record) records[record] += 1;
      else if (value & JUMPED) jumpedOver += 1;
      else unaccounted += 1;
      const lateMs = this.#lateness[index] ?? Number.NaN;
      if (!Number.isNaN(lateMs)) late.push(lateMs);
    }
    return { due, records, jumpedOver, unaccounted, lateness: percentiles(late) };
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
