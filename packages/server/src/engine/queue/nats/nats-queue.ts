import { randomUUID } from "node:crypto";
import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { RunJob, RunProgress, RunReport } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { MemoryQueue } from "../memory.ts";
import {
  LEAD_MS,
  type Queue,
  type RunConsumer,
  type RunnerPresence,
  type RunRequest,
  type StoppedTarget,
} from "../queue.ts";
import type { ConsumeJobs } from "../spread-jobs.ts";
import type { NatsLink } from "./connection.ts";
import { CoreFeed } from "./core-feed.ts";
import { checkName, JobConsumer } from "./job-consumer.ts";
import { createJobPublisher } from "./jobs/job-publisher.ts";
import type { Names } from "./names.ts";
import { NatsDispatch } from "./nats-dispatch.ts";
import type { NatsQueueState } from "./nats-queue-state.ts";
import type { Presence } from "./presence.ts";
import type { Decrypt, EncryptFor } from "./recipient-encryption.ts";
import { ReportConsumer } from "./reports/report-consumer.ts";
import { createReportSinks, type ReportSinks } from "./reports/report-sinks.ts";
import { TestRunRequester } from "./test-runs/test-run-requester.ts";
import { TestRunResponder } from "./test-runs/test-run-responder.ts";
import { Watches } from "./watches.ts";
import { WorkSources } from "./work-sources.ts";

export type NatsQueueDeps = {
  link: NatsLink;
  names: Names;
  clock: Clock;
  log: Logger;
  presence: Presence;
  seal: EncryptFor;
  open: Decrypt;
  ackWaitMs: number;
  isRunnerOnly: boolean;
  /** Stops what keeps the streams. */
  endKeeping: () => void;
};

const CLOSE_WITHIN_MS = 5_000;
/** Live events and stops in one message: about 100 kB, a tenth of the maximum payload. */
const EVENTS_MAX = 100;
const TARGETS_MAX = 500;

/** The queue over NATS with JetStream, for processes on any number of machines. */
export class NatsQueue implements Queue {
  readonly #deps: NatsQueueDeps;
  /** Delivers work, events and stops to the takers in this process. */
  readonly #local: MemoryQueue;
  readonly #consumer: JobConsumer;
  readonly #sinks: ReportSinks;
  readonly #reports: ReportConsumer;
  readonly #requester: TestRunRequester;
  readonly #dispatch: NatsDispatch;
  readonly #sources: WorkSources;
  readonly #events: CoreFeed<LiveEvent>;
  readonly #stops: CoreFeed<StoppedTarget>;
  readonly #watches: Watches;

  constructor(deps: NatsQueueDeps) {
    this.#deps = deps;
    const { link, names, clock, log, presence } = deps;
    const self = randomUUID();
    const local = new MemoryQueue(deps);
    const consumer = new JobConsumer(deps);
    const testRuns = new TestRunResponder(deps);
    this.#local = local;
    this.#consumer = consumer;
    this.#reports = new ReportConsumer({ ...deps, announce: (held) => presence.hold(held) });
    this.#requester = new TestRunRequester(deps);
    this.#sinks = createReportSinks({ ...deps, onSafe: (works) => this.#complete(works) });
    const publisher = createJobPublisher(deps);
    this.#dispatch = new NatsDispatch({
      ...{ link, names, clock, log, presence, consumer, testRuns, publisher },
      reports: this.#reports,
      sinks: this.#sinks,
      onStored: (reports) => this.#complete({ checks: reports.map(checkName) }),
    });
    this.#sources = new WorkSources({ presence, consumer, testRuns, local });
    this.#events = new CoreFeed({
      ...{ link, self, subject: names.events, perMessageMax: EVENTS_MAX },
      deliver: (events) => local.publishEvents(events),
    });
    this.#stops = new CoreFeed({
      ...{ link, self, subject: names.stops, perMessageMax: TARGETS_MAX },
      deliver: (targets) => local.publishStops(targets),
    });
    this.#watches = new Watches({ link, self, clock, subject: names.watches, isDeaf: deps.isRunnerOnly });
    local.takeReports((reports) => this.publishReports(reports));
    local.takeRunReports((reports) => this.publishRunReports(reports));
  }

  publishJobs(location: string, jobs: readonly CheckJob[]): void {
    this.#dispatch.publishJobs(location, jobs);
  }

  takeJobs(location: string, take: ConsumeJobs, { waitsForSlot = false } = {}): () => void {
    return this.#sources.takeJobs(location, take, waitsForSlot);
  }

  leadMs(location: string): number {
    return this.#deps.presence.waitForSlots(location) ? LEAD_MS : 0;
  }

  publishReports(reports: readonly (CheckReport | TestCheckReport)[]): void {
    this.#dispatch.publishReports(reports);
  }

  takeReports(take: (reports: readonly CheckReport[]) => void | Promise<void>): () => void {
    return this.#reports.takeReports(take);
  }

  /** A report that a scheduler refuses waits in the stream. */
  readonly keepsReports = true;

  holdShards(shards: readonly number[]): void {
    this.#reports.holdShards(shards);
  }

  publishRuns(location: string, jobs: readonly RunJob[]): void {
    this.#dispatch.publishRuns(location, jobs);
  }

  takeRuns(at: RunConsumer, take: (jobs: readonly RunJob[]) => void): () => void {
    return this.#sources.takeRuns(at, take);
  }

  publishRunReports(reports: readonly RunReport[]): void {
    this.#dispatch.publishRunReports(reports);
  }

  publishRunProgress(progress: RunProgress): void {
    this.#dispatch.publishRunProgress(progress);
  }

  takeRunReports(take: (reports: readonly RunReport[]) => void | Promise<void>): () => void {
    return this.#reports.takeRunReports(take);
  }

  requestCheck(location: string, job: CheckJob, withinMs: number): Promise<TestCheckReport | null> {
    return this.#requester.requestCheck(location, job, withinMs);
  }

  requestRun(location: string, job: RunJob, request: RunRequest): Promise<RunReport | null> {
    return this.#requester.requestRun(location, job, request);
  }

  publishStops(targets: readonly StoppedTarget[]): void {
    this.#stops.publish(targets);
  }

  takeStops(take: (targets: readonly StoppedTarget[]) => void): () => void {
    this.#stops.listen();
    return this.#local.takeStops(take);
  }

  publishEvents(events: readonly LiveEvent[]): void {
    this.#events.publish(events);
  }

  takeEvents(take: (events: readonly LiveEvent[]) => void): () => void {
    this.#events.listen();
    return this.#local.takeEvents(take);
  }

  watchOrg(orgId: string): () => void {
    return this.#watches.watch(orgId);
  }

  isWatched(orgId: string): boolean {
    return this.#watches.isWatched(orgId);
  }

  announce(runner: string, location: string, version?: string): void {
    this.#deps.presence.announce({ runner, location, version });
  }

  runners(): RunnerPresence[] {
    return this.#deps.presence.runners();
  }

  isConnected(): boolean {
    return this.#deps.link.isConnected();
  }

  /** Returns the numbers for the metrics. */
  state(): NatsQueueState {
    const [checks, runs] = [this.#sinks.checks.state(), this.#sinks.runs.state()];
    return {
      natsConnected: this.isConnected() ? 1 : 0,
      natsJobsInFlight: this.#consumer.checks.size + this.#consumer.runs.size,
      natsReportsWaiting: this.#dispatch.waiting + checks.waiting + runs.waiting,
      natsReportsDropped: checks.dropped + runs.dropped,
    };
  }

  /** Publishes what it holds, within a few seconds, and closes the connection. */
  async close(): Promise<void> {
    const { clock, presence, link, endKeeping } = this.#deps;
    const deadlineMs = clock.monotonic() + CLOSE_WITHIN_MS;
    this.#reports.close();
    await this.#dispatch.drain(deadlineMs);
    await Promise.all([this.#sinks.checks.drain(deadlineMs), this.#sinks.runs.drain(deadlineMs)]);
    this.#consumer.close();
    this.#watches.close();
    endKeeping();
    await presence.close();
    await link.close();
  }

  /** Ends the work whose reports NATS has stored. */
  #complete({ checks = [], runs = [] }: { checks?: readonly string[]; runs?: readonly string[] }): void {
    this.#consumer.checks.complete(checks);
    this.#consumer.runs.complete(runs);
    this.#consumer.wake();
  }
}
