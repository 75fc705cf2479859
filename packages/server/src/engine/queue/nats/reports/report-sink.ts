import { BatchWriter } from "../../../../platform/kernel/batches/batch-writer.ts";
import type { BatchWriterOptions } from "../../../../platform/kernel/batches/batch-writer-options.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import type { NatsLink } from "../connection.ts";
import { payloadBytesMax } from "../wire.ts";

/**
 * Publishes reports to a stream, those of one subject in order, and keeps them until the stream has stored
 * them. While NATS is unavailable it keeps as many and for as long as the limits allow, then drops and counts
 * the oldest.
 */
export type ReportSink<T> = {
  add(subject: string, reports: readonly T[], options: { isAwaited: boolean }): void;
  /** Waits until NATS has stored all reports or the deadline (monotonic) has passed. */
  drain(deadlineMs: number): Promise<void>;
  state(): { waiting: number; dropped: number };
};

export type ReportSinkDeps<T> = Required<Pick<BatchWriterOptions<T>, "batchMax" | "weigh" | "weightMax">> &
  Partial<Pick<BatchWriterOptions<T>, "batchWeightMax">> & {
    link: NatsLink;
    clock: Clock;
    log: Logger;
    /** What the sink carries, for the log. */
    what: string;
    encode: (reports: readonly T[]) => Uint8Array;
    /** Returns a smaller form of a report that alone exceeds one message. */
    shrink?: (report: T) => T;
    /** Called after the stream has stored the reports. */
    onAccepted: (reports: readonly T[]) => void;
  };

/** Reports of one subject wait this long for more of them. The recorder batches for 100 ms in any case. */
const GATHER_MS = 40;
const AGE_MAX_MS = 600_000;
const PUBLISH_TIMEOUT_MS = 5_000;
const RETRY = { firstMs: 200, maxMs: 5_000 };

/** The reports do not fit into one message together. */
class MessageTooLarge extends Error {}

export function createReportSink<T>(deps: ReportSinkDeps<T>): ReportSink<T> {
  const { link, clock, log, what, batchMax, weightMax, weigh } = deps;
  let dropped = 0;
  let isDropping = false;

  const writer = new BatchWriter<T>({
    clock,
    batchMax,
    gatherMs: GATHER_MS,
    retry: RETRY,
    async write(reports, subject) {
      if (!link.isConnected()) throw new Error("NATS is not connected");
      let bytes = deps.encode(reports);
      if (bytes.length > payloadBytesMax(link.nc.info)) {
        if (reports.length > 1) throw new MessageTooLarge();
        if (deps.shrink) bytes = deps.encode(reports.map(deps.shrink));
      }
      await link.js.publish(subject, bytes, { timeout: PUBLISH_TIMEOUT_MS });
      isDropping = false;
      deps.onAccepted(reports);
    },
    outageDelayMs: (error) => (error instanceof MessageTooLarge ? null : 0),
    onOutage(error, { failuresInRow }) {
      const isNews = failuresInRow === 1 && link.isConnected();
      if (isNews) log.warn("nats.publish_failed", { what, ...errorFacts(error) });
    },
    weigh,
    weightMax,
    ...(deps.batchWeightMax !== undefined && { batchWeightMax: deps.batchWeightMax }),
    ageMaxMs: AGE_MAX_MS,
    onDropped(count) {
      dropped += count;
      if (!isDropping) log.error("nats.reports_dropped", { what, pending: writer.size });
      isDropping = true;
    },
  });
  link.onReconnect(() => writer.retryNow());

  return {
    add: (subject, reports, { isAwaited }) => void writer.add(reports, { key: subject, isUrgent: isAwaited }),
    async drain(deadlineMs) {
      if (link.isConnected()) await writer.drain(deadlineMs);
      writer.stop();
    },
    state: () => ({ waiting: writer.size, dropped }),
  };
}
