import type { JsMsg } from "@nats-io/jetstream";
import { longestCheckMs } from "@vedette/contract/checks/check-duration.ts";
import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { NatsLink } from "./connection.ts";
import { NatsDeliveries } from "./deliveries.ts";
import type { Names } from "./names.ts";
import { PullLoop } from "./pull-loop.ts";
import type { Decrypt } from "./recipient-encryption.ts";
import type { ConsumerOptions } from "./streams.ts";
import { parsed } from "./wire.ts";

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
/** How long work is kept beyond its own deadline. */
const GRACE_MS = 60_000;

/**
 * Pulls work from NATS, decrypts it and delivers it to the takers. A message is acknowledged after the
 * reports of all of its work are stored. If a runner dies, its work goes to another runner within
 * `ackWaitMs`.
 */
export class JobConsumer {
  readonly checks: NatsDeliveries<ConsumedJob<CheckJob>>;
  readonly runs: NatsDeliveries<ConsumedJob<RunJob>>;
  readonly #deps: JobConsumerDeps;
  readonly #loops = new Set<PullLoop>();
  readonly #extendTimer: NodeJS.Timeout;

  constructor(deps: JobConsumerDeps) {
    this.#deps = deps;
    this.checks = new NatsDeliveries(deps.clock);
    this.runs = new NatsDeliveries(deps.clock);
    this.#extendTimer = setInterval(() => {
      if (!deps.link.isConnected()) return;
      this.checks.extendDeadlines();
      this.runs.extendDeadlines();
    }, deps.ackWaitMs / EXTENSIONS_PER_WAIT);
  }

  takeChecks(location: string, take: (jobs: readonly CheckJob[]) => void): () => void {
    const { names } = this.#deps;
    return this.#pull({
      consumer: { stream: names.streams.checks, name: location, subject: names.checks(location) },
      room: () => (this.checks.size < CHECKS_IN_FLIGHT_MAX ? Number.POSITIVE_INFINITY : 0),
      take: (message) => {
        const jobs = this.#decrypt<CheckJob[]>(message);
        if (jobs === null) return;
        const works = jobs.map((job) => ({
          name: checkName(job),
          work: { job, at: location },
          expiresAtMs: checkExpiresAtMs(job),
        }));
        const fresh = this.checks.open(message, works);
        if (fresh.length > 0) take(fresh.map(({ job }) => job));
      },
    });
  }

  /** `room` returns how many more runs fit. */
  takeRuns(
    { location, kind, room }: { location: string; kind: RunKind; room: () => number },
    take: (job: RunJob) => void,
  ): () => void {
    const { names } = this.#deps;
    const subject = names.runs(location, kind);
    return this.#pull({
      consumer: { stream: names.streams.runs, name: `${location}-${kind}`, subject },
      room,
      take: (message) => {
        const job = this.#decrypt<RunJob>(message);
        if (job === null) return;
        const work = { name: runName(job), work: { job, at: location }, expiresAtMs: runExpiresAtMs(job) };
        for (const fresh of this.runs.open(message, [work])) take(fresh.job);
      },
    });
  }

  /** Signals that there may be room again. */
  wake(): void {
    for (const loop of this.#loops) loop.wake();
  }

  /** Returns all unreported work to NATS. */
  close(): void {
    clearInterval(this.#extendTimer);
    for (const loop of this.#loops) loop.stop();
    this.checks.release();
    this.runs.release();
  }

  #pull({
    consumer,
    ...of
  }: {
    consumer: Pick<ConsumerOptions, "stream" | "name" | "subject">;
    room: () => number;
    take: (message: JsMsg) => void;
  }): () => void {
    const { link, log, ackWaitMs } = this.#deps;
    const limits = { ackWaitMs, inFlightMax: MESSAGES_IN_FLIGHT_MAX, deliveriesMax: DELIVERIES_MAX };
    const loop = new PullLoop({ ...of, link, log, consumer: { ...consumer, ...limits } });
    loop.start();
    this.#loops.add(loop);
    return () => {
      this.#loops.delete(loop);
      loop.stop();
    };
  }

  /** Returns null for a message that this process cannot read; it is returned or ended. */
  #decrypt<T>(message: JsMsg): T | null {
    try {
      const bytes = this.#deps.open(Buffer.from(message.data), [message.subject]);
      if (bytes === null) message.nak(UNDECRYPTED_DELAY_MS);
      return bytes && parsed<T>(bytes);
    } catch (error) {
      // Redelivery would fail the same way.
      this.#deps.log.error("nats.message_rejected", { subject: message.subject, ...errorFacts(error) });
      message.term();
      return null;
    }
  }
}

/** Returns the name of a check, the same for its job and its report. */
export function checkName({
  seriesKey,
  slotMs,
  retry,
}: Pick<CheckJob, "seriesKey" | "slotMs" | "retry">): string {
  return retry === undefined ? `${seriesKey} ${slotMs}` : `${seriesKey} ${slotMs} ${retry}`;
}

/** Returns the name of an attempt of a run. */
export function runName({ runId, attempt, lease }: Pick<RunJob, "runId" | "attempt" | "lease">): string {
  return `${runId} ${attempt} ${lease}`;
}

function checkExpiresAtMs({ startByMs, spec }: CheckJob): number {
  return startByMs + longestCheckMs(spec) + GRACE_MS;
}

function runExpiresAtMs({ startByMs, spec }: RunJob): number {
  return startByMs + spec.timeoutMs + GRACE_MS;
}
