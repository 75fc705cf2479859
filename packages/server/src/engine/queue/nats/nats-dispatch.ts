import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunKind, RunReport } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { type Queue, type RunConsumer, unstarted, unstartedRun } from "../queue.ts";
import type { NatsLink } from "./connection.ts";
import { checkName, type JobConsumer, runName } from "./job-consumer.ts";
import type { JobPublisher } from "./job-publisher.ts";
import type { Names } from "./names.ts";
import type { Presence } from "./presence.ts";
import type { ReportConsumer } from "./reports/report-consumer.ts";
import type { ReportSinks } from "./reports/report-sinks.ts";
import type { NatsTestRuns } from "./test-runs.ts";
import { encodeReport, payloadBytesMax } from "./wire.ts";

/**
 * Dispatches work to runners and takes work and reports from NATS. Within the process a memory queue delivers
 * work to the takers; work that has no taker any more comes back from it as a report, like any other.
 */
export type NatsDispatch = Pick<
  Queue,
  "publishJobs" | "takeJobs" | "publishReports" | "publishRuns" | "takeRuns" | "publishRunReports"
>;

export type NatsDispatchDeps = {
  link: NatsLink;
  names: Names;
  clock: Clock;
  presence: Presence;
  consumer: JobConsumer;
  testRuns: NatsTestRuns;
  reports: ReportConsumer;
  publisher: JobPublisher;
  local: Queue;
  sinks: ReportSinks;
};

/** Runs in flight for a taker that does not say how many it runs at once. */
const RUNS_IN_FLIGHT_DEFAULT = 100;
/** With less time left, a check is not worth handing to another runner. */
const HAND_OVER_WITHIN_MS = 500;

export function createNatsDispatch(deps: NatsDispatchDeps): NatsDispatch {
  const { link, names, clock, presence, consumer, testRuns, reports, publisher, local, sinks } = deps;
  const sources = createSources();
  /** Maximum number of runs in flight by location and kind. */
  const capacity = new Map<string, number>();

  function deliverChecks(delivered: readonly CheckReport[]): void {
    for (const [shard, some] of Map.groupBy(delivered, (report) => report.shard)) {
      const isAwaited = some.some(({ trigger }) => trigger === "manual");
      sinks.checks.add(names.reports(shard), some, { isAwaited });
    }
  }

  function deliverRun(report: RunReport): void {
    const bytes = encodeReport(report, payloadBytesMax(link.nc.info));
    const name = report.event === "started" ? null : runName(report);
    sinks.runs.add(names.runReports, [{ name, bytes }], { isAwaited: true });
  }

  /** Reports unsent checks as not started, directly if this process holds their shard. */
  function reportUnsent(jobs: readonly CheckJob[]): void {
    deliverChecks(reports.deliverLocal(jobs.map((job) => unstarted(job) as CheckReport)));
  }

  /**
   * Publishes the checks that a stopping runner has not started for another runner. Returns the remaining
   * reports.
   */
  function handOff(checkReports: readonly CheckReport[]): CheckReport[] {
    const byLocation = new Map<string, { jobs: CheckJob[]; settle: (() => void)[] }>();
    const rest = checkReports.filter((report) => {
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
      void publisher.sendChecks(location, jobs).then((unsent) => {
        reportUnsent(unsent);
        for (const end of settle) end();
      });
    }
    return rest;
  }

  function publishReports(all: readonly (CheckReport | TestCheckReport)[]): void {
    const delivered: CheckReport[] = [];
    for (const report of all) {
      if (report.trigger === "test") testRuns.replyCheck(report as TestCheckReport);
      else delivered.push(report as CheckReport);
    }
    deliverChecks(handOff(delivered));
  }

  function publishRunReports(all: readonly RunReport[]): void {
    for (const report of all) {
      if (report.lease >= 0) deliverRun(report);
      else if (report.event !== "started") testRuns.replyRun(report);
    }
  }

  function subscribeTestRuns(location: string, kind: RunKind): () => void {
    const room = () => (capacity.get(`${location} ${kind}`) ?? 0) - inFlight(location, kind);
    const ends = [
      presence.take(location, kind),
      consumer.takeRuns({ location, kind, room }, (job) => local.publishRuns(location, [job])),
      testRuns.subscribeRuns({ location, kind }, (job) => local.publishRuns(location, [job])),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  function subscribeTestChecks(location: string): () => void {
    const ends = [
      presence.take(location, "checks"),
      consumer.takeChecks(location, (jobs) => local.publishJobs(location, jobs)),
      testRuns.subscribeChecks(location, (job) => local.publishJobs(location, [job])),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  function inFlight(location: string, kind: RunKind): number {
    return consumer.runs.count(({ at, job }) => at === location && job.spec.kind === kind);
  }

  local.takeReports(publishReports);
  local.takeRunReports(publishRunReports);

  return {
    publishReports,
    publishRunReports,
    publishJobs(location, jobs) {
      void publisher.sendChecks(location, jobs).then(reportUnsent);
    },
    publishRuns(location, jobs) {
      for (const job of jobs) {
        // A run that was taken here and is handed on no longer belongs to this process.
        const before = consumer.runs.detach(runName(job));
        void publisher.sendRun(location, job).then((isSent) => {
          if (!isSent && !reports.deliverRunLocal(unstartedRun(job))) deliverRun(unstartedRun(job));
          before?.settle();
        });
      }
    },
    takeJobs(location, take) {
      const ends = [
        local.takeJobs(location, take),
        sources.share(`checks ${location}`, () => subscribeTestChecks(location)),
      ];
      return once(ends);
    },
    takeRuns(at: RunConsumer, take) {
      const room = at.inFlightMax ?? RUNS_IN_FLIGHT_DEFAULT;
      const ends = at.kinds.map((kind) => {
        const name = `${at.location} ${kind}`;
        capacity.set(name, (capacity.get(name) ?? 0) + room);
        const end = sources.share(`runs ${name}`, () => subscribeTestRuns(at.location, kind));
        return () => {
          capacity.set(name, (capacity.get(name) ?? 0) - room);
          end();
        };
      });
      return once([local.takeRuns(at, take), ...ends]);
    },
  };
}

/** Shares one source among several takers: the first taker starts it, the last one stops it. */
function createSources() {
  const open = new Map<string, { consumers: number; end: () => void }>();
  return {
    share(name: string, start: () => () => void): () => void {
      const source = open.get(name) ?? { consumers: 0, end: start() };
      source.consumers += 1;
      open.set(name, source);
      return () => {
        source.consumers -= 1;
        if (source.consumers > 0) return;
        open.delete(name);
        source.end();
      };
    },
  };
}

/** Combines several stop functions into one that may be called twice. */
function once(ends: readonly (() => void)[]): () => void {
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    for (const end of ends) end();
  };
}
