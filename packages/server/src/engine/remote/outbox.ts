import {
  REPORT_KEPT_MS,
  REPORTS_BYTES_MAX,
  type RunnerReports,
} from "@vedette/contract/runners/runner-protocol.ts";
import { BatchWriter } from "../../platform/kernel/batches/batch-writer.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { OutgoingReport } from "./outgoing-report.ts";
import type { ReportStore } from "./report-store/report-store.ts";
import type { ServerLink } from "./server-link.ts";
import { RequestRejectedError, ServerUnavailableError } from "./server-response.ts";

/**
 * Reports in flight to the server. While the server is unavailable they are kept in memory and in files, for a
 * limited time and up to a limited size; beyond either the oldest are dropped, and their slots count as missed.
 */
export type Outbox = {
  /** Adds the reports that earlier processes of this runner stored. */
  restore(): Promise<void>;
  add(report: OutgoingReport): void;
  /**
   * Stores a report that a better one will replace, in case this process is killed before. The returned function
   * removes it.
   */
  keepMeanwhile(report: OutgoingReport): () => void;
  /**
   * Sends the reports again that the server confirmed shortly before an outage: one that is killed may not have stored
   * them. A report that is stored already has no effect.
   */
  repeatRecent(): void;
  /** Sends the pending reports until `deadlineMs` (monotonic). Returns whether all were sent. */
  drain(deadlineMs: number): Promise<boolean>;
  /** Sends nothing more; what is pending is stored. */
  stop(): Promise<void>;
};

export type OutboxDeps = {
  link: Pick<ServerLink, "report">;
  runner: string;
  clock: Clock;
  log: Logger;
  /** Called if the server rejects this runner permanently. */
  onRejected: (error: unknown) => void;
  store: ReportStore;
  keptMs?: number;
  keptBytesMax: number;
};

/** Maximum size of one request, so that it is sent within seconds over a slow connection. */
const BATCH_BYTES_MAX = 2 * 1_048_576;
const BATCH_MAX = 500;
/** Reports are batched for this long. Those that arrive while a request is in flight go with the next one. */
const GATHER_MS = 100;
/** Jitter spreads the retries of all runners after an outage. */
const RETRY = { firstMs: 250, maxMs: 15_000 };
/** An outage is logged when it starts and after this many attempts. */
const LOG_EVERY = 20;

/** A report that the server has not confirmed for this long is stored; a request takes a fraction of it. */
const STORED_AFTER_MS = 1_000;
const STORE_POLL_MS = 250;

/** A server stores a report within a fraction of it, unless its own database is unavailable. */
const RECENT_MS = 5_000;
const RECENT_MAX = 5_000;

type Item = { outgoing: OutgoingReport; bytes: number; atMs: number; stored: string | null };

/** The outbox of a runner process. */
export class ReportOutbox implements Outbox {
  readonly #deps: OutboxDeps;
  readonly #writer: BatchWriter<Item>;
  readonly #storeTimer: NodeJS.Timeout;
  #recent: { item: Item; confirmedAtMs: number }[] = [];

  constructor(deps: OutboxDeps) {
    const { clock, log, keptMs = REPORT_KEPT_MS, keptBytesMax } = deps;
    this.#deps = deps;
    this.#writer = new BatchWriter<Item>({
      clock,
      batchMax: BATCH_MAX,
      gatherMs: GATHER_MS,
      retry: RETRY,
      write: (items) => this.#send(items),
      outageDelayMs(error) {
        if (error instanceof RequestRejectedError) return null;
        return error instanceof ServerUnavailableError ? error.retryAfterMs : Number.POSITIVE_INFINITY;
      },
      onOutage: (error, { failuresInRow }) => {
        if (failuresInRow === 1) this.repeatRecent();
        if (!(error instanceof ServerUnavailableError)) deps.onRejected(error);
        else if (failuresInRow % LOG_EVERY === 1) log.warn("runner.server_unavailable", errorFacts(error));
      },
      // A retry would be rejected again.
      onFailedAlone: (_, { error }) =>
        log.error("runner.report_failed", { reports: 1, ...errorFacts(error) }),
      weigh: ({ bytes }) => bytes,
      weightMax: keptBytesMax,
      batchWeightMax: BATCH_BYTES_MAX,
      ageMaxMs: keptMs,
      onDropped: (reports) => log.warn("runner.reports_dropped", { reports, pending: this.#writer.size }),
    });
    this.#storeTimer = setInterval(
      () => this.#storePending({ isAll: !this.#writer.isAvailable }),
      STORE_POLL_MS,
    );
    this.#storeTimer.unref();
  }

  async restore(): Promise<void> {
    const { store, log, clock } = this.#deps;
    const loaded = await store.load();
    if (loaded.length > 0) log.info("runner.reports_restored", { reports: loaded.length });
    for (const { outgoing, bytes, name } of loaded)
      this.#addItem({ outgoing, bytes, atMs: clock.monotonic(), stored: name }, false);
  }

  add(outgoing: OutgoingReport): void {
    const { clock, log } = this.#deps;
    const bytes = bytesOf(outgoing);
    const isUrgent = outgoing.kind === "run" || outgoing.isUrgent === true;
    if (bytes <= REPORTS_BYTES_MAX)
      this.#addItem({ outgoing, bytes, atMs: clock.monotonic(), stored: null }, isUrgent);
    // The server would reject the whole request.
    else log.error("runner.report_too_large", { bytes });
  }

  keepMeanwhile(outgoing: OutgoingReport): () => void {
    const { store } = this.#deps;
    let name: string | null = null;
    const timer = setTimeout(() => {
      name = store.put(outgoing, bytesOf(outgoing));
    }, STORED_AFTER_MS).unref();
    return () => {
      clearTimeout(timer);
      if (name !== null) store.remove(name);
    };
  }

  repeatRecent(): void {
    const { clock } = this.#deps;
    const sinceMs = clock.monotonic() - RECENT_MS;
    const repeated = this.#recent.filter(({ confirmedAtMs }) => confirmedAtMs > sinceMs);
    this.#recent = [];
    for (const { item } of repeated) this.#addItem({ ...item, atMs: clock.monotonic(), stored: null }, false);
  }

  drain(deadlineMs: number): Promise<boolean> {
    return this.#writer.drain(deadlineMs);
  }

  async stop(): Promise<void> {
    this.#writer.stop();
    clearInterval(this.#storeTimer);
    this.#storePending({ isAll: true });
    await this.#deps.store.settle();
  }

  async #send(items: readonly Item[]): Promise<void> {
    const { link, runner, log, clock } = this.#deps;
    const { refused: rejected } = await link.report(toBody(runner, items));
    if (rejected > 0) log.warn("runner.reports_rejected", { rejected });
    const confirmedAtMs = clock.monotonic();
    for (const item of items) if (mayStore(item)) this.#recent.push({ item, confirmedAtMs });
    const sinceMs = confirmedAtMs - RECENT_MS;
    this.#recent = this.#recent.slice(-RECENT_MAX).filter((each) => each.confirmedAtMs > sinceMs);
  }

  #addItem(item: Item, isUrgent: boolean): void {
    void this.#writer.add([item], { isUrgent }).then(() => {
      if (item.stored !== null) this.#deps.store.remove(item.stored);
    });
    if (!this.#writer.isAvailable) this.#storePending({ isAll: true });
  }

  /** Stores what the server has not confirmed in time. During an outage that is everything. */
  #storePending({ isAll }: { isAll: boolean }): void {
    if (this.#writer.size === 0) return;
    const { clock, store } = this.#deps;
    const untilMs = clock.monotonic() - STORED_AFTER_MS;
    for (const item of this.#writer.pending())
      if (item.stored === null && mayStore(item) && (isAll || item.atMs <= untilMs))
        item.stored = store.put(item.outgoing, item.bytes);
  }
}

function mayStore({ outgoing }: Item): boolean {
  return outgoing.kind === "run" || outgoing.isTest !== true;
}

function bytesOf({ report }: OutgoingReport): number {
  return JSON.stringify(report).length;
}

function toBody(runner: string, items: readonly Item[]): RunnerReports {
  const checks: RunnerReports["checks"] = [];
  const runs: RunnerReports["runs"] = [];
  for (const { outgoing } of items) {
    if (outgoing.kind === "check") checks.push(outgoing.report);
    else runs.push(outgoing.report);
  }
  return { runner, checks, runs };
}
