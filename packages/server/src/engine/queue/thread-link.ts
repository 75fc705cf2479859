import type { MessagePort } from "node:worker_threads";
import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { RunJob, RunReport } from "@vedette/contract/runs/run-job.ts";
import { createJobDecoder, createJobEncoder, type JobLine } from "./job-codec.ts";
import { CHECK_REQUESTS_MAX, createPendingReplies, RUN_REQUESTS_MAX } from "./pending-replies.ts";
import {
  type Queue,
  type RunConsumer,
  type RunnerPresence,
  type StoppedTarget,
  unstarted,
  unstartedRun,
} from "./queue.ts";

/**
 * Extends a queue to another thread: `serveQueue` runs beside the queue, `connectQueue` is the queue as the
 * other thread sees it. Messages are JSON text: for records of this size it is faster than a structured
 * clone, and NATS carries the same.
 */
type ToClient =
  | { op: "jobs"; location: string; forget: boolean; lines: JobLine[] }
  | { op: "runs"; consumer: string; jobs: readonly RunJob[] }
  | { op: "stops"; targets: readonly StoppedTarget[] }
  | { op: "events"; events: readonly LiveEvent[] }
  | { op: "runners"; runners: readonly RunnerPresence[] }
  | { op: "checkAnswer"; id: number; report: TestCheckReport | null }
  | { op: "runAnswer"; id: number; report: RunReport | null }
  | { op: "askRefused"; id: number };

type ToServer =
  | { op: "take"; location: string; on: boolean }
  | { op: "jobs"; location: string; jobs: readonly CheckJob[] }
  | { op: "reports"; reports: readonly (CheckReport | TestCheckReport)[] }
  | { op: "requestCheck"; id: number; location: string; job: CheckJob; withinMs: number }
  | { op: "requestRun"; id: number; location: string; job: RunJob; withinMs: number }
  | { op: "takeRuns"; at: RunConsumer; on: boolean }
  | { op: "runs"; location: string; jobs: readonly RunJob[] }
  | { op: "runReports"; reports: readonly RunReport[] }
  | { op: "stops"; targets: readonly StoppedTarget[] }
  | { op: "followStops" }
  | { op: "events"; events: readonly LiveEvent[] }
  | { op: "announce"; runner: string; location: string }
  | { op: "follow" }
  | { op: "watch"; orgId: string; on: boolean };

/** Interval at which the other side receives the list of runners. */
const RUNNERS_INTERVAL_MS = 500;

/** Serves `queue` to the thread at the other end of `port` until the returned function is called. */
export function serveQueue(queue: Queue, port: MessagePort): () => void {
  const ends = new Map<string, () => void>();
  const encode = createJobEncoder();
  const send = (message: ToClient) => port.postMessage(JSON.stringify(message));

  function replace(name: string, start: (() => () => void) | null): void {
    ends.get(name)?.();
    ends.delete(name);
    if (start) ends.set(name, start());
  }

  port.on("message", (text: string) => {
    const message = JSON.parse(text) as ToServer;
    switch (message.op) {
      case "take":
        return replace(
          `take ${message.location}`,
          message.on
            ? () =>
                queue.takeJobs(message.location, (jobs) =>
                  send({ op: "jobs", location: message.location, ...encode(jobs) }),
                )
            : null,
        );
      case "jobs":
        return queue.publishJobs(message.location, message.jobs);
      case "reports":
        return queue.publishReports(message.reports);
      // The only reason for a rejection is too many requests in flight.
      case "requestCheck":
        return void queue.requestCheck(message.location, message.job, message.withinMs).then(
          (report) => send({ op: "checkAnswer", id: message.id, report }),
          () => send({ op: "askRefused", id: message.id }),
        );
      case "requestRun":
        return void queue.requestRun(message.location, message.job, message.withinMs).then(
          (report) => send({ op: "runAnswer", id: message.id, report }),
          () => send({ op: "askRefused", id: message.id }),
        );
      case "takeRuns": {
        const consumer = nameOf(message.at);
        return replace(
          `take runs ${consumer}`,
          message.on
            ? () => queue.takeRuns(message.at, (jobs) => send({ op: "runs", consumer, jobs }))
            : null,
        );
      }
      case "runs":
        return queue.publishRuns(message.location, message.jobs);
      case "runReports":
        return queue.publishRunReports(message.reports);
      case "stops":
        return queue.publishStops(message.targets);
      case "followStops":
        return replace("stops", () => queue.takeStops((targets) => send({ op: "stops", targets })));
      case "events":
        return queue.publishEvents(message.events);
      case "announce":
        return queue.announce(message.runner, message.location);
      case "follow":
        return replace("follow", () => queue.takeEvents((events) => send({ op: "events", events })));
      case "watch":
        return replace(`watch ${message.orgId}`, message.on ? () => queue.watchOrg(message.orgId) : null);
    }
  });

  const timer = setInterval(() => send({ op: "runners", runners: queue.runners() }), RUNNERS_INTERVAL_MS);
  timer.unref();
  send({ op: "runners", runners: queue.runners() });
  return () => {
    clearInterval(timer);
    for (const end of ends.values()) end();
    port.close();
  };
}

function nameOf({ location, kinds }: RunConsumer): string {
  return `${location} ${kinds.join(",")}`;
}

/** The queue as seen from another thread. */
export type LinkedQueue = Queue & {
  /** Continues over another port after the thread at the other end restarted. */
  reconnect(port: MessagePort): void;
};

/**
 * The queue as seen from this thread. Reports can be published here but are received only in the thread that
 * holds the queue.
 */
export function connectQueue(first: MessagePort): LinkedQueue {
  const consumers = new Map<string, (jobs: readonly CheckJob[]) => void>();
  /** One for each location and set of kinds. */
  const runConsumers = new Map<string, { at: RunConsumer; take: (jobs: readonly RunJob[]) => void }>();
  const stopConsumers = new Set<(targets: readonly StoppedTarget[]) => void>();
  const eventConsumers = new Set<(events: readonly LiveEvent[]) => void>();
  const watched = new Map<string, number>();
  const checkReplies = createPendingReplies<TestCheckReport>(CHECK_REQUESTS_MAX);
  const runReplies = createPendingReplies<RunReport>(RUN_REQUESTS_MAX);
  let lastRequest = 0;
  let port = first;
  let decode = createJobDecoder();
  let runners: readonly RunnerPresence[] = [];
  const send = (message: ToServer) => port.postMessage(JSON.stringify(message));

  function receive(text: string): void {
    const message = JSON.parse(text) as ToClient;
    switch (message.op) {
      case "jobs":
        takeJobs(message.location, decode(message));
        return;
      case "runs":
        takeRuns(message);
        return;
      case "stops":
        for (const take of stopConsumers) take(message.targets);
        return;
      case "events":
        for (const take of eventConsumers) take(message.events);
        return;
      case "runners":
        runners = message.runners;
        return;
      case "checkAnswer":
        checkReplies.resolve(message.id, message.report);
        return;
      case "runAnswer":
        runReplies.resolve(message.id, message.report);
        return;
      case "askRefused":
        checkReplies.cancel(message.id);
        runReplies.cancel(message.id);
    }
  }

  function takeJobs(location: string, jobs: readonly CheckJob[]): void {
    const take = consumers.get(location);
    if (take) take(jobs);
    else send({ op: "reports", reports: jobs.map(unstarted) });
  }

  /** Runs in flight to a stopped taker come back, as they would from a queue without a taker. */
  function takeRuns({ consumer, jobs }: { consumer: string; jobs: readonly RunJob[] }): void {
    const found = runConsumers.get(consumer);
    if (found) found.take(jobs);
    else send({ op: "runReports", reports: jobs.map(unstartedRun) });
  }

  function addWatch(orgId: string, change: 1 | -1): void {
    const before = watched.get(orgId) ?? 0;
    const after = before + change;
    if (after > 0) watched.set(orgId, after);
    else watched.delete(orgId);
    if (before === 0 || after === 0) send({ op: "watch", orgId, on: after > 0 });
  }

  port.on("message", receive);

  return {
    reconnect(next) {
      port.close();
      port = next;
      decode = createJobDecoder();
      port.on("message", receive);
      // Their replies were lost with the thread.
      checkReplies.cancelAll();
      runReplies.cancelAll();
      for (const location of consumers.keys()) send({ op: "take", location, on: true });
      for (const { at } of runConsumers.values()) send({ op: "takeRuns", at, on: true });
      if (stopConsumers.size > 0) send({ op: "followStops" });
      if (eventConsumers.size > 0) send({ op: "follow" });
      for (const orgId of watched.keys()) send({ op: "watch", orgId, on: true });
    },
    publishJobs: (location, jobs) => send({ op: "jobs", location, jobs }),
    takeJobs(location, take) {
      consumers.set(location, take);
      send({ op: "take", location, on: true });
      return () => {
        consumers.delete(location);
        send({ op: "take", location, on: false });
      };
    },
    publishReports: (reports) => send({ op: "reports", reports }),
    takeReports() {
      throw new Error("reports are taken in the thread that holds the queue");
    },
    holdShards() {
      throw new Error("shards are held in the thread that holds the queue");
    },
    publishRuns: (location, jobs) => send({ op: "runs", location, jobs }),
    takeRuns(at, take) {
      const consumer = { at, take };
      runConsumers.set(nameOf(at), consumer);
      send({ op: "takeRuns", at, on: true });
      return () => {
        if (runConsumers.get(nameOf(at)) !== consumer) return;
        runConsumers.delete(nameOf(at));
        send({ op: "takeRuns", at, on: false });
      };
    },
    publishRunReports: (reports) => send({ op: "runReports", reports }),
    takeRunReports() {
      throw new Error("reports of runs are taken in the thread that holds the queue");
    },
    async requestCheck(location, job, withinMs) {
      lastRequest += 1;
      const reply = checkReplies.open(lastRequest, withinMs);
      send({ op: "requestCheck", id: lastRequest, location, job, withinMs });
      return reply;
    },
    async requestRun(location, job, withinMs) {
      lastRequest += 1;
      const reply = runReplies.open(lastRequest, withinMs);
      send({ op: "requestRun", id: lastRequest, location, job, withinMs });
      return reply;
    },
    publishStops: (targets) => send({ op: "stops", targets }),
    takeStops(take) {
      if (stopConsumers.size === 0) send({ op: "followStops" });
      stopConsumers.add(take);
      return () => {
        stopConsumers.delete(take);
      };
    },
    publishEvents: (events) => send({ op: "events", events }),
    takeEvents(take) {
      if (eventConsumers.size === 0) send({ op: "follow" });
      eventConsumers.add(take);
      return () => {
        eventConsumers.delete(take);
      };
    },
    watchOrg(orgId) {
      addWatch(orgId, 1);
      let isEnded = false;
      return () => {
        if (!isEnded) addWatch(orgId, -1);
        isEnded = true;
      };
    },
    isWatched: (orgId) => watched.has(orgId),
    announce: (runner, location) => send({ op: "announce", runner, location }),
    runners: () => runners,
  };
}
