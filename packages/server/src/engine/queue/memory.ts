import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { RunJob, RunReport } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { CHECK_REQUESTS_MAX, createPendingReplies, RUN_REQUESTS_MAX } from "./pending-replies.ts";
import {
  PRESENCE_MAX_AGE_MS,
  type Queue,
  type RunConsumer,
  type RunnerPresence,
  type StoppedTarget,
  unstarted,
  unstartedRun,
} from "./queue.ts";

import { type ConsumeJobs, spreadJobs } from "./spread-jobs.ts";

/** The queue within one thread. Everything is delivered immediately, so nothing waits or gets lost here. */
export function createMemoryQueue({ clock }: { clock: Clock }): Queue {
  const consumersByLocation = new Map<string, ConsumeJobs[]>();
  const reportConsumers = new Set<(reports: readonly CheckReport[]) => unknown>();
  let runConsumers: { at: RunConsumer; take: (jobs: readonly RunJob[]) => void }[] = [];
  const runReportConsumers = new Set<(reports: readonly RunReport[]) => unknown>();
  const stopConsumers = new Set<(targets: readonly StoppedTarget[]) => void>();
  const eventConsumers = new Set<(events: readonly LiveEvent[]) => void>();
  const watchers = new Map<string, number>();
  const presence = new Map<string, RunnerPresence>();
  const checkReplies = createPendingReplies<TestCheckReport>(CHECK_REQUESTS_MAX);
  const runReplies = createPendingReplies<RunReport>(RUN_REQUESTS_MAX);
  /** Counts downwards: the series keys and leases of scheduled work are above zero. */
  let lastRequest = 0;

  function publishReports(reports: readonly (CheckReport | TestCheckReport)[]): void {
    const delivered: CheckReport[] = [];
    for (const report of reports) {
      if (report.trigger === "test") checkReplies.resolve(report.seriesKey, report);
      else delivered.push(report);
    }
    if (delivered.length > 0) for (const take of reportConsumers) take(delivered);
  }

  function publishJobs(location: string, jobs: readonly CheckJob[]): void {
    const consumers = consumersByLocation.get(location) ?? [];
    if (consumers.length === 0) publishReports(jobs.map(unstarted));
    else spreadJobs(jobs, consumers);
  }

  function publishRunReports(reports: readonly RunReport[]): void {
    const delivered = reports.filter((report) => report.lease >= 0);
    for (const report of reports) {
      if (report.lease < 0 && report.event !== "started") runReplies.resolve(report.lease, report);
    }
    if (delivered.length > 0) for (const take of runReportConsumers) take(delivered);
  }

  function publishRuns(location: string, jobs: readonly RunJob[]): void {
    for (const job of jobs) {
      const consumer = nextRunConsumer(location, job);
      if (consumer) consumer.take([job]);
      else publishRunReports([unstartedRun(job)]);
    }
  }

  /** Round-robin: the taker that received a run moves to the end. */
  function nextRunConsumer(location: string, job: RunJob) {
    const found = runConsumers.find(({ at }) => at.location === location && at.kinds.includes(job.spec.kind));
    if (found) runConsumers = [...runConsumers.filter((consumer) => consumer !== found), found];
    return found ?? null;
  }

  return {
    publishReports,
    publishRunReports,
    publishRuns,
    takeRuns(at, take) {
      const consumer = { at, take };
      runConsumers.push(consumer);
      return () => {
        runConsumers = runConsumers.filter((other) => other !== consumer);
      };
    },
    takeRunReports: (take) => subscribe(runReportConsumers, take),
    publishJobs,
    takeJobs(location, take) {
      consumersByLocation.set(location, [...(consumersByLocation.get(location) ?? []), take]);
      return () => {
        const rest = (consumersByLocation.get(location) ?? []).filter((consumer) => consumer !== take);
        consumersByLocation.set(location, rest);
      };
    },
    takeReports: (take) => subscribe(reportConsumers, take),
    // One scheduler holds all shards.
    holdShards() {},
    async requestCheck(location, job, withinMs) {
      lastRequest -= 1;
      const reply = checkReplies.open(lastRequest, withinMs);
      publishJobs(location, [{ ...job, seriesKey: lastRequest, trigger: "test" }]);
      return reply;
    },
    async requestRun(location, job, withinMs) {
      lastRequest -= 1;
      const reply = runReplies.open(lastRequest, withinMs);
      publishRuns(location, [{ ...job, lease: lastRequest }]);
      return reply;
    },
    publishStops(targets) {
      for (const take of stopConsumers) take(targets);
    },
    takeStops: (take) => subscribe(stopConsumers, take),
    publishEvents(events) {
      for (const take of eventConsumers) take(events);
    },
    takeEvents: (take) => subscribe(eventConsumers, take),
    watchOrg: (orgId) => count(watchers, orgId),
    isWatched: (orgId) => watchers.has(orgId),
    announce(runner, location) {
      presence.set(`${location} ${runner}`, { runner, location, lastSeenAtMs: clock.now() });
    },
    runners() {
      const oldestMs = clock.now() - PRESENCE_MAX_AGE_MS;
      for (const [name, seen] of presence) if (seen.lastSeenAtMs < oldestMs) presence.delete(name);
      return [...presence.values()];
    },
  };
}

function subscribe<T>(consumers: Set<T>, take: T): () => void {
  consumers.add(take);
  return () => {
    consumers.delete(take);
  };
}

function count(counts: Map<string, number>, key: string): () => void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    const rest = (counts.get(key) ?? 1) - 1;
    if (rest > 0) counts.set(key, rest);
    else counts.delete(key);
  };
}
