import type { JsMsg } from "@nats-io/jetstream";
import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { NatsLink } from "./connection.ts";
import { createDeliveries, type Deliveries } from "./deliveries.ts";
import type { Names } from "./names.ts";
import { type PullLoop, startPulling } from "./pull-loop.ts";
import type { Opener } from "./recipient-encryption.ts";
import type { ConsumerOf } from "./streams.ts";
import { parsed } from "./wire.ts";

/**
 * Takes work from NATS and hands it on, opened. A message is acknowledged once the reports of all of its work are
 * safe; the work of a runner that dies goes to another within `ackWaitMs`.
 */
export type JobTaker = {
  readonly checks: Deliveries<Taken<CheckJob>>;
  readonly runs: Deliveries<Taken<RunJob>>;
  takeChecks(location: string, take: (jobs: readonly CheckJob[]) => void): () => void;
  /** `room` says how many more runs may come. */
  takeRuns(
    at: { location: string; kind: RunKind; room: () => number },
    take: (job: RunJob) => void,
  ): () => void;
  /** Tells that there may be room again. */
  wake(): void;
  /** Gives back whatever is not reported. */
  close(): void;
};

/** A job, and the location whose runners it was sent to, which may stand in for its own. */
type Taken<Job> = { job: Job; at: string };

export type JobTakerDeps = {
  link: NatsLink;
  names: Names;
  clock: Clock;
  log: Logger;
  open: Opener;
  ackWaitMs: number;
};

/** Signs of life within the time that NATS waits for one. */
const SIGNS_OF_LIFE = 3;
/** Checks in the hands of one process; what is above waits in NATS, perhaps for a less busy one. */
const CHECKS_IN_HAND_MAX = 10_000;
/** Messages in the hands of all. */
const MESSAGES_IN_HANDS_MAX = 50_000;
/** A message that kills whoever takes it must not do so for ever. */
const DELIVERIES_MAX = 10;
/** Who came after a message was sealed cannot open it; somebody else can. */
const UNOPENED_DELAY_MS = 300;
const RETRY_PAUSE_MS = 1_000;
/** Beyond its own deadline, how long a work is waited for. */
const GRACE_MS = 60_000;

export function createJobTaker({ link, names, clock, log, open, ackWaitMs }: JobTakerDeps): JobTaker {
  const checks = createDeliveries<Taken<CheckJob>>(clock);
  const runs = createDeliveries<Taken<RunJob>>(clock);
  const loops = new Set<PullLoop>();

  function content<T>(message: JsMsg): T | null {
    try {
      const bytes = open(Buffer.from(message.data), [message.subject]);
      if (bytes === null) message.nak(UNOPENED_DELAY_MS);
      return bytes && parsed<T>(bytes);
    } catch (error) {
      // It would be the same at the next one.
      log.error("nats.letter_refused", { subject: message.subject, ...errorFacts(error) });
      message.term();
      return null;
    }
  }

  function pull(of: {
    consumer: Pick<ConsumerOf, "stream" | "name" | "subject">;
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
        inHandsMax: MESSAGES_IN_HANDS_MAX,
        deliveriesMax: DELIVERIES_MAX,
      },
    });
    loops.add(loop);
    return () => {
      loops.delete(loop);
      loop.end();
    };
  }

  const keeping = setInterval(() => {
    if (!link.isConnected()) return;
    checks.keep();
    runs.keep();
  }, ackWaitMs / SIGNS_OF_LIFE);

  return {
    checks,
    runs,
    takeChecks: (location, take) =>
      pull({
        consumer: { stream: names.streams.checks, name: location, subject: names.checks(location) },
        room: () => (checks.size < CHECKS_IN_HAND_MAX ? Number.POSITIVE_INFINITY : 0),
        take(message) {
          const jobs = content<CheckJob[]>(message);
          if (jobs === null) return;
          const fresh = checks.open(
            message,
            jobs.map((job) => ({
              name: checkName(job),
              work: { job, at: location },
              givenUpAtMs: checkGivenUpAtMs(job),
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
          const work = { name: runName(job), work: { job, at: location }, givenUpAtMs: runGivenUpAtMs(job) };
          for (const fresh of runs.open(message, [work])) take(fresh.job);
        },
      }),
    wake() {
      for (const loop of loops) loop.wake();
    },
    close() {
      clearInterval(keeping);
      for (const loop of loops) loop.end();
      checks.release();
      runs.release();
    },
  };
}

/** Names a check, in its job as in its report. */
export function checkName({ seriesKey, slotMs }: Pick<CheckJob, "seriesKey" | "slotMs">): string {
  return `${seriesKey} ${slotMs}`;
}

/** The same for an attempt of a run. */
export function runName({ runId, attempt, lease }: Pick<RunJob, "runId" | "attempt" | "lease">): string {
  return `${runId} ${attempt} ${lease}`;
}

function checkGivenUpAtMs({ startByMs, spec }: CheckJob): number {
  return startByMs + (spec.timeoutMs + RETRY_PAUSE_MS) * (spec.retries + 1) + GRACE_MS;
}

function runGivenUpAtMs({ startByMs, spec }: RunJob): number {
  return startByMs + spec.timeoutMs + GRACE_MS;
}
