import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { isServiceUnavailable } from "../../../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import type { FinishedReport } from "../record-batch.ts";
import { type LateDeps, recordLate } from "./record-late.ts";

export type LateReportsDeps = LateDeps & {
  clock: Clock;
  log: Logger;
  /** Waits until the results of accepted reports are stored; returns false if they are not by `deadlineMs` (monotonic). */
  untilRecorded: (deadlineMs: number) => Promise<boolean>;
};

/** Reports that wait here, about 12 MB. Beyond it the oldest are dropped, and their slots stay missed. */
const WAITING_MAX = 10_000;
const BATCH_MAX = 500;
/** A gap is written at most 11 s after its first slot: see SlotLedger. */
const RETRY_MS = 2_000;
/** After which accepted reports are waited for again. */
const RECORDED_MAX_MS = 5_000;
/** A slot that is not accounted for by then belongs to a scheduler that does not run, or to a changed schedule. */
const WAITING_MAX_MS = 600_000;

/** Reports of private runners whose slot has no check in flight: they wait until it is recorded as missed. */
export class LateReports {
  readonly #deps: LateReportsDeps;
  #waiting: { report: FinishedReport; sinceMs: number }[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;
  #stored = 0;

  constructor(deps: LateReportsDeps) {
    this.#deps = deps;
  }

  add(reports: readonly CheckReport[]): void {
    const sinceMs = this.#deps.clock.monotonic();
    for (const report of reports) if (isFinished(report)) this.#waiting.push({ report, sinceMs });
    const dropped = this.#waiting.length - WAITING_MAX;
    if (dropped > 0) {
      this.#waiting.splice(0, dropped);
      this.#deps.log.warn("results.late_dropped", { reports: dropped });
    }
    this.#schedule(0);
  }

  state(): { lateReportsWaiting: number; lateResultsRecorded: number } {
    return { lateReportsWaiting: this.#waiting.length, lateResultsRecorded: this.#stored };
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped || this.#waiting.length === 0) return;
    this.#timer ??= setTimeout(() => {
      void this.#record().finally(() => {
        this.#timer = null;
        this.#schedule(RETRY_MS);
      });
    }, delayMs);
  }

  /** Tries each waiting report once. Never rejects. */
  async #record(): Promise<void> {
    const { clock, log } = this.#deps;
    const tried = this.#waiting;
    this.#waiting = [];
    // A report that was sent twice must not be stored before the one that was accepted, which changes the status.
    if (!(await this.#deps.untilRecorded(clock.monotonic() + RECORDED_MAX_MS))) {
      this.#waiting.unshift(...tried);
      return;
    }
    for (let at = 0; at < tried.length && !this.#isStopped; at += BATCH_MAX) {
      const batch = tried.slice(at, at + BATCH_MAX);
      try {
        const { stored, waiting } = await recordLate(
          this.#deps,
          batch.map(({ report }) => report),
        );
        this.#stored += stored.length;
        if (stored.length > 0) log.info("results.late_stored", { results: stored.length });
        const untilMs = clock.monotonic() - WAITING_MAX_MS;
        this.#waiting.push(
          ...batch.filter(({ report, sinceMs }) => waiting.includes(report) && sinceMs > untilMs),
        );
      } catch (error) {
        if (isServiceUnavailable(error)) this.#waiting.push(...batch);
        else log.error("results.late_failed", { reports: batch.length, ...errorFacts(error) });
      }
    }
  }
}

function isFinished(report: CheckReport): report is FinishedReport {
  return report.outcome !== null;
}
