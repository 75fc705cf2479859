import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import { backoffMs } from "../../../platform/kernel/backoff.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { writeApart } from "../../../platform/kernel/write-apart.ts";
import type { SlotGapRow } from "./queries.ts";
import { type Batch, type RecordDeps, type Recorded, recordBatch } from "./record-batch.ts";

/**
 * Writes the reports of runners in batches, each in one transaction and in order of arrival. Reports are kept
 * until they are committed: while the database is unavailable they wait here, and `hasRoom` makes the
 * scheduler pause when there are too many.
 */
export type Recorder = {
  /** Resolves when they are committed or dropped as unstorable. */
  add(reports: readonly CheckReport[]): Promise<void>;
  addGaps(gaps: readonly SlotGapRow[]): void;
  hasRoom(): boolean;
  state(): { waiting: number; recorded: number; batches: number; failures: number };
  /**
   * Waits until everything added so far is written or `deadlineMs` (monotonic) has passed. Returns true if it
   * is written.
   */
  drain(deadlineMs: number): Promise<boolean>;
};

export type RecorderDeps = RecordDeps & {
  clock: Clock;
  log: Logger;
  onRecorded: (recorded: Recorded) => void;
};

/** Maximum number of reports and gaps per transaction. */
const BATCH_MAX = 1_000;
/** Time to wait for more items in a batch, unless a request waits for one of them. */
const GATHER_MS = 100;
/** About 60 MB of reports: a database outage of ten minutes at 80 checks per second. */
const WAITING_MAX = 50_000;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;

/** Reports and gaps share one queue: a gap must not be stored before an older result of its series. */
type Item = { report: CheckReport } | { gap: SlotGapRow };

export function createRecorder(deps: RecorderDeps): Recorder {
  const { clock, log } = deps;
  let waiting: Item[] = [];
  /** Total number of items added and removed. */
  const passed = { in: 0, out: 0 };
  /** Callers waiting for the items up to a number, ordered by that number. */
  const committed: { upTo: number; onCommitted: () => void }[] = [];
  let isWriting = false;
  let failuresInRow = 0;
  const counts = { recorded: 0, batches: 0, failures: 0 };
  let timer: NodeJS.Timeout | undefined;
  let timerDelayMs = Number.POSITIVE_INFINITY;

  /** Writes after `delayMs` at the latest. */
  function schedule(delayMs: number): void {
    if (isWriting || delayMs >= timerDelayMs) return;
    clearTimeout(timer);
    timerDelayMs = delayMs;
    timer = setTimeout(() => void write(), delayMs);
  }

  async function write(): Promise<void> {
    timer = undefined;
    timerDelayMs = Number.POSITIVE_INFINITY;
    isWriting = true;
    const items = waiting.slice(0, BATCH_MAX);
    try {
      await writeApart(items, { write: record, isAway, onUnwritten: recordOrDrop });
      failuresInRow = 0;
    } catch (error) {
      failuresInRow += 1;
      counts.failures += 1;
      log.error("results.batch_failed", { items: items.length, ...errorFacts(error) });
    }
    isWriting = false;
    if (waiting.length > 0) schedule(nextDelayMs());
  }

  /** Writes the next items of the queue. */
  async function record(items: readonly Item[]): Promise<void> {
    const recorded = await recordBatch(deps, () => batchOf(items));
    forget(items.length);
    counts.batches += 1;
    counts.recorded += recorded.reports.length;
    deps.onRecorded(recorded);
  }

  /** Retries an item that failed alone once, because another transaction may have been the cause. */
  async function recordOrDrop(item: Item): Promise<void> {
    try {
      await record([item]);
    } catch (error) {
      if (isAway(error)) throw error;
      counts.failures += 1;
      log.error("results.dropped", { item, ...errorFacts(error) });
      forget(1);
    }
  }

  function forget(count: number): void {
    waiting = waiting.slice(count);
    passed.out += count;
    const caller = committed.findIndex(({ upTo }) => upTo > passed.out);
    for (const { onCommitted } of committed.splice(0, caller < 0 ? committed.length : caller)) onCommitted();
  }

  function untilCommitted(): Promise<void> {
    if (passed.out >= passed.in) return Promise.resolve();
    return new Promise((onCommitted) => committed.push({ upTo: passed.in, onCommitted }));
  }

  function nextDelayMs(): number {
    if (failuresInRow > 0) return backoffMs(failuresInRow, { firstMs: RETRY_FIRST_MS, maxMs: RETRY_MAX_MS });
    return waiting.length >= BATCH_MAX || waiting.some(isAwaited) ? 0 : GATHER_MS;
  }

  function enqueue(items: readonly Item[]): void {
    for (const item of items) waiting.push(item);
    passed.in += items.length;
    if (items.length === 0 || failuresInRow > 0) return;
    schedule(waiting.length >= BATCH_MAX || items.some(isAwaited) ? 0 : GATHER_MS);
  }

  return {
    add(reports) {
      if (reports.length === 0) return Promise.resolve();
      enqueue(reports.map((report) => ({ report })));
      return untilCommitted();
    },
    addGaps: (gaps) => enqueue(gaps.map((gap) => ({ gap }))),
    hasRoom: () => waiting.length < WAITING_MAX,
    state: () => ({ waiting: waiting.length, ...counts }),
    async drain(deadlineMs) {
      const last = passed.in;
      while (passed.out < last && clock.monotonic() < deadlineMs) {
        schedule(failuresInRow === 0 ? 0 : nextDelayMs());
        await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
      }
      return passed.out >= last;
    },
  };
}

const DRAIN_POLL_MS = 10;

function batchOf(items: readonly Item[]): Batch {
  return {
    reports: items.flatMap((item) => ("report" in item ? [item.report] : [])),
    gaps: items.flatMap((item) => ("gap" in item ? [item.gap] : [])),
  };
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === "SERVICE_UNAVAILABLE";
}

/** A request is waiting for the result of a manual check. */
function isAwaited(item: Item): boolean {
  return "report" in item && item.report.trigger === "manual";
}
