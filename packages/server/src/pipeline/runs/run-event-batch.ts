import { backoffMs } from "../../platform/kernel/backoff.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { writeApart } from "../../platform/kernel/write-apart.ts";
import type { RunEvent } from "./run-queue-update.ts";

/**
 * Buffers events and writes them in batches, in order of arrival. An event that cannot be written is set
 * apart and retried alone, so that it blocks no others. It never knows what is written.
 */
export type RunEventBatch = {
  /** Resolves when all events are committed or dropped. */
  add(runEvents: readonly RunEvent[]): Promise<void>;
  /** All pending events, including those set apart. */
  waiting(): readonly RunEvent[];
  readonly size: number;
  /** False while the database is unavailable. */
  isMoving(): boolean;
  /** Waits until everything is written or `deadlineMs` (monotonic) has passed. */
  drain(deadlineMs: number): Promise<void>;
};

type Entry = {
  runEvent: RunEvent;
  /** Failures of this event alone. */
  failures: number;
  notBeforeMs: number;
  settle: () => void;
};

const BATCH_MAX = 200;
/** Time to wait for more events in a batch. */
const GATHER_MS = 5;
/** Failures of a single event before it is dropped. */
const FAILURES_MAX = 5;
const RETRY = { firstMs: 100, maxMs: 5_000 };
const DRAIN_POLL_MS = 10;

export function createRunEventBatch({
  settle,
  clock,
  log,
}: {
  /** Writes a batch in one transaction. */
  settle: (batch: readonly RunEvent[]) => Promise<void>;
  clock: Clock;
  log: Logger;
}): RunEventBatch {
  let entries: Entry[] = [];
  let isFlushing = false;
  let failuresInRow = 0;
  let timer: NodeJS.Timeout | undefined;
  let timerAtMs = Number.POSITIVE_INFINITY;

  function wake(): void {
    if (isFlushing || entries.length === 0) return;
    const atMs = nextAtMs();
    if (atMs >= timerAtMs) return;
    clearTimeout(timer);
    timerAtMs = atMs;
    timer = setTimeout(() => void flush(), Math.max(0, atMs - clock.monotonic()));
  }

  function nextAtMs(): number {
    const nowMs = clock.monotonic();
    if (failuresInRow > 0) return nowMs + backoffMs(failuresInRow, RETRY);
    const ready = entries.reduce((count, { notBeforeMs }) => count + (notBeforeMs <= nowMs ? 1 : 0), 0);
    if (ready > 0) return nowMs + (ready >= BATCH_MAX ? 0 : GATHER_MS);
    return Math.min(...entries.map(({ notBeforeMs }) => notBeforeMs));
  }

  async function flush(): Promise<void> {
    timerAtMs = Number.POSITIVE_INFINITY;
    isFlushing = true;
    const nowMs = clock.monotonic();
    const batch = entries.filter(({ notBeforeMs }) => notBeforeMs <= nowMs).slice(0, BATCH_MAX);
    try {
      await writeApart(batch, { write, isAway, onUnwritten: setApart });
      failuresInRow = 0;
    } catch (error) {
      failuresInRow += 1;
      log.error("runs.batch_failed", { runEvents: batch.length, ...errorFacts(error) });
    }
    isFlushing = false;
    wake();
  }

  async function write(some: readonly Entry[]): Promise<void> {
    await settle(some.map(({ runEvent }) => runEvent));
    remove(some);
  }

  function setApart(entry: Entry, error: unknown): void {
    entry.failures += 1;
    const facts = { runEvent: entry.runEvent.type, failures: entry.failures, ...errorFacts(error) };
    if (entry.failures < FAILURES_MAX) {
      log.warn("runs.happening_failed", facts);
      entry.notBeforeMs = clock.monotonic() + backoffMs(entry.failures, RETRY);
      return;
    }
    // Its run times out at its deadline.
    log.error("runs.dropped", facts);
    remove([entry]);
  }

  function remove(some: readonly Entry[]): void {
    const gone = new Set(some);
    entries = entries.filter((entry) => !gone.has(entry));
    for (const entry of some) entry.settle();
  }

  return {
    async add(runEvents) {
      if (runEvents.length === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      let open = runEvents.length;
      const settleOne = () => {
        open -= 1;
        if (open === 0) resolve();
      };
      for (const runEvent of runEvents) {
        entries.push({ runEvent, failures: 0, notBeforeMs: 0, settle: settleOne });
      }
      wake();
      await promise;
    },
    waiting: () => entries.map(({ runEvent }) => runEvent),
    get size() {
      return entries.length;
    },
    isMoving: () => failuresInRow === 0,
    async drain(deadlineMs) {
      while ((entries.length > 0 || isFlushing) && clock.monotonic() < deadlineMs) {
        await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
      }
      clearTimeout(timer);
    },
  };
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === "SERVICE_UNAVAILABLE";
}
