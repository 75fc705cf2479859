import {
  REPORT_KEPT_MS,
  REPORTS_BYTES_MAX,
  type RunnerReports,
} from "@vedette/contract/runners/runner-protocol.ts";
import { BatchWriter } from "../../platform/kernel/batches/batch-writer.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
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

export type OutgoingReport =
  | {
      kind: "check";
      report: RunnerReports["checks"][number];
      isUrgent?: boolean;
      /** Its requester waits for seconds only, so it is never stored. */
      isTest?: boolean;
    }
  | { kind: "run"; report: RunnerReports["runs"][number] };

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

export function createOutbox(deps: OutboxDeps): Outbox {
  const { clock, log, store, keptMs = REPORT_KEPT_MS, keptBytesMax } = deps;
  let recent: { item: Item; confirmedAtMs: number }[] = [];
  const writer = new BatchWriter<Item>({
    clock,
    batchMax: BATCH_MAX,
    gatherMs: GATHER_MS,
    retry: RETRY,
    async write(items) {
      const { refused: rejected } = await deps.link.report(toBody(deps.runner, items));
      if (rejected > 0) log.warn("runner.reports_rejected", { rejected });
      const confirmedAtMs = clock.monotonic();
      for (const item of items) if (mayStore(item)) recent.push({ item, confirmedAtMs });
      recent = recent.slice(-RECENT_MAX).filter((each) => each.confirmedAtMs > confirmedAtMs - RECENT_MS);
    },
    outageDelayMs(error) {
      if (error instanceof RequestRejectedError) return null;
      return error instanceof ServerUnavailableError ? error.retryAfterMs : Number.POSITIVE_INFINITY;
    },
    onOutage(error, { failuresInRow }) {
      if (failuresInRow === 1) repeatRecent();
      if (!(error instanceof ServerUnavailableError)) deps.onRejected(error);
      else if (failuresInRow % LOG_EVERY === 1) log.warn("runner.server_unavailable", errorFacts(error));
    },
    // A retry would be rejected again.
    onFailedAlone: (_, { error }) => log.error("runner.report_failed", { reports: 1, ...errorFacts(error) }),
    weigh: ({ bytes }) => bytes,
    weightMax: keptBytesMax,
    batchWeightMax: BATCH_BYTES_MAX,
    ageMaxMs: keptMs,
    onDropped: (reports) => log.warn("runner.reports_dropped", { reports, pending: writer.size }),
  });

  /** Stores what the server has not confirmed in time. During an outage that is everything. */
  function storePending({ isAll }: { isAll: boolean }): void {
    if (writer.size === 0) return;
    const untilMs = clock.monotonic() - STORED_AFTER_MS;
    for (const item of writer.pending())
      if (item.stored === null && mayStore(item) && (isAll || item.atMs <= untilMs))
        item.stored = store.put(item.outgoing, item.bytes);
  }

  const storeTimer = setInterval(() => storePending({ isAll: !writer.isAvailable }), STORE_POLL_MS);
  storeTimer.unref();

  function addItem(item: Item, isUrgent: boolean): void {
    void writer.add([item], { isUrgent }).then(() => {
      if (item.stored !== null) store.remove(item.stored);
    });
    if (!writer.isAvailable) storePending({ isAll: true });
  }

  function repeatRecent(): void {
    const sinceMs = clock.monotonic() - RECENT_MS;
    const repeated = recent.filter(({ confirmedAtMs }) => confirmedAtMs > sinceMs);
    recent = [];
    for (const { item } of repeated) addItem({ ...item, atMs: clock.monotonic(), stored: null }, false);
  }

  return {
    async restore() {
      const loaded = await store.load();
      if (loaded.length > 0) log.info("runner.reports_restored", { reports: loaded.length });
      for (const { outgoing, bytes, name } of loaded)
        addItem({ outgoing, bytes, atMs: clock.monotonic(), stored: name }, false);
    },
    add(outgoing) {
      const bytes = bytesOf(outgoing);
      const isUrgent = outgoing.kind === "run" || outgoing.isUrgent === true;
      if (bytes <= REPORTS_BYTES_MAX)
        addItem({ outgoing, bytes, atMs: clock.monotonic(), stored: null }, isUrgent);
      // The server would reject the whole request.
      else log.error("runner.report_too_large", { bytes });
    },
    keepMeanwhile(outgoing) {
      let name: string | null = null;
      const timer = setTimeout(() => {
        name = store.put(outgoing, bytesOf(outgoing));
      }, STORED_AFTER_MS).unref();
      return () => {
        clearTimeout(timer);
        if (name !== null) store.remove(name);
      };
    },
    repeatRecent,
    drain: (deadlineMs) => writer.drain(deadlineMs),
    async stop() {
      writer.stop();
      clearInterval(storeTimer);
      storePending({ isAll: true });
      await store.settle();
    },
  };
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
