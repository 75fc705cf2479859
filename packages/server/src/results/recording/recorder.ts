import type { CheckReport } from "@vedette/contract/check-run.ts";
import { backoffMs } from "../../kernel/backoff.ts";
import type { Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { errorFacts, type Logger } from "../../kernel/logger.ts";
import type { SlotGapRow } from "./queries.ts";
import { type RecordDeps, type Recorded, recordBatch } from "./record-batch.ts";

/**
 * Writes down what runners report, in batches, each in one transaction and in the order of arrival.
 * What it was given is kept until it is committed: while the database is away reports wait here, and
 * `hasRoom` tells the scheduler to start nothing new once they are too many.
 */
export type Recorder = {
  add(reports: readonly CheckReport[]): void;
  addGaps(gaps: readonly SlotGapRow[]): void;
  hasRoom(): boolean;
  state(): { waiting: number; recorded: number; batches: number; failures: number };
  /** Waits until all is written or `deadlineMs` (monotonic) has passed; true when all is. */
  drain(deadlineMs: number): Promise<boolean>;
};

export type RecorderDeps = RecordDeps & {
  clock: Clock;
  log: Logger;
  onRecorded: (recorded: Recorded) => void;
};

/** Reports in one transaction at most. */
const BATCH_MAX = 1_000;
/** A batch waits this long for more, unless somebody waits for it. */
const GATHER_MS = 100;
/** About 60 MB of reports: ten minutes of a database that is away at 80 checks a second. */
const WAITING_MAX = 50_000;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;

export function createRecorder(deps: RecorderDeps): Recorder {
  const { clock, log } = deps;
  let reports: CheckReport[] = [];
  let gaps: SlotGapRow[] = [];
  let isWriting = false;
  let failuresInRow = 0;
  /** Halved after a failure that is not the database's absence, so that one bad report is found and alone is lost. */
  let batchMax = BATCH_MAX;
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
    const batch = { reports: reports.slice(0, batchMax), gaps: gaps.slice(0, batchMax) };
    try {
      const recorded = await recordBatch(deps, batch);
      forget(batch);
      failuresInRow = 0;
      batchMax = Math.min(BATCH_MAX, batchMax * 2);
      counts.batches += 1;
      counts.recorded += recorded.reports.length;
      deps.onRecorded(recorded);
    } catch (error) {
      failuresInRow += 1;
      counts.failures += 1;
      const isAway = error instanceof AppError && error.code === "SERVICE_UNAVAILABLE";
      log.error("results.batch_failed", { reports: batch.reports.length, ...errorFacts(error) });
      if (!isAway && batchMax === 1) {
        log.error("results.dropped", {
          series: [...batch.reports, ...batch.gaps].map((each) => each.seriesKey),
        });
        forget(batch);
      } else if (!isAway) batchMax = Math.ceil(Math.max(batch.reports.length, batch.gaps.length) / 2);
    }
    isWriting = false;
    if (reports.length + gaps.length > 0) schedule(nextDelayMs());
  }

  function forget(batch: { reports: readonly CheckReport[]; gaps: readonly SlotGapRow[] }): void {
    reports = reports.slice(batch.reports.length);
    gaps = gaps.slice(batch.gaps.length);
  }

  function nextDelayMs(): number {
    if (failuresInRow > 0) return backoffMs(failuresInRow, { firstMs: RETRY_FIRST_MS, maxMs: RETRY_MAX_MS });
    return reports.length >= BATCH_MAX || reports.some(isAwaited) ? 0 : GATHER_MS;
  }

  return {
    add(more) {
      if (more.length === 0) return;
      for (const report of more) reports.push(report);
      if (failuresInRow === 0) schedule(reports.length >= BATCH_MAX || more.some(isAwaited) ? 0 : GATHER_MS);
    },
    addGaps(more) {
      for (const gap of more) gaps.push(gap);
      if (failuresInRow === 0) schedule(GATHER_MS);
    },
    hasRoom: () => reports.length < WAITING_MAX,
    state: () => ({ waiting: reports.length, ...counts }),
    async drain(deadlineMs) {
      while (reports.length + gaps.length > 0 && clock.monotonic() < deadlineMs) {
        schedule(failuresInRow === 0 ? 0 : nextDelayMs());
        await new Promise((resolve) => setTimeout(resolve, GATHER_MS / 10));
      }
      return reports.length + gaps.length === 0;
    },
  };
}

/** Somebody holds a request open for the result of a check by hand. */
function isAwaited(report: CheckReport): boolean {
  return report.trigger === "manual";
}
