import {
  REPORT_KEPT_MS,
  REPORTS_BYTES_MAX,
  type RunnerReports,
} from "@vedette/contract/runners/runner-protocol.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";
import { RequestRejectedError, type ServerLink } from "./server-link.ts";

/**
 * Reports in flight to the server. While the server is unavailable they are kept in memory, for a limited
 * time and up to a limited size; beyond either the oldest are dropped, and their slots count as missed. A
 * runner that is killed loses them.
 */
export type Outbox = {
  add(report: OutgoingReport): void;
  /** Sends the pending reports until `deadlineMs` (monotonic). Returns whether all were sent. */
  drain(deadlineMs: number): Promise<boolean>;
  stop(): void;
};

export type OutgoingReport =
  | { kind: "check"; report: RunnerReports["checks"][number]; isUrgent?: boolean }
  | { kind: "run"; report: RunnerReports["runs"][number] };

export type OutboxDeps = {
  link: Pick<ServerLink, "report">;
  runner: string;
  clock: Clock;
  log: Logger;
  /** Called if the server rejects this runner permanently. */
  onRejected: (error: unknown) => void;
  keptMs?: number;
  keptBytesMax?: number;
};

/** Bounds the memory that an outage of the server takes. */
const KEPT_BYTES_MAX = 50 * 1_048_576;
/** Maximum size of one request, so that it is sent within seconds over a slow connection. */
const BATCH_BYTES_MAX = 2 * 1_048_576;
const BATCH_MAX = 500;
/** Reports are batched for this long. Those that arrive while a request is in flight go with the next one. */
const GATHER_MS = 100;
const DRAIN_POLL_MS = 20;

type Entry = { outgoing: OutgoingReport; bytes: number; addedAtMs: number };

export function createOutbox(deps: OutboxDeps): Outbox {
  const { clock, log, keptMs = REPORT_KEPT_MS, keptBytesMax = KEPT_BYTES_MAX } = deps;
  const stopping = new AbortController();
  let entries: Entry[] = [];
  let bytes = 0;
  let isSending = false;
  let gathering: NodeJS.Timeout | undefined;

  function dropExpired(): void {
    const oldestMs = clock.monotonic() - keptMs;
    let dropped = 0;
    while (entries.length > 0 && (bytes > keptBytesMax || (entries[0] as Entry).addedAtMs < oldestMs)) {
      bytes -= (entries.shift() as Entry).bytes;
      dropped += 1;
    }
    if (dropped > 0) log.warn("runner.reports_given_up", { reports: dropped, kept: entries.length });
  }

  function nextBatch(): Entry[] {
    dropExpired();
    let size = 0;
    let count = 0;
    for (const entry of entries) {
      if (count >= BATCH_MAX || (count > 0 && size + entry.bytes > BATCH_BYTES_MAX)) break;
      size += entry.bytes;
      count += 1;
    }
    return entries.slice(0, count);
  }

  async function sendBatch(): Promise<void> {
    const batch = await retryWhileUnavailable(sendOnce, { clock, log, signal: stopping.signal });
    forget(batch);
  }

  /** Rebuilt for each attempt, because some reports may have expired. */
  async function sendOnce(): Promise<Entry[]> {
    const batch = nextBatch();
    if (batch.length === 0) return batch;
    try {
      const { refused: rejected } = await deps.link.report(bodyOf(deps.runner, batch));
      if (rejected > 0) log.warn("runner.reports_refused", { refused: rejected });
    } catch (error) {
      if (!(error instanceof RequestRejectedError)) throw error;
      // A retry would be rejected again and block all reports after it.
      log.error("runner.reports_not_taken", { reports: batch.length, ...errorFacts(error) });
    }
    return batch;
  }

  function forget(batch: readonly Entry[]): void {
    const sent = new Set(batch);
    entries = entries.filter((entry) => !sent.has(entry));
    bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  }

  async function sendAll(): Promise<void> {
    isSending = true;
    try {
      while (entries.length > 0 && !stopping.signal.aborted) await sendBatch();
    } catch (error) {
      if (!stopping.signal.aborted) deps.onRejected(error);
    } finally {
      isSending = false;
    }
  }

  function start(): void {
    clearTimeout(gathering);
    gathering = undefined;
    if (!isSending) void sendAll();
  }

  return {
    add(outgoing) {
      const size = JSON.stringify(outgoing.report).length;
      // The server would reject the whole request.
      if (size > REPORTS_BYTES_MAX) log.error("runner.report_too_large", { bytes: size });
      else entries.push({ outgoing, bytes: size, addedAtMs: clock.monotonic() });
      bytes = size > REPORTS_BYTES_MAX ? bytes : bytes + size;
      dropExpired();
      if (outgoing.kind === "check" && !outgoing.isUrgent) gathering ??= setTimeout(start, GATHER_MS);
      else start();
    },
    async drain(deadlineMs) {
      start();
      while ((entries.length > 0 || isSending) && clock.monotonic() < deadlineMs) {
        await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
      }
      return entries.length === 0;
    },
    stop() {
      clearTimeout(gathering);
      stopping.abort();
    },
  };
}

function bodyOf(runner: string, batch: readonly Entry[]): RunnerReports {
  const checks: RunnerReports["checks"] = [];
  const runs: RunnerReports["runs"] = [];
  for (const { outgoing } of batch) {
    if (outgoing.kind === "check") checks.push(outgoing.report);
    else runs.push(outgoing.report);
  }
  return { runner, checks, runs };
}
