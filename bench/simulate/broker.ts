import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { HOP_MS, NATS } from "./figures.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/** A check on its way: what the product's job has and a model needs. */
export type Job = Pick<CheckJob, "seriesKey" | "shard" | "slotMs" | "startByMs">;
/** What came of it; `started` false where it could not be started in time. */
export type Report = Pick<Job, "seriesKey" | "shard" | "slotMs"> & { started: boolean };

/**
 * NATS as the product uses it: a work queue of checks for each location and one of reports for each shard, both with
 * redelivery, a bound on what may be in hands, and loss of what was only in memory.
 */
export type Broker = {
  readonly isUp: boolean;
  goAway(): void;
  comeBack(): void;
  /** Whether schedulers know a runner at this location. */
  isStaffed(location: string): boolean;
  /** False if no runner will receive them. */
  sendJobs(location: string, jobs: readonly Job[]): boolean;
  takeJobs(taker: JobTaker): void;
  /** The reports of all jobs of a message are safe. */
  jobsDone(message: JobMessage): void;
  /** A taker is gone without a word. */
  takerDied(taker: JobTaker): void;
  /** False without a listener: the sender keeps them. */
  sendReports(shard: number, reports: readonly Report[], weight: number): boolean;
  /** Sends the reports of a shard there from now on; null for no receiver. */
  takeReports(shard: number, taker: ReportTaker | null): void;
  reportsDone(message: ReportMessage): void;
  reportTakerDied(taker: ReportTaker): void;
  onReturn(tell: () => void): void;
  readonly counts: BrokerCounts;
};

export type BrokerCounts = {
  jobMessages: number;
  reportMessages: number;
  redelivered: number;
  expired: number;
  /** Maximum number of report messages that waited, in total. */
  reportsWaitingMost: number;
};

export type JobMessage = { location: string; jobs: readonly Job[]; atMs: number; to: JobTaker | null };
export type JobTaker = { location: string; hasRoom(): boolean; take(message: JobMessage): void };
/** `weight` is how many messages of a whole fleet it stands for. */
export type ReportMessage = {
  shard: number;
  reports: readonly Report[];
  weight: number;
  to: ReportTaker | null;
};
export type ReportTaker = (message: ReportMessage) => void;

type Line = {
  waiting: ReportMessage[];
  taker: ReportTaker | null;
  inHands: number;
  messages: Set<ReportMessage>;
};

export type BrokerOptions = {
  timeline: Timeline;
  random: Random;
  /** Longest way from the middle of things to a location, by its name. */
  oneWayMs: (location: string) => number;
  reportMessagesInHandsMax: number;
};

export function createBroker(options: BrokerOptions): Broker {
  const { timeline, random, oneWayMs } = options;
  let isUp = true;
  const jobLines = new Map<string, { waiting: JobMessage[]; takers: JobTaker[]; inHands: Set<JobMessage> }>();
  const lines: Line[] = Array.from({ length: SHARDS }, () => ({
    waiting: [],
    taker: null,
    inHands: 0,
    messages: new Set(),
  }));
  const returned: (() => void)[] = [];
  const counts: BrokerCounts = {
    jobMessages: 0,
    reportMessages: 0,
    redelivered: 0,
    expired: 0,
    reportsWaitingMost: 0,
  };
  let reportsWaiting = 0;

  function jobLine(location: string) {
    const line = jobLines.get(location) ?? { waiting: [], takers: [], inHands: new Set<JobMessage>() };
    jobLines.set(location, line);
    return line;
  }

  function dispatchJobs(location: string): void {
    const line = jobLine(location);
    while (isUp && line.waiting.length > 0) {
      const at = line.takers.findIndex((taker) => taker.hasRoom());
      const taker = line.takers[at];
      if (!taker) return;
      const message = line.waiting.shift() as JobMessage;
      if (timeline.now() - message.atMs > NATS.checkAgeMaxMs) {
        counts.expired += 1;
        continue;
      }
      // A receiver moves to the end of the queue after each message.
      line.takers.push(...line.takers.splice(at, 1));
      message.to = taker;
      line.inHands.add(message);
      timeline.after(oneWayMs(location) + random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
        if (message.to === taker) taker.take(message);
      });
    }
  }

  function dispatchReports(shard: number): void {
    const line = lines[shard] as Line;
    while (isUp && line.taker && line.waiting.length > 0 && line.inHands < options.reportMessagesInHandsMax) {
      const message = line.waiting.shift() as ReportMessage;
      const { taker } = line;
      reportsWaiting -= message.weight;
      line.inHands += message.weight;
      line.messages.add(message);
      message.to = taker;
      timeline.after(random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
        if (message.to !== taker) return;
        if (line.taker === taker) taker(message);
        // It has let go of the shard meanwhile, and says so.
        else putBack(message);
      });
    }
  }

  function putBack(message: ReportMessage): void {
    const line = lines[message.shard] as Line;
    if (!line.messages.delete(message)) return;
    line.inHands -= message.weight;
    message.to = null;
    line.waiting.unshift(message);
    reportsWaiting += message.weight;
    counts.redelivered += 1;
    dispatchReports(message.shard);
  }

  return {
    get isUp() {
      return isUp;
    },
    counts,
    goAway() {
      isUp = false;
    },
    comeBack() {
      isUp = true;
      // Checks are kept in memory only; a check in flight is known only to its runner.
      for (const line of jobLines.values()) {
        line.waiting = [];
        line.inHands.clear();
      }
      for (const tell of returned) timeline.after(random.between(0, NATS.reconnectMs), tell);
      for (const shard of lines.keys()) timeline.after(NATS.reconnectMs, () => dispatchReports(shard));
    },
    isStaffed: (location) => jobLine(location).takers.length > 0,
    sendJobs(location, jobs) {
      const line = jobLine(location);
      if (!isUp || line.takers.length === 0) return false;
      counts.jobMessages += 1;
      const message: JobMessage = { location, jobs, atMs: timeline.now(), to: null };
      timeline.after(random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
        line.waiting.push(message);
        dispatchJobs(location);
      });
      return true;
    },
    takeJobs(taker) {
      jobLine(taker.location).takers.push(taker);
      dispatchJobs(taker.location);
    },
    jobsDone(message) {
      jobLine(message.location).inHands.delete(message);
      dispatchJobs(message.location);
    },
    takerDied(taker) {
      const line = jobLine(taker.location);
      const held = [...line.inHands].filter((message) => message.to === taker);
      for (const message of held) {
        message.to = null;
        timeline.after(random.between(NATS.ackLeastMs, NATS.ackWaitMs), () => {
          if (!line.inHands.delete(message)) return;
          counts.redelivered += 1;
          line.waiting.unshift(message);
          dispatchJobs(taker.location);
        });
      }
      // Until it is missed it counts as there, and what is sent waits for others.
      timeline.after(NATS.presenceMaxAgeMs, () => {
        line.takers = line.takers.filter((other) => other !== taker);
      });
    },
    sendReports(shard, reports, weight) {
      if (!isUp) return false;
      const line = lines[shard] as Line;
      counts.reportMessages += weight;
      line.waiting.push({ shard, reports, weight, to: null });
      reportsWaiting += weight;
      counts.reportsWaitingMost = Math.max(counts.reportsWaitingMost, reportsWaiting);
      dispatchReports(shard);
      return true;
    },
    takeReports(shard, taker) {
      (lines[shard] as Line).taker = taker;
      dispatchReports(shard);
    },
    reportsDone(message) {
      const line = lines[message.shard] as Line;
      if (!line.messages.delete(message)) return;
      line.inHands -= message.weight;
      dispatchReports(message.shard);
    },
    reportTakerDied(taker) {
      for (const line of lines) {
        if (line.taker === taker) line.taker = null;
        for (const message of [...line.messages].filter(({ to }) => to === taker)) {
          message.to = null;
          timeline.after(random.between(NATS.ackLeastMs, NATS.ackWaitMs), () => putBack(message));
        }
      }
    },
    onReturn: (tell) => void returned.push(tell),
  };
}
