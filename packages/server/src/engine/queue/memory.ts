import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { RunJob, RunProgress, RunReport, StepProgress } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { CHECK_REQUESTS_MAX, createPendingReplies, RUN_REQUESTS_MAX } from "./pending-replies.ts";
import {
  PRESENCE_MAX_AGE_MS,
  type Queue,
  type RunConsumer,
  type RunnerPresence,
  type RunRequest,
  type StoppedTarget,
  unstarted,
  unstartedRun,
} from "./queue.ts";
import { RunConsumers } from "./run-consumers.ts";
import { type ConsumeJobs, spreadJobs } from "./spread-jobs.ts";
import { WatchCounts } from "./watch-counts.ts";

/** The queue within one thread. Everything is delivered immediately, so nothing waits or gets lost here. */
export class MemoryQueue implements Queue {
  readonly #clock: Clock;
  readonly #checkConsumers = new Map<string, ConsumeJobs[]>();
  readonly #reportConsumers = new Set<(reports: readonly CheckReport[]) => unknown>();
  readonly #runConsumers = new RunConsumers();
  readonly #runReportConsumers = new Set<(reports: readonly RunReport[]) => unknown>();
  readonly #stopConsumers = new Set<(targets: readonly StoppedTarget[]) => void>();
  readonly #eventConsumers = new Set<(events: readonly LiveEvent[]) => void>();
  readonly #watched = new WatchCounts();
  readonly #presence = new Map<string, RunnerPresence>();
  readonly #checkReplies = createPendingReplies<TestCheckReport>(CHECK_REQUESTS_MAX);
  readonly #runReplies = createPendingReplies<RunReport, StepProgress>(RUN_REQUESTS_MAX);
  /** Counts downwards: the series keys and leases of scheduled work are above zero. */
  #lastRequest = 0;

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  publishJobs(location: string, jobs: readonly CheckJob[]): void {
    const consumers = this.#checkConsumers.get(location) ?? [];
    if (consumers.length === 0) this.publishReports(jobs.map(unstarted));
    else spreadJobs(jobs, consumers);
  }

  takeJobs(location: string, take: ConsumeJobs): () => void {
    this.#checkConsumers.set(location, [...(this.#checkConsumers.get(location) ?? []), take]);
    return () => {
      const rest = (this.#checkConsumers.get(location) ?? []).filter((consumer) => consumer !== take);
      this.#checkConsumers.set(location, rest);
    };
  }

  /** A message costs nothing here. */
  leadMs(): number {
    return 0;
  }

  publishReports(reports: readonly (CheckReport | TestCheckReport)[]): void {
    const delivered: CheckReport[] = [];
    for (const report of reports) {
      if (report.trigger === "test") this.#checkReplies.resolve(report.seriesKey, report);
      else delivered.push(report);
    }
    if (delivered.length > 0) for (const take of this.#reportConsumers) take(delivered);
  }

  takeReports(take: (reports: readonly CheckReport[]) => void | Promise<void>): () => void {
    return subscribe(this.#reportConsumers, take);
  }

  /** They are lost with this process. */
  readonly keepsReports = false;

  /** One scheduler holds all shards. */
  holdShards(): void {}

  publishRuns(location: string, jobs: readonly RunJob[]): void {
    for (const job of jobs)
      if (!this.#runConsumers.deliver(job, location)) this.publishRunReports([unstartedRun(job)]);
  }

  takeRuns(at: RunConsumer, take: (jobs: readonly RunJob[]) => void): () => void {
    return this.#runConsumers.add(at, take);
  }

  publishRunReports(reports: readonly RunReport[]): void {
    const delivered = reports.filter((report) => report.lease >= 0);
    for (const report of reports) {
      if (report.lease < 0 && report.event !== "started") this.#runReplies.resolve(report.lease, report);
    }
    if (delivered.length > 0) for (const take of this.#runReportConsumers) take(delivered);
  }

  publishRunProgress({ lease, step }: RunProgress): void {
    this.#runReplies.notify(lease, step);
  }

  takeRunReports(take: (reports: readonly RunReport[]) => void | Promise<void>): () => void {
    return subscribe(this.#runReportConsumers, take);
  }

  async requestCheck(location: string, job: CheckJob, withinMs: number): Promise<TestCheckReport | null> {
    this.#lastRequest -= 1;
    const reply = this.#checkReplies.open(this.#lastRequest, { withinMs });
    this.publishJobs(location, [{ ...job, seriesKey: this.#lastRequest, trigger: "test" }]);
    return reply;
  }

  async requestRun(
    location: string,
    job: RunJob,
    { withinMs, onStep }: RunRequest,
  ): Promise<RunReport | null> {
    this.#lastRequest -= 1;
    const reply = this.#runReplies.open(this.#lastRequest, { withinMs, onProgress: onStep });
    this.publishRuns(location, [{ ...job, lease: this.#lastRequest }]);
    return reply;
  }

  publishStops(targets: readonly StoppedTarget[]): void {
    for (const take of this.#stopConsumers) take(targets);
  }

  takeStops(take: (targets: readonly StoppedTarget[]) => void): () => void {
    return subscribe(this.#stopConsumers, take);
  }

  publishEvents(events: readonly LiveEvent[]): void {
    for (const take of this.#eventConsumers) take(events);
  }

  takeEvents(take: (events: readonly LiveEvent[]) => void): () => void {
    return subscribe(this.#eventConsumers, take);
  }

  watchOrg(orgId: string): () => void {
    return this.#watched.add(orgId);
  }

  isWatched(orgId: string): boolean {
    return this.#watched.has(orgId);
  }

  announce(runner: string, location: string, version?: string): void {
    const lastSeenAtMs = this.#clock.now();
    this.#presence.set(`${location} ${runner}`, { runner, location, lastSeenAtMs, version });
  }

  runners(): RunnerPresence[] {
    const oldestMs = this.#clock.now() - PRESENCE_MAX_AGE_MS;
    for (const [name, { lastSeenAtMs }] of this.#presence)
      if (lastSeenAtMs < oldestMs) this.#presence.delete(name);
    return [...this.#presence.values()];
  }
}

function subscribe<T>(consumers: Set<T>, take: T): () => void {
  consumers.add(take);
  return () => {
    consumers.delete(take);
  };
}
