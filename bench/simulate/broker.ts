import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { NATS } from "./figures.ts";
import { JobLine } from "./job-line.ts";
import type { Random } from "./random.ts";
import { ReportLine } from "./report-line.ts";
import type { Timeline } from "./timeline.ts";

/** A check in flight: the fields of the product's job that a model needs. */
export type Job = Pick<CheckJob, "seriesKey" | "shard" | "slotMs" | "startByMs">;
/** Its outcome; `started` false where it could not be started in time. */
export type Report = Pick<Job, "seriesKey" | "shard" | "slotMs"> & { started: boolean };

export type BrokerCounts = {
  jobMessages: number;
  reportMessages: number;
  redelivered: number;
  expired: number;
  /** Report messages that wait now, in total, and their maximum. */
  reportsWaiting: number;
  reportsWaitingMost: number;
};

export type JobMessage = { location: string; jobs: readonly Job[]; atMs: number; to: JobTaker | null };
export type JobTaker = { readonly location: string; hasRoom(): boolean; take(message: JobMessage): void };
/** `weight` is how many messages of a whole fleet it stands for. */
export type ReportMessage = {
  shard: number;
  reports: readonly Report[];
  weight: number;
  to: ReportTaker | null;
};
export type ReportTaker = (message: ReportMessage) => void;

export type BrokerOptions = {
  timeline: Timeline;
  random: Random;
  /** Longest way from the middle of things to a location, by its name. */
  oneWayMs: (location: string) => number;
  reportMessagesInHandsMax: number;
};

/** What the queues of a broker share. */
export type BrokerState = BrokerOptions & { isUp: boolean; readonly counts: BrokerCounts };

/**
 * NATS as the product uses it: a work queue of checks for each location and one of reports for each shard, both with
 * redelivery, a maximum number of messages in flight, and loss of what was only in memory.
 */
export class Broker {
  readonly #state: BrokerState;
  readonly #jobLines = new Map<string, JobLine>();
  readonly #reportLines: readonly ReportLine[];
  readonly #returnListeners: (() => void)[] = [];

  constructor(options: BrokerOptions) {
    const counts = {
      jobMessages: 0,
      reportMessages: 0,
      redelivered: 0,
      expired: 0,
      reportsWaiting: 0,
      reportsWaitingMost: 0,
    };
    this.#state = { ...options, isUp: true, counts };
    this.#reportLines = Array.from({ length: SHARDS }, () => new ReportLine(this.#state));
  }

  get isUp(): boolean {
    return this.#state.isUp;
  }

  get counts(): BrokerCounts {
    return this.#state.counts;
  }

  goAway(): void {
    this.#state.isUp = false;
  }

  comeBack(): void {
    const { timeline, random } = this.#state;
    this.#state.isUp = true;
    for (const line of this.#jobLines.values()) line.clear();
    for (const notify of this.#returnListeners) timeline.after(random.between(0, NATS.reconnectMs), notify);
    for (const line of this.#reportLines) timeline.after(NATS.reconnectMs, () => line.dispatch());
  }

  onReturn(notify: () => void): void {
    this.#returnListeners.push(notify);
  }

  /** Returns false if no runner will receive them. */
  sendJobs(location: string, jobs: readonly Job[]): boolean {
    return this.#jobLine(location).send({ location, jobs, atMs: this.#state.timeline.now(), to: null });
  }

  takeJobs(taker: JobTaker): void {
    this.#jobLine(taker.location).add(taker);
  }

  /** The reports of all jobs of a message are stored. */
  jobsDone(message: JobMessage): void {
    this.#jobLine(message.location).done(message);
  }

  /** A taker ended without notice. */
  takerDied(taker: JobTaker): void {
    this.#jobLine(taker.location).lose(taker);
  }

  /** Returns false while the broker is away: the sender keeps them. */
  sendReports(shard: number, reports: readonly Report[], weight: number): boolean {
    if (!this.isUp) return false;
    this.#reportLine(shard).send({ shard, reports, weight, to: null });
    return true;
  }

  /** Sends the reports of a shard there from now on; null for no receiver. */
  takeReports(shard: number, taker: ReportTaker | null): void {
    this.#reportLine(shard).setTaker(taker);
  }

  reportsDone(message: ReportMessage): void {
    this.#reportLine(message.shard).done(message);
  }

  reportTakerDied(taker: ReportTaker): void {
    for (const line of this.#reportLines) line.lose(taker);
  }

  #jobLine(location: string): JobLine {
    const line = this.#jobLines.get(location) ?? new JobLine(this.#state);
    this.#jobLines.set(location, line);
    return line;
  }

  #reportLine(shard: number): ReportLine {
    return this.#reportLines[shard] as ReportLine;
  }
}
