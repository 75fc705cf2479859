import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import { keptBytesOf, withoutKept } from "@vedette/contract/checks/kept-response.ts";
import type { StorageOutage } from "@vedette/contract/service-health/service-problems.ts";
import { BatchWriter } from "../../../platform/kernel/batches/batch-writer.ts";
import { isServiceUnavailable } from "../../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { storageProblemOf } from "../../../platform/storage/storage-problem.ts";
import type { SlotGapRow } from "./queries.ts";
import { type Batch, type RecordDeps, type Recorded, recordBatch } from "./record-batch.ts";

export type RecorderDeps = RecordDeps & {
  log: Logger;
  /** Whether other schedulers record a part of the results. */
  isInFleet?: boolean;
  onRecorded: (recorded: Recorded) => void;
};

/** Maximum number of reports and gaps per transaction. */
const BATCH_MAX = 1_000;
/** Time to wait for more items in a batch, unless a request waits for one of them. */
const GATHER_MS = 100;
/**
 * The same in a fleet, where batches are smaller: a transaction costs as much CPU time of scheduler and database as 30
 * results in it.
 */
const FLEET_GATHER_MS = 200;
/** About 60 MB of reports: a database outage of ten minutes at 80 checks per second. */
const WAITING_MAX = 50_000;
/** Kept responses that wait here. Beyond it results are stored without them. */
const KEPT_BYTES_MAX = 64 * 1_048_576;
/** Kept responses in a transaction. */
const BATCH_KEPT_BYTES_MAX = 4 * 1_048_576;
const RETRY = { firstMs: 100, maxMs: 2_000 };
/** An outage for the same reason within this time is not logged again. */
const QUIET_MS = 30_000;
/** An item that failed alone is retried once, because another transaction may have been the cause. */
const FAILURES_MAX = 2;

/** Reports and gaps share one queue: a gap must not be stored before an older result of its series. */
type Item = CheckReport | SlotGapRow;

/**
 * Writes the reports of runners in batches, each in one transaction and in order of arrival. Reports are kept
 * until they are committed: while the database is unavailable they wait here, and `hasRoom` makes the
 * scheduler pause when there are too many.
 */
export class Recorder {
  readonly #deps: RecorderDeps;
  readonly #writer: BatchWriter<Item>;
  #recorded = 0;
  #batches = 0;
  #failures = 0;
  #keptBytes = 0;
  #outage: StorageOutage | null = null;
  #logged: { code: StorageOutage["code"]; atMs: number } | null = null;

  constructor(deps: RecorderDeps) {
    const { clock, log, isInFleet = false } = deps;
    this.#deps = deps;
    this.#writer = new BatchWriter<Item>({
      clock,
      batchMax: BATCH_MAX,
      batchWeightMax: BATCH_KEPT_BYTES_MAX,
      weigh: keptBytes,
      gatherMs: isInFleet ? FLEET_GATHER_MS : GATHER_MS,
      retry: RETRY,
      failuresMax: FAILURES_MAX,
      outageDelayMs: (error) => (isServiceUnavailable(error) ? 0 : null),
      write: (items) => this.#write(items),
      onOutage: (error, { items }) => {
        this.#failures += 1;
        this.#noteOutage(error, items);
      },
      onFailedAlone: (item, { error, isRefused }) => {
        if (!isRefused) return;
        this.#failures += 1;
        log.error("results.dropped", {
          item: "outcome" in item ? withoutKept(item) : item,
          ...errorFacts(error),
        });
      },
    });
  }

  /** Resolves when they are committed or dropped as unstorable. */
  add(reports: readonly CheckReport[]): Promise<void> {
    // A request waits for the result of a manual check.
    const isUrgent = reports.some(({ trigger }) => trigger === "manual");
    const bytes = reports.reduce((sum, report) => sum + keptBytes(report), 0);
    if (bytes === 0) return this.#writer.add(reports, { isUrgent });
    if (this.#keptBytes + bytes > KEPT_BYTES_MAX) {
      this.#deps.log.warn("results.bodies_dropped", { bytes, waiting_bytes: this.#keptBytes });
      return this.#writer.add(reports.map(withoutKept), { isUrgent });
    }
    this.#keptBytes += bytes;
    return this.#writer.add(reports, { isUrgent }).then(() => {
      this.#keptBytes -= bytes;
    });
  }

  addGaps(gaps: readonly SlotGapRow[]): void {
    void this.#writer.add(gaps);
  }

  hasRoom(): boolean {
    return this.#writer.size < WAITING_MAX;
  }

  state() {
    return {
      reportsWaiting: this.#writer.size,
      resultsRecorded: this.#recorded,
      batchesRecorded: this.#batches,
      batchesFailed: this.#failures,
    };
  }

  /** Null while results are stored. */
  outage(): StorageOutage | null {
    return this.#outage;
  }

  /**
   * Waits until everything added so far is written or `deadlineMs` (monotonic) has passed. Returns true if it
   * is written.
   */
  drain(deadlineMs: number): Promise<boolean> {
    return this.#writer.drain(deadlineMs);
  }

  /** Logged once for each reason: a write is retried every two seconds, and on a nearly full disk some succeed. */
  #noteOutage(error: unknown, items: number): void {
    const { clock, log } = this.#deps;
    const problem = storageProblemOf(error);
    const nowMs = clock.monotonic();
    const isRepeated = problem.code === this.#logged?.code && nowMs - this.#logged.atMs < QUIET_MS;
    if (this.#outage?.code !== problem.code && !isRepeated) {
      this.#logged = { code: problem.code, atMs: nowMs };
      log.error("results.batch_failed", { reason: problem.code, items, ...errorFacts(error) });
    }
    this.#outage = { ...problem, sinceMs: this.#outage?.sinceMs ?? clock.now() };
  }

  #endOutage(): void {
    if (this.#outage === null) return;
    const { clock, log } = this.#deps;
    log.info("results.stored_again", { outage_ms: Math.round(clock.now() - this.#outage.sinceMs) });
    this.#outage = null;
  }

  async #write(items: readonly Item[]): Promise<void> {
    const batch = toBatch(items);
    const recorded = await recordBatch(this.#deps, () => batch);
    this.#endOutage();
    this.#batches += 1;
    this.#recorded += recorded.reports.length;
    this.#deps.onRecorded(recorded);
  }
}

function keptBytes(item: Item): number {
  return "outcome" in item ? keptBytesOf(item.outcome) : 0;
}

function toBatch(items: readonly Item[]): Batch {
  const reports: CheckReport[] = [];
  const gaps: SlotGapRow[] = [];
  for (const item of items) {
    if ("outcome" in item) reports.push(item);
    else gaps.push(item);
  }
  return { reports, gaps };
}
