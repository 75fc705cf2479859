import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { type DirectDelivery, DirectReports } from "./direct-reports.ts";
import { NATS } from "./figures.ts";
import { JobQueue } from "./job-queue.ts";
import type { Random } from "./random.ts";
import { ReportQueue } from "./report-queue.ts";
import type { Timeline } from "./timeline.ts";

/** A check in flight: the fields of the product's job that a model needs. */
export type Job = Pick<CheckJob, "seriesKey" | "shard" | "slotMs" | "startByMs">;
/** Its outcome. `started` is false if it could not start in time. */
export type Report = Pick<Job, "seriesKey" | "shard" | "slotMs"> & { started: boolean };

export type BrokerCounts = {
  jobMessages: number;
  reportMessages: number;
  redelivered: number;
  expired: number;
  /** Report messages that wait in all queues, and their maximum. */
  reportsWaiting: number;
  reportsWaitingMost: number;
};

export type JobMessage = { location: string; jobs: readonly Job[]; atMs: number; to: JobReceiver | null };
export type JobReceiver = { readonly location: string; hasRoom(): boolean; take(message: JobMessage): void };
/** `weight` is the number of real messages that it stands for. */
export type ReportMessage = {
  shard: number;
  reports: readonly Report[];
  weight: number;
  to: ReportReceiver | null;
  /** Of a message without a stream. */
  onDone?: () => void;
};
export type ReportReceiver = (message: ReportMessage) => void;

export type BrokerOptions = {
  timeline: Timeline;
  random: Random;
  /** The one-way delay from NATS to a location. */
  oneWayMs: (location: string) => number;
  reportMessagesInFlightMax: number;
};

/** State that the queues of a broker share. */
export type BrokerState = BrokerOptions & { isUp: boolean; readonly counts: BrokerCounts };

/**
 * A model of NATS: a work queue of checks for each location and one of reports for each shard, both with redelivery and a
 * maximum number of messages in flight, and reports that need no queue. A restart loses messages that are only in memory.
 */
export class Broker {
  readonly #state: BrokerState;
  readonly #jobQueues = new Map<string, JobQueue>();
  readonly #reportQueues: readonly ReportQueue[];
  readonly #direct: DirectReports;
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
    this.#direct = new DirectReports(options);
    this.#reportQueues = Array.from({ length: SHARDS }, () => new ReportQueue(this.#state));
  }

  get isUp(): boolean {
    return this.#state.isUp;
  }

  get counts(): BrokerCounts {
    return this.#state.counts;
  }

  goDown(): void {
    this.#state.isUp = false;
  }

  recover(): void {
    const { timeline, random } = this.#state;
    this.#state.isUp = true;
    for (const queue of this.#jobQueues.values()) queue.clear();
    for (const notify of this.#returnListeners) timeline.after(random.between(0, NATS.reconnectMs), notify);
    for (const queue of this.#reportQueues) timeline.after(NATS.reconnectMs, () => queue.dispatch());
  }

  onReturn(notify: () => void): void {
    this.#returnListeners.push(notify);
  }

  /** Returns false if no runner can receive them. */
  sendJobs(location: string, jobs: readonly Job[]): boolean {
    return this.#jobQueue(location).send({ location, jobs, atMs: this.#state.timeline.now(), to: null });
  }

  takeJobs(receiver: JobReceiver): void {
    this.#jobQueue(receiver.location).add(receiver);
  }

  /** The reports of all jobs of a message are stored. */
  jobsDone(message: JobMessage): void {
    this.#jobQueue(message.location).done(message);
  }

  /** A receiver of jobs died. */
  receiverDied(receiver: JobReceiver): void {
    this.#jobQueue(receiver.location).lose(receiver);
  }

  /** Returns false while the broker is down; the sender then keeps them. */
  sendReports(shard: number, reports: readonly Report[], weight: number): boolean {
    if (!this.isUp) return false;
    this.#reportQueue(shard).send({ shard, reports, weight, to: null });
    return true;
  }

  /** The scheduler that takes reports of a shard without a queue; null if none is known. */
  findHolder(shard: number): ReportReceiver | null {
    return this.#direct.findHolder(shard);
  }

  /** Returns false while the broker is down; the sender then keeps them. */
  sendToHolder(holder: ReportReceiver, delivery: DirectDelivery): boolean {
    if (!this.isUp) return false;
    this.#state.counts.reportMessages += delivery.weight;
    this.#direct.send(holder, delivery);
    return true;
  }

  /** Sets the receiver of the reports of a shard; null removes it. */
  takeReports(shard: number, receiver: ReportReceiver | null): void {
    this.#reportQueue(shard).setReceiver(receiver);
    this.#direct.hold(shard, receiver);
  }

  reportsDone(message: ReportMessage): void {
    if (message.onDone) message.onDone();
    else this.#reportQueue(message.shard).done(message);
  }

  reportReceiverDied(receiver: ReportReceiver): void {
    this.#direct.died(receiver);
    for (const queue of this.#reportQueues) queue.lose(receiver);
  }

  #jobQueue(location: string): JobQueue {
    const queue = this.#jobQueues.get(location) ?? new JobQueue(this.#state);
    this.#jobQueues.set(location, queue);
    return queue;
  }

  #reportQueue(shard: number): ReportQueue {
    return this.#reportQueues[shard] as ReportQueue;
  }
}
