import { randomInt } from "node:crypto";
import type { Msg } from "@nats-io/transport-node";
import type { CheckJob, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunKind, RunReport } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { CHECK_REQUESTS_MAX, createPendingReplies, RUN_REQUESTS_MAX } from "../pending-replies.ts";
import { unstarted, unstartedRun } from "../queue.ts";
import type { NatsLink } from "./connection.ts";
import type { Names } from "./names.ts";
import type { ConsumedWork, Presence } from "./presence.ts";
import type { Decrypt, EncryptFor } from "./recipient-encryption.ts";
import { compressed, encodeReport, parsed, payloadBytesMax } from "./wire.ts";

/**
 * Test runs: one check or run attempt whose report goes back to the requester. They use core NATS request and
 * reply without storage, because a requester simply retries a lost one. The runner's side remembers the reply
 * subject by the number of the test run.
 */
export type NatsTestRuns = {
  requestCheck(location: string, job: CheckJob, withinMs: number): Promise<TestCheckReport | null>;
  requestRun(location: string, job: RunJob, withinMs: number): Promise<RunReport | null>;
  /** Subscribes to requests of this kind and delivers them until the returned function is called. */
  subscribeChecks(location: string, take: (job: CheckJob) => void): () => void;
  subscribeRuns(at: { location: string; kind: RunKind }, take: (job: RunJob) => void): () => void;
  /** Sends the reply to the requester. */
  replyCheck(report: TestCheckReport): void;
  replyRun(report: RunReport): void;
};

export type TestRunsDeps = {
  link: NatsLink;
  names: Names;
  clock: Clock;
  log: Logger;
  presence: Presence;
  seal: EncryptFor;
  open: Decrypt;
};

type TestRequest<Job> = { job: Job; withinMs: number };
type ReplyTarget = { reply: (bytes: Uint8Array) => void; untilMs: number };

/** A runner that has just started is visible to all processes after this time. */
const VISIBLE_WITHIN_MS = 500;
/** Requests that wait for their reply here; expired ones are removed first. */
const REPLY_TARGETS_MAX = 1_000;
/** Random numbers, because they must not collide with those of other processes. */
const NUMBERS = 2 ** 47;
/** An empty reply says that the request was encrypted before its reader joined. */
const UNDECRYPTED = new Uint8Array();
const UNDECRYPTED_RETRIES_MAX = 5;
const UNDECRYPTED_PAUSE_MS = 100;

export function createNatsTestRuns(deps: TestRunsDeps): NatsTestRuns {
  const { link, names, clock, log, presence } = deps;
  const checkReplies = createPendingReplies<TestCheckReport>(CHECK_REQUESTS_MAX);
  const runReplies = createPendingReplies<RunReport>(RUN_REQUESTS_MAX);
  const responders = new Map<number, ReplyTarget>();

  /** Returns the reply, null if none came in time, or `no_runner` if no runner can send one. */
  async function ask<Job, Report>(
    to: { location: string; what: ConsumedWork; subject: string },
    request: TestRequest<Job>,
  ): Promise<Report | "no_runner" | null> {
    const deadlineMs = clock.monotonic() + request.withinMs;
    const leftMs = () => Math.max(1, deadlineMs - clock.monotonic());
    await presence.untilConsumed(to.location, to.what, Math.min(VISIBLE_WITHIN_MS, leftMs()));
    for (let turn = 0; turn <= UNDECRYPTED_RETRIES_MAX; turn += 1) {
      if (clock.monotonic() >= deadlineMs) return null;
      const publicKeys = presence.recipients(to.location, to.what);
      if (publicKeys.length === 0 || !link.isConnected()) return "no_runner";
      const encrypted = deps.seal(compressed(request), { publicKeys, context: [to.subject] });
      const reply = await link.nc
        .request(to.subject, encrypted, { timeout: leftMs() })
        .catch((error: unknown) => lost(error, to.subject));
      if (reply === null || reply.data.length > 0) return reply && parsed<Report>(reply.data);
      await new Promise((resolve) => setTimeout(resolve, UNDECRYPTED_PAUSE_MS));
    }
    return "no_runner";
  }

  function lost(error: unknown, subject: string): null {
    // A timeout is a valid outcome.
    log.debug("nats.test_run_lost", { subject, ...errorFacts(error) });
    return null;
  }

  function subscribe<Job>(subject: string, take: (job: Job) => number): () => void {
    const subscription = link.nc.subscribe(subject, {
      // Each request goes to one of the processes that subscribe to this subject.
      queue: "runners",
      callback(error, message) {
        if (error) return;
        const request = opened<Job>(message);
        if (request === null) return;
        remember(take(request.job), {
          reply: (bytes) => void message.respond(bytes),
          untilMs: clock.monotonic() + request.withinMs,
        });
      },
    });
    return () => subscription.unsubscribe();
  }

  function opened<Job>(message: Msg): TestRequest<Job> | null {
    try {
      const bytes = deps.open(Buffer.from(message.data), [message.subject]);
      if (bytes === null) message.respond(UNDECRYPTED);
      return bytes && parsed<TestRequest<Job>>(bytes);
    } catch (error) {
      log.error("nats.message_rejected", { subject: message.subject, ...errorFacts(error) });
      return null;
    }
  }

  function remember(number: number, responder: ReplyTarget): void {
    for (const [old, { untilMs }] of responders) {
      if (untilMs < clock.monotonic() || responders.size >= REPLY_TARGETS_MAX) responders.delete(old);
    }
    responders.set(number, responder);
  }

  function reply(number: number, bytes: () => Uint8Array): void {
    const responder = responders.get(number);
    responders.delete(number);
    if (responder && !link.nc.isClosed()) responder.reply(bytes());
  }

  return {
    async requestCheck(location, job, withinMs) {
      const target: CheckJob = { ...job, seriesKey: -randomInt(1, NUMBERS), trigger: "test" };
      const waited = checkReplies.open(target.seriesKey, withinMs);
      const to = { location, what: "checks" as const, subject: names.testCheckJobs(location) };
      void ask<CheckJob, TestCheckReport>(to, { job: target, withinMs }).then((report) =>
        checkReplies.resolve(
          target.seriesKey,
          report === "no_runner" ? (unstarted(target) as TestCheckReport) : report,
        ),
      );
      return waited;
    },
    async requestRun(location, job, withinMs) {
      const target: RunJob = { ...job, lease: -randomInt(1, NUMBERS) };
      const waited = runReplies.open(target.lease, withinMs);
      const { kind } = job.spec;
      const to = { location, what: kind, subject: names.testRunJobs(location, kind) };
      void ask<RunJob, RunReport>(to, { job: target, withinMs }).then((report) =>
        runReplies.resolve(target.lease, report === "no_runner" ? unstartedRun(target) : report),
      );
      return waited;
    },
    subscribeChecks: (location, take) =>
      subscribe<CheckJob>(names.testCheckJobs(location), (job) => {
        // Delivered in a microtask, because a reply may arrive before this call has returned.
        queueMicrotask(() => take(job));
        return job.seriesKey;
      }),
    subscribeRuns: ({ location, kind }, take) =>
      subscribe<RunJob>(names.testRunJobs(location, kind), (job) => {
        queueMicrotask(() => take(job));
        return job.lease;
      }),
    replyCheck: (report) => reply(report.seriesKey, () => compressed(report)),
    replyRun: (report) => reply(report.lease, () => encodeReport(report, payloadBytesMax(link.nc.info))),
  };
}
