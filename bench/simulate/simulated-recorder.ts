import type { SlotGap } from "../../packages/server/src/pipeline/scheduler/slot-ledger.ts";
import { backoffMs } from "../../packages/server/src/platform/kernel/backoff.ts";
import type { Account } from "./account.ts";
import type { Report } from "./broker.ts";
import type { SimulatedDatabase } from "./database.ts";
import { RECORDER } from "./figures.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/** Writes reports and gaps down in batches, by the rules of pipeline/results/recording/recorder.ts. */
export type SimulatedRecorder = {
  /** `committed` is called once everything added so far is written. */
  add(items: { reports?: readonly Report[]; gaps?: readonly SlotGap[] }, committed: () => void): void;
  /** Called once everything added so far is written. */
  settled(tell: () => void): void;
  hasRoom(): boolean;
  kill(): void;
  /** Results of slots that were accounted for already, and were left out. */
  readonly repeated: number;
};

export type RecorderOptions = {
  timeline: Timeline;
  random: Random;
  database: SimulatedDatabase;
  account: Account;
  intervalMs: number;
  sample: number;
};

type Item = { report: Report } | { gap: SlotGap };

export function createRecorder(options: RecorderOptions): SimulatedRecorder {
  const { timeline, random, database, account, sample } = options;
  const batchMax = Math.max(1, RECORDER.batchMax / sample);
  const waitingMax = RECORDER.waitingMax / sample;
  let waiting: Item[] = [];
  let [added, written, failuresInRow, repeated] = [0, 0, 0, 0];
  let [isBusy, isDead] = [false, false];
  const tellers: { upTo: number; tell: () => void }[] = [];

  function begin(): void {
    if (isBusy || isDead || waiting.length === 0) return;
    isBusy = true;
    timeline.after(waiting.length >= batchMax ? 0 : RECORDER.gatherMs, write);
  }

  function write(): void {
    if (isDead) return;
    const items = waiting.slice(0, batchMax);
    const tookMs = database.commitMs(items.length);
    const wasUp = database.isUp;
    timeline.after(wasUp ? tookMs : 0, () => {
      if (isDead) return;
      if (wasUp && database.isUp) commit(items);
      else retry();
    });
  }

  function commit(items: readonly Item[]): void {
    failuresInRow = 0;
    for (const item of items) {
      if ("gap" in item) writeGap(item.gap);
      else if (!account.ended(item.report.seriesKey - 1, item.report.slotMs, "result")) repeated += 1;
    }
    waiting = waiting.slice(items.length);
    written += items.length;
    while ((tellers[0]?.upTo ?? Number.POSITIVE_INFINITY) <= written) tellers.shift()?.tell();
    isBusy = false;
    begin();
  }

  function retry(): void {
    failuresInRow += 1;
    const { retryFirstMs: firstMs, retryMaxMs: maxMs } = RECORDER;
    timeline.after(backoffMs(failuresInRow, { firstMs, maxMs, random: random.uniform }), write);
  }

  /** Slots of it that are accounted for otherwise are left out, as pipeline/results/recording/open-gaps.ts does. */
  function writeGap({ seriesKey, fromMs, toMs, kind }: SlotGap): void {
    for (let slotMs = fromMs; slotMs <= toMs; slotMs += options.intervalMs)
      account.ended(seriesKey - 1, slotMs, kind);
  }

  function settled(tell: () => void): void {
    if (written >= added) tell();
    else tellers.push({ upTo: added, tell });
  }

  return {
    add({ reports = [], gaps = [] }, committed) {
      for (const gap of gaps) waiting.push({ gap });
      for (const report of reports) waiting.push({ report });
      added += gaps.length + reports.length;
      // A report that does not count has nothing to wait for.
      if (gaps.length + reports.length === 0) committed();
      else settled(committed);
      begin();
    },
    settled,
    hasRoom: () => waiting.length < waitingMax,
    kill() {
      isDead = true;
    },
    get repeated() {
      return repeated;
    },
  };
}
