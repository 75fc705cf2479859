import {
  REPORT_KEPT_MS,
  REPORTS_BYTES_MAX,
  type RunnerReports,
} from "@vedette/contract/runners/runner-protocol.ts";
import { BatchWriter } from "../../platform/kernel/batches/batch-writer.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { ServerLink } from "./server-link.ts";
import { RequestRejectedError, ServerUnavailableError } from "./server-response.ts";

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
/** Jitter spreads the retries of all runners after an outage. */
const RETRY = { firstMs: 250, maxMs: 15_000 };
/** An outage is logged when it starts and after this many attempts. */
const LOG_EVERY = 20;

type Item = { outgoing: OutgoingReport; bytes: number };

export function createOutbox(deps: OutboxDeps): Outbox {
  const { clock, log, keptMs = REPORT_KEPT_MS, keptBytesMax = KEPT_BYTES_MAX } = deps;
  const writer = new BatchWriter<Item>({
    clock,
    batchMax: BATCH_MAX,
    gatherMs: GATHER_MS,
    retry: RETRY,
    async write(items) {
      const { refused: rejected } = await deps.link.report(toBody(deps.runner, items));
      if (rejected > 0) log.warn("runner.reports_rejected", { rejected });
    },
    outageDelayMs(error) {
      if (error instanceof RequestRejectedError) return null;
      return error instanceof ServerUnavailableError ? error.retryAfterMs : Number.POSITIVE_INFINITY;
    },
    onOutage(error, { failuresInRow }) {
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

  return {
    add(outgoing) {
      const bytes = JSON.stringify(outgoing.report).length;
      const isUrgent = outgoing.kind === "run" || outgoing.isUrgent === true;
      if (bytes <= REPORTS_BYTES_MAX) void writer.add([{ outgoing, bytes }], { isUrgent });
      // The server would reject the whole request.
      else log.error("runner.report_too_large", { bytes });
    },
    drain: (deadlineMs) => writer.drain(deadlineMs),
    stop: () => writer.stop(),
  };
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
