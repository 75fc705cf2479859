import type { JsMsg } from "@nats-io/jetstream";
import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { NatsLink } from "./connection.ts";
import { createNatsDeliveries, type NatsDeliveries } from "./deliveries.ts";
import type { Names } from "./names.ts";
import { type PullLoop, startPulling } from "./pull-loop.ts";
import type { Decrypt } from "./recipient-encryption.ts";
import type { ConsumerOptions } from "./streams.ts";
import { parsed } from "./wire.ts";

/**
 * Pulls work from NATS, decrypts it and delivers it to the takers. A message is acknowledged after the
 * reports of all of its work are stored. If a runner dies, its work goes to another runner within
 * `ackWaitMs`.
 */
export type JobConsumer = {
  readonly checks: NatsDeliveries<ConsumedJob<CheckJob>>;
  readonly runs: NatsDeliveries<ConsumedJob<RunJob>>;
  takeChecks(location: string, take: (jobs: readonly CheckJob[]) => void): () => void;
  /** `room` returns how many more runs fit. */
  takeRuns(
    at: { location: string; kind: RunKind; room: () => number },
    take: (job: RunJob) => void,
  ): () => void;
  /** Signals that there may be room again. */
  wake(): void;
  /** Returns all unreported work to NATS. */
  close(): void;
};

/** A job and the location whose runners received it, which may be the fallback location of its own. */
type ConsumedJob<Job> = { job: Job; at: string };

export type JobConsumerDeps = {
  link: NatsLink;
  names: Names;
  clock: Clock;
  log: Logger;
  open: Decrypt;
  ackWaitMs: number;
};

/** Number of ack extensions within the ack wait of NATS. */
const EXTENSIONS_PER_WAIT = 3;
/** Checks in flight in one process. The rest waits in NATS for a process with room. */
const CHECKS_IN_FLIGHT_MAX = 10_000;
/** Messages in flight in all processes together. */
const MESSAGES_IN_FLIGHT_MAX = 50_000;
/** Bounds the redelivery of a message that crashes every process that takes it. */
const DELIVERIES_MAX = 10;
/** A process that came after a message was encrypted cannot decrypt it, but another one can. */
const UNDECRYPTED_DELAY_MS = 300;
const RETRY_PAUSE_MS = 1_000;
/** How long work is kept beyond its own deadline. */
const GRACE_MS = 60_000;

export function createJobConsumer({
  link,
  names,
  clock,
  log,
  open,
  ackWaitMs,
}: JobConsumerDeps): JobConsumer {
  const checks = createNatsDeliveries<ConsumedJob<CheckJob>>(clock);
  const runs = createNatsDeliveries<ConsumedJob<RunJob>>(clock);
  const loops = new Set<PullLoop>();

  function content<T>(message: JsMsg): T | null {
    try {
      const bytes = open(Buffer.from(message.data), [message.subject]);
      if (bytes === null) message.nak(UNDECRYPTED_DELAY_MS);
      return bytes && parsed<T>(bytes);
    } catch (error) {
      // Redelivery would fail the same way.
      log.error("nats.message_rejected", { subject: message.subject, ...errorFacts(error) });
      message.term();
      return null;
    }
  }

  function pull(of: {
    consumer: Pick<ConsumerOptions, "stream" | "name" | "subject">;
    room: () => number;
    take: (message: JsMsg) => void;
  }): () => void {
    const loop = startPulling({
      ...of,
      link,
      log,
      consumer: {
        ...of.consumer,
        ackWaitMs,
        inFlightMax: MESSAGES_IN_FLIGHT_MAX,
        deliveriesMax: DELIVERIES_MAX,
      },
    });
    loops.add(loop);
    return () => {
      loops.delete(loop);
      loop.stop();
    };
  }

  const extending = setInterval(() => {
    if (!link.isConnected()) return;
    checks.extendDeadlines();
    runs.extendDeadlines();
  }, ackWaitMs / EXTENSIONS_PER_WAIT);

  return {
    checks,
    runs,
    takeChecks: (location, take) =>
      pull({
        consumer: { stream: names.streams.checks, name: location, subject: names.checks(location) },
        room: () => (checks.size < CHECKS_IN_FLIGHT_MAX ? Number.POSITIVE_INFINITY : 0),
        take(message) {
          const jobs = content<CheckJob[]>(message);
          if (jobs === null) return;
          const fresh = checks.open(
            message,
            jobs.map((job) => ({
              name: checkName(job),
              work: { job, at: location },
              expiresAtMs: checkExpiresAtMs(job),
            })),
          );
          if (fresh.length > 0) take(fresh.map(({ job }) => job));
        },
      }),
    takeRuns: ({ location, kind, room }, take) =>
      pull({
        consumer: {
          stream: names.streams.runs,
          name: `${location}-${kind}`,
          subject: names.runs(location, kind),
        },
        room,
        take(message) {
          const job = content<RunJob>(message);
          if (job === null) return;
          const work = { name: runName(job), work: { job, at: location }, expiresAtMs: runExpiresAtMs(job) };
          for (const fresh of runs.open(message, [work])) take(fresh.job);
        },
      }),
    wake() {
      for (const loop of loops) loop.wake();
    },
    close() {
      clearInterval(extending);
      for (const loop of loops) loop.stop();
      checks.release();
      runs.release();
    },
  };
}

/** Returns the name of a check, the same for its job and its report. */
export function checkName({ seriesKey, slotMs }: Pick<CheckJob, "seriesKey" | "slotMs">): string {
  return `${seriesKey} ${slotMs}`;
}

/** Returns the name of an attempt of a run. */
export function runName({ runId, attempt, lease }: Pick<RunJob, "runId" | "attempt" | "lease">): string {
  return `${runId} ${attempt} ${lease}`;
}

function checkExpiresAtMs({ startByMs, spec }: CheckJob): number {
  return startByMs + (spec.timeoutMs + RETRY_PAUSE_MS) * (spec.retries + 1) + GRACE_MS;
}

function runExpiresAtMs({ startByMs, spec }: RunJob): number {
  return startByMs + spec.timeoutMs + GRACE_MS;
}
