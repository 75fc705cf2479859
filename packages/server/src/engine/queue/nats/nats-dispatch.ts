import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunProgress, RunReport } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { EarlyJobs } from "../early-jobs.ts";
import { unstarted, unstartedRun } from "../queue.ts";
import type { NatsLink } from "./connection.ts";
import { checkName, type JobConsumer, runName } from "./job-consumer.ts";
import { JobGatherer } from "./jobs/job-gatherer.ts";
import type { JobPublisher } from "./jobs/job-publisher.ts";
import type { Names } from "./names.ts";
import type { Presence } from "./presence.ts";
import { HolderSender } from "./reports/holder-sender.ts";
import type { ReportConsumer } from "./reports/report-consumer.ts";
import type { ReportSinks } from "./reports/report-sinks.ts";
import type { TestRunResponder } from "./test-runs/test-run-responder.ts";
import { encodeReport, payloadBytesMax } from "./wire.ts";

export type NatsDispatchDeps = {
  link: NatsLink;
  names: Names;
  clock: Clock;
  log: Logger;
  presence: Presence;
  consumer: JobConsumer;
  testRuns: TestRunResponder;
  reports: ReportConsumer;
  publisher: JobPublisher;
  sinks: ReportSinks;
  /** Called after a scheduler has stored reports that it received without the stream. */
  onStored: (reports: readonly CheckReport[]) => void;
};

/** A job with the location whose runners receive it. */
type EarlyJob = CheckJob & { sentTo: string };

/** With less time left until it must start, a check would reach another runner too late. */
const HAND_OVER_WITHIN_MS = 100;

/** Sends work to runners over NATS, and reports to their takers. */
export class NatsDispatch {
  readonly #deps: NatsDispatchDeps;
  readonly #gatherer: JobGatherer;
  /** Jobs for a location where a process that does not wait for the slot has just appeared. */
  readonly #early: EarlyJobs<EarlyJob>;
  readonly #toHolders: HolderSender;

  constructor(deps: NatsDispatchDeps) {
    this.#deps = deps;
    this.#gatherer = new JobGatherer({
      clock: deps.clock,
      send: (location, jobs) => this.#sendJobs(location, jobs),
    });
    this.#early = new EarlyJobs({
      clock: deps.clock,
      onDue: (jobs) => this.#gatherDue(jobs),
    });
    this.#toHolders = new HolderSender({
      ...deps,
      holders: deps.presence,
      onReturned: (reports) => this.#publishToStream(reports),
    });
  }

  publishJobs(location: string, jobs: readonly CheckJob[]): void {
    const isEarly = jobs.some((job) => job.isEarly);
    if (!isEarly || this.#deps.presence.waitForSlots(location)) this.#gatherer.add(location, jobs);
    else this.#gatherDue(this.#early.add(jobs.map((job) => ({ ...job, sentTo: location }))));
  }

  publishRuns(location: string, jobs: readonly RunJob[]): void {
    const { consumer, publisher, reports } = this.#deps;
    for (const job of jobs) {
      // A run that was taken here and is handed on no longer belongs to this process.
      const before = consumer.runs.detach(runName(job));
      void publisher.sendRun(location, job).then((isSent) => {
        if (!isSent && !reports.deliverRunLocal(unstartedRun(job))) this.#deliverRun(unstartedRun(job));
        before?.settle();
      });
    }
  }

  publishReports(all: readonly (CheckReport | TestCheckReport)[]): void {
    const delivered: CheckReport[] = [];
    for (const report of all) {
      if (report.trigger === "test") this.#deps.testRuns.replyCheck(report as TestCheckReport);
      else delivered.push(report as CheckReport);
    }
    this.#deliverChecks(this.#handOff(delivered));
  }

  publishRunReports(all: readonly RunReport[]): void {
    for (const report of all) {
      if (report.lease >= 0) this.#deliverRun(report);
      else if (report.event !== "started") this.#deps.testRuns.replyRun(report);
    }
  }

  publishRunProgress(progress: RunProgress): void {
    this.#deps.testRuns.publishProgress(progress);
  }

  /** Number of check reports that were sent and are not stored yet. */
  get waiting(): number {
    return this.#toHolders.waiting;
  }

  /** Sends what is gathered; reports that no scheduler takes within the deadline (monotonic) go to the stream. */
  async drain(deadlineMs: number): Promise<void> {
    this.#gatherDue(this.#early.takeAll());
    this.#gatherer.flush();
    await this.#toHolders.drain(deadlineMs);
  }

  #gatherDue(jobs: readonly EarlyJob[]): void {
    for (const { sentTo, isEarly: _, ...job } of jobs) this.#gatherer.add(sentTo, [job]);
  }

  #sendJobs(location: string, jobs: readonly CheckJob[]): void {
    void this.#deps.publisher.sendChecks(location, jobs).then((unsent) => this.#reportUnsent(unsent));
  }

  #deliverChecks(delivered: readonly CheckReport[]): void {
    this.#publishToStream(this.#toHolders.send(delivered));
  }

  #publishToStream(reports: readonly CheckReport[]): void {
    const { names, sinks } = this.#deps;
    for (const [shard, some] of Map.groupBy(reports, (report) => report.shard)) {
      const isAwaited = some.some(({ trigger }) => trigger === "manual");
      sinks.checks.add(names.reports(shard), some, { isAwaited });
    }
  }

  #deliverRun(report: RunReport): void {
    const { link, names, sinks } = this.#deps;
    const bytes = encodeReport(report, payloadBytesMax(link.nc.info));
    const name = report.event === "started" ? null : runName(report);
    sinks.runs.add(names.runReports, [{ name, bytes }], { isAwaited: true });
  }

  /** Reports unsent checks as not started, directly if this process holds their shard. */
  #reportUnsent(jobs: readonly CheckJob[]): void {
    this.#deliverChecks(this.#deps.reports.deliverLocal(jobs.map((job) => unstarted(job) as CheckReport)));
  }

  /**
   * Publishes the checks that a stopping runner has not started for another runner. Returns the remaining
   * reports.
   */
  #handOff(reports: readonly CheckReport[]): CheckReport[] {
    const { clock, consumer, presence } = this.#deps;
    const byLocation = new Map<string, { jobs: CheckJob[]; settle: (() => void)[] }>();
    const rest = reports.filter((report) => {
      const taken = report.outcome === null ? consumer.checks.find(checkName(report)) : null;
      if (!taken || presence.isConsumedHere(taken.at, "checks")) return true;
      const isLate = taken.job.startByMs < clock.now() + HAND_OVER_WITHIN_MS;
      if (isLate || presence.recipients(taken.at, "checks").length === 0) return true;
      const detached = consumer.checks.detach(checkName(report));
      const share = byLocation.get(taken.at) ?? { jobs: [], settle: [] };
      byLocation.set(taken.at, share);
      share.jobs.push(taken.job);
      if (detached) share.settle.push(detached.settle);
      return false;
    });
    for (const [location, { jobs, settle }] of byLocation) {
      void this.#deps.publisher.sendChecks(location, jobs).then((unsent) => {
        this.#reportUnsent(unsent);
        for (const end of settle) end();
      });
    }
    return rest;
  }
}
