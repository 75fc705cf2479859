import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { type DirectDelivery, DirectReports } from "./direct-reports.ts";
import { NATS } from "./figures.ts";
import { JobQueue } from "./job-queue.ts";
import type {
  BrokerCounts,
  BrokerOptions,
  BrokerState,
  Job,
  JobMessage,
  JobReceiver,
  Report,
  ReportMessage,
  ReportReceiver,
} from "./messages.ts";
import { ReportQueue } from "./report-queue.ts";

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
