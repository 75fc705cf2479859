import { BatchWriter } from "../../platform/kernel/batches/batch-writer.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { isServiceUnavailable } from "../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { RunEvent } from "./run-queue-update.ts";

const BATCH_MAX = 200;
/** Time to wait for more events in a batch. */
const GATHER_MS = 5;
/** Failures of a single event before it is dropped. */
const FAILURES_MAX = 5;
const RETRY = { firstMs: 100, maxMs: 5_000 };

/**
 * Writes events in batches, in order of arrival. An event that cannot be written is set apart and retried
 * alone, so that it blocks no others; then it is dropped, and its run times out at its deadline.
 */
export function createRunEventWriter({
  settle,
  clock,
  log,
}: {
  /** Writes a batch in one transaction. */
  settle: (batch: readonly RunEvent[]) => Promise<void>;
  clock: Clock;
  log: Logger;
}): BatchWriter<RunEvent> {
  return new BatchWriter({
    clock,
    batchMax: BATCH_MAX,
    gatherMs: GATHER_MS,
    retry: RETRY,
    failuresMax: FAILURES_MAX,
    isSetApart: true,
    outageDelayMs: (error) => (isServiceUnavailable(error) ? 0 : null),
    write: settle,
    onOutage: (error, { items }) =>
      log.error("runs.batch_failed", { run_events: items, ...errorFacts(error) }),
    onFailedAlone(runEvent, { error, failures, isRefused }) {
      const facts = { run_event: runEvent.type, failures, ...errorFacts(error) };
      if (isRefused) log.error("runs.event_dropped", facts);
      else log.warn("runs.event_failed", facts);
    },
  });
}
