import { randomInt } from "node:crypto";
import type { CheckJob, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunProgress, RunReport, StepProgress } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import { CHECK_REQUESTS_MAX, createPendingReplies, RUN_REQUESTS_MAX } from "../../pending-replies.ts";
import { type RunRequest, unstarted, unstartedRun } from "../../queue.ts";
import type { NatsLink } from "../connection.ts";
import type { Names } from "../names.ts";
import type { ConsumedWork, Presence } from "../presence.ts";
import type { EncryptFor } from "../recipient-encryption.ts";
import { compressed, parsed } from "../wire.ts";

export type TestRunRequesterDeps = {
  link: NatsLink;
  names: Names;
  clock: Clock;
  log: Logger;
  presence: Presence;
  seal: EncryptFor;
};

export type TestRequest<Job> = { job: Job; withinMs: number };

/** An empty reply says that the request was encrypted before its reader joined. */
export const UNDECRYPTED = new Uint8Array();
const UNDECRYPTED_RETRIES_MAX = 5;
const UNDECRYPTED_PAUSE_MS = 100;
/** A runner that has just started is visible to all processes after this time. */
const VISIBLE_WITHIN_MS = 500;
/** Random numbers, because they must not collide with those of other processes. */
const NUMBERS = 2 ** 47;

/**
 * Requests test runs: one check or run attempt whose report goes back to the requester. They use core NATS
 * request and reply without storage, because a requester simply retries a lost one.
 */
export class TestRunRequester {
  readonly #deps: TestRunRequesterDeps;
  readonly #checkReplies = createPendingReplies<TestCheckReport>(CHECK_REQUESTS_MAX);
  readonly #runReplies = createPendingReplies<RunReport, StepProgress>(RUN_REQUESTS_MAX);

  constructor(deps: TestRunRequesterDeps) {
    this.#deps = deps;
  }

  async requestCheck(location: string, job: CheckJob, withinMs: number): Promise<TestCheckReport | null> {
    const target: CheckJob = { ...job, seriesKey: -randomInt(1, NUMBERS), trigger: "test" };
    const waited = this.#checkReplies.open(target.seriesKey, { withinMs });
    const to = { location, what: "checks" as const, subject: this.#deps.names.testCheckJobs(location) };
    void this.#ask<CheckJob, TestCheckReport>(to, { job: target, withinMs }).then((report) =>
      this.#checkReplies.resolve(
        target.seriesKey,
        report === "no_runner" ? (unstarted(target) as TestCheckReport) : report,
      ),
    );
    return waited;
  }

  async requestRun(
    location: string,
    job: RunJob,
    { withinMs, onStep }: RunRequest,
  ): Promise<RunReport | null> {
    const target: RunJob = { ...job, lease: -randomInt(1, NUMBERS) };
    const waited = this.#runReplies.open(target.lease, { withinMs, onProgress: onStep });
    const endSteps = onStep ? this.#takeSteps(target.lease) : () => undefined;
    const { kind } = job.spec;
    const to = { location, what: kind, subject: this.#deps.names.testRunJobs(location, kind) };
    void this.#ask<RunJob, RunReport>(to, { job: target, withinMs }).then((report) =>
      this.#runReplies.resolve(target.lease, report === "no_runner" ? unstartedRun(target) : report),
    );
    return waited.finally(endSteps);
  }

  /** Delivers the steps of a test run until the returned function is called. */
  #takeSteps(lease: number): () => void {
    const { link, names } = this.#deps;
    const steps = link.nc.subscribe(names.testRunSteps(-lease), {
      callback: (error, message) => {
        const progress = error ? null : parsed<RunProgress>(message.data);
        if (progress) this.#runReplies.notify(lease, progress.step);
      },
    });
    return () => steps.unsubscribe();
  }

  /** Returns the reply, null if none came in time, or `no_runner` if no runner can send one. */
  async #ask<Job, Report>(
    to: { location: string; what: ConsumedWork; subject: string },
    request: TestRequest<Job>,
  ): Promise<Report | "no_runner" | null> {
    const { clock, link, presence, seal } = this.#deps;
    const deadlineMs = clock.monotonic() + request.withinMs;
    const leftMs = () => Math.max(1, deadlineMs - clock.monotonic());
    await presence.untilConsumed(to.location, to.what, Math.min(VISIBLE_WITHIN_MS, leftMs()));
    for (let turn = 0; turn <= UNDECRYPTED_RETRIES_MAX; turn += 1) {
      if (clock.monotonic() >= deadlineMs) return null;
      const publicKeys = presence.recipients(to.location, to.what);
      if (publicKeys.length === 0 || !link.isConnected()) return "no_runner";
      const encrypted = seal(compressed(request), { publicKeys, context: [to.subject] });
      const reply = await link.nc
        .request(to.subject, encrypted, { timeout: leftMs() })
        .catch((error: unknown) => this.#logLost(error, to.subject));
      if (reply === null || reply.data.length > 0) return reply && parsed<Report>(reply.data);
      await new Promise((resolve) => setTimeout(resolve, UNDECRYPTED_PAUSE_MS));
    }
    return "no_runner";
  }

  #logLost(error: unknown, subject: string): null {
    // A timeout is a valid outcome.
    this.#deps.log.debug("nats.test_run_lost", { subject, ...errorFacts(error) });
    return null;
  }
}
