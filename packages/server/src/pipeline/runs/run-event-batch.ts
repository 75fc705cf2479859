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
  add(happenings: readonly RunEvent[]): Promise<void>;
  /** All pending events, including those set apart. */
  waiting(): readonly RunEvent[];
  readonly size: number;
  /** False while the database is unavailable. */
  isMoving(): boolean;
  /** Waits until everything is written or `deadlineMs` (monotonic) has passed. */
  drain(deadlineMs: number): Promise<void>;
};

type Entry = {
  happening: RunEvent;
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
  let isWorking = false;
  let awayInRow = 0;
  let timer: NodeJS.Timeout | undefined;
  let timerAtMs = Number.POSITIVE_INFINITY;

  function wake(): void {
    if (isWorking || entries.length === 0) return;
    const atMs = nextAtMs();
    if (atMs >= timerAtMs) return;
    clearTimeout(timer);
    timerAtMs = atMs;
    timer = setTimeout(() => void work(), Math.max(0, atMs - clock.monotonic()));
  }

  function nextAtMs(): number {
    const nowMs = clock.monotonic();
    if (awayInRow > 0) return nowMs + backoffMs(awayInRow, RETRY);
    const ready = entries.reduce((count, { notBeforeMs }) => count + (notBeforeMs <= nowMs ? 1 : 0), 0);
    if (ready > 0) return nowMs + (ready >= BATCH_MAX ? 0 : GATHER_MS);
    return Math.min(...entries.map(({ notBeforeMs }) => notBeforeMs));
  }

  async function work(): Promise<void> {
    timerAtMs = Number.POSITIVE_INFINITY;
    isWorking = true;
    const nowMs = clock.monotonic();
    const batch = entries.filter(({ notBeforeMs }) => notBeforeMs <= nowMs).slice(0, BATCH_MAX);
    try {
      await writeApart(batch, { write, isAway, onUnwritten: setApart });
      awayInRow = 0;
    } catch (error) {
      awayInRow += 1;
      log.error("runs.batch_failed", { happenings: batch.length, ...errorFacts(error) });
    }
    isWorking = false;
    wake();
  }

  async function write(some: readonly Entry[]): Promise<void> {
    await settle(some.map(({ happening }) => happening));
    forget(some);
  }

  function setApart(entry: Entry, error: unknown): void {
    entry.failures += 1;
    const facts = { happening: entry.happening.type, failures: entry.failures, ...errorFacts(error) };
    if (entry.failures < FAILURES_MAX) {
      log.warn("runs.happening_failed", facts);
      entry.notBeforeMs = clock.monotonic() + backoffMs(entry.failures, RETRY);
      return;
    }
    // Its run times out at its deadline.
    log.error("runs.dropped", facts);
    forget([entry]);
  }

  function forget(some: readonly Entry[]): void {
    const gone = new Set(some);
    entries = entries.filter((entry) => !gone.has(entry));
    for (const entry of some) entry.settle();
  }

  return {
    async add(happenings) {
      if (happenings.length === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      let open = happenings.length;
      const settleOne = () => {
        open -= 1;
        if (open === 0) resolve();
      };
      for (const happening of happenings) {
        entries.push({ happening, failures: 0, notBeforeMs: 0, settle: settleOne });
      }
      wake();
      await promise;
    },
    waiting: () => entries.map(({ happening }) => happening),
    get size() {
      return entries.length;
    },
    isMoving: () => awayInRow === 0,
    async drain(deadlineMs) {
      while ((entries.length > 0 || isWorking) && clock.monotonic() < deadlineMs) {
        await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
      }
      clearTimeout(timer);
    },
  };
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === "SERVICE_UNAVAILABLE";
}
