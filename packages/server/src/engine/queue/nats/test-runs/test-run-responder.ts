import type { Msg } from "@nats-io/transport-node";
import type { CheckJob, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunKind, RunProgress, RunReport } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import type { NatsLink } from "../connection.ts";
import type { Names } from "../names.ts";
import type { Decrypt } from "../recipient-encryption.ts";
import { compressed, encodeReport, parsed, payloadBytesMax } from "../wire.ts";
import { type TestRequest, UNDECRYPTED } from "./test-run-requester.ts";

export type TestRunResponderDeps = { link: NatsLink; names: Names; clock: Clock; log: Logger; open: Decrypt };

type ReplyTarget = { reply: (bytes: Uint8Array) => void; untilMs: number };

/** Requests that wait for their reply here; expired ones are removed first. */
const REPLY_TARGETS_MAX = 1_000;

/** The runner's side of test runs. It remembers the reply subject by the number of the test run. */
export class TestRunResponder {
  readonly #deps: TestRunResponderDeps;
  readonly #replyTargets = new Map<number, ReplyTarget>();

  constructor(deps: TestRunResponderDeps) {
    this.#deps = deps;
  }

  /** Subscribes to requests for checks and delivers them until the returned function is called. */
  subscribeChecks(location: string, take: (job: CheckJob) => void): () => void {
    return this.#subscribe<CheckJob>(this.#deps.names.testCheckJobs(location), (job) => {
      // Delivered in a microtask, because a reply may arrive before this call has returned.
      queueMicrotask(() => take(job));
      return job.seriesKey;
    });
  }

  subscribeRuns(location: string, kind: RunKind, take: (job: RunJob) => void): () => void {
    return this.#subscribe<RunJob>(this.#deps.names.testRunJobs(location, kind), (job) => {
      queueMicrotask(() => take(job));
      return job.lease;
    });
  }

  /** Sends the reply to the requester. */
  replyCheck(report: TestCheckReport): void {
    this.#reply(report.seriesKey, () => compressed(report));
  }

  replyRun(report: RunReport): void {
    const bytesMax = () => payloadBytesMax(this.#deps.link.nc.info);
    this.#reply(report.lease, () => encodeReport(report, bytesMax()));
  }

  /** Steps of a request that is no longer remembered here are dropped. */
  publishProgress(progress: RunProgress): void {
    const { link, names } = this.#deps;
    if (!this.#replyTargets.has(progress.lease) || link.nc.isClosed()) return;
    link.nc.publish(names.testRunSteps(-progress.lease), compressed(progress));
  }

  /** `take` returns the number of the test run. */
  #subscribe<Job>(subject: string, take: (job: Job) => number): () => void {
    const { link, clock } = this.#deps;
    const subscription = link.nc.subscribe(subject, {
      // Each request goes to one of the processes that subscribe to this subject.
      queue: "runners",
      callback: (error, message) => {
        if (error) return;
        const request = this.#decrypt<Job>(message);
        if (request === null) return;
        this.#remember(take(request.job), {
          reply: (bytes) => void message.respond(bytes),
          untilMs: clock.monotonic() + request.withinMs,
        });
      },
    });
    return () => subscription.unsubscribe();
  }

  #decrypt<Job>(message: Msg): TestRequest<Job> | null {
    try {
      const bytes = this.#deps.open(Buffer.from(message.data), [message.subject]);
      if (bytes === null) message.respond(UNDECRYPTED);
      return bytes && parsed<TestRequest<Job>>(bytes);
    } catch (error) {
      this.#deps.log.error("nats.message_rejected", { subject: message.subject, ...errorFacts(error) });
      return null;
    }
  }

  #remember(number: number, target: ReplyTarget): void {
    const nowMs = this.#deps.clock.monotonic();
    for (const [old, { untilMs }] of this.#replyTargets) {
      if (untilMs < nowMs || this.#replyTargets.size >= REPLY_TARGETS_MAX) this.#replyTargets.delete(old);
    }
    this.#replyTargets.set(number, target);
  }

  #reply(number: number, encode: () => Uint8Array): void {
    const target = this.#replyTargets.get(number);
    this.#replyTargets.delete(number);
    if (target && !this.#deps.link.nc.isClosed()) target.reply(encode());
  }
}
