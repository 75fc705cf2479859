import type { SlotGap } from "../../packages/server/src/pipeline/scheduler/slot-ledger.ts";
import { backoffMs } from "../../packages/server/src/platform/kernel/backoff.ts";
import type { SimulatedDatabase } from "./database.ts";
import { RECORDER } from "./figures.ts";
import type { Report } from "./messages.ts";
import type { Random } from "./random.ts";
import type { SlotTracker } from "./slot-tracker.ts";
import type { Timeline } from "./timeline.ts";

export type RecorderOptions = {
  timeline: Timeline;
  random: Random;
  database: SimulatedDatabase;
  tracker: SlotTracker;
  intervalMs: number;
  sample: number;
};

type Item = { report: Report } | { gap: SlotGap };

/** Writes reports and gaps in batches, with the rules of pipeline/results/recording/recorder.ts. */
export class SimulatedRecorder {
  readonly #options: RecorderOptions;
  readonly #batchMax: number;
  #waiting: Item[] = [];
  #added = 0;
  #written = 0;
  #failuresInRow = 0;
  #repeated = 0;
  #isBusy = false;
  #isDead = false;
  readonly #listeners: { upTo: number; notify: () => void }[] = [];

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#batchMax = Math.max(1, RECORDER.batchMax / options.sample);
  }

  /** Results that were not written because their slots had a record. */
  get repeated(): number {
    return this.#repeated;
  }

  /** `committed` is called once everything added so far is written. */
  add(
    { reports = [], gaps = [] }: { reports?: readonly Report[]; gaps?: readonly SlotGap[] },
    committed: () => void = () => {},
  ): void {
    for (const gap of gaps) this.#waiting.push({ gap });
    for (const report of reports) this.#waiting.push({ report });
    this.#added += gaps.length + reports.length;
    // If nothing was added, there is nothing to wait for.
    if (gaps.length + reports.length === 0) committed();
    else this.settled(committed);
    this.#begin();
  }

  /** Calls `notify` once everything added so far is written. */
  settled(notify: () => void): void {
    if (this.#written >= this.#added) notify();
    else this.#listeners.push({ upTo: this.#added, notify });
  }

  hasRoom(): boolean {
    return this.#waiting.length < RECORDER.waitingMax / this.#options.sample;
  }

  kill(): void {
    this.#isDead = true;
  }

  #begin(): void {
    if (this.#isBusy || this.#isDead || this.#waiting.length === 0) return;
    this.#isBusy = true;
    const delayMs = this.#waiting.length >= this.#batchMax ? 0 : RECORDER.batchMs;
    this.#options.timeline.after(delayMs, () => this.#write());
  }

  #write(): void {
    if (this.#isDead) return;
    const { timeline, database } = this.#options;
    const items = this.#waiting.slice(0, this.#batchMax);
    const tookMs = database.commitMs(items.length);
    const wasUp = database.isUp;
    timeline.after(wasUp ? tookMs : 0, () => {
      if (this.#isDead) return;
      if (wasUp && database.isUp) this.#commit(items);
      else this.#retry();
    });
  }

  #commit(items: readonly Item[]): void {
    const { tracker } = this.#options;
    this.#failuresInRow = 0;
    for (const item of items) {
      if ("gap" in item) this.#writeGap(item.gap);
      else if (!tracker.ended(item.report.seriesKey - 1, item.report.slotMs, "result")) this.#repeated += 1;
    }
    this.#waiting = this.#waiting.slice(items.length);
    this.#written += items.length;
    while ((this.#listeners[0]?.upTo ?? Number.POSITIVE_INFINITY) <= this.#written)
      this.#listeners.shift()?.notify();
    this.#isBusy = false;
    this.#begin();
  }

  #retry(): void {
    const { timeline, random } = this.#options;
    this.#failuresInRow += 1;
    const { retryFirstMs: firstMs, retryMaxMs: maxMs } = RECORDER;
    const delayMs = backoffMs(this.#failuresInRow, { firstMs, maxMs, random: random.uniform });
    timeline.after(delayMs, () => this.#write());
  }

  /** Omits slots that have a record, like pipeline/results/recording/open-gaps.ts. */
  #writeGap({ seriesKey, fromMs, toMs, kind }: SlotGap): void {
    const { tracker, intervalMs } = this.#options;
    for (let slotMs = fromMs; slotMs <= toMs; slotMs += intervalMs)
      tracker.ended(seriesKey - 1, slotMs, kind);
  }
}
