import type { MessagePort } from "node:worker_threads";
import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { RunJob, RunProgress, RunReport, StepProgress } from "@vedette/contract/runs/run-job.ts";
import { createJobDecoder } from "./job-codec.ts";
import { CHECK_REQUESTS_MAX, createPendingReplies, RUN_REQUESTS_MAX } from "./pending-replies.ts";
import {
  type Queue,
  type RunConsumer,
  type RunnerPresence,
  type RunRequest,
  type StoppedTarget,
  unstarted,
  unstartedRun,
} from "./queue.ts";
import type { ConsumeJobs } from "./spread-jobs.ts";
import { runConsumerName, type ToClient, type ToServer } from "./thread-link.ts";
import { WatchCounts } from "./watch-counts.ts";

/**
 * The queue as seen from another thread. Reports can be published here but are received only in the thread
 * that holds the queue.
 */
export class LinkedQueue implements Queue {
  #port: MessagePort;
  #decode = createJobDecoder();
  readonly #consumers = new Map<string, { take: ConsumeJobs; waitsForSlot: boolean }>();
  readonly #runConsumers = new Map<string, { at: RunConsumer; take: (jobs: readonly RunJob[]) => void }>();
  readonly #stopConsumers = new Set<(targets: readonly StoppedTarget[]) => void>();
  readonly #eventConsumers = new Set<(events: readonly LiveEvent[]) => void>();
  readonly #watched = new WatchCounts((orgId, on) => this.#send({ op: "watch", orgId, on }));
  readonly #checkReplies = createPendingReplies<TestCheckReport>(CHECK_REQUESTS_MAX);
  readonly #runReplies = createPendingReplies<RunReport, StepProgress>(RUN_REQUESTS_MAX);
  #lastRequest = 0;
  #runners: readonly RunnerPresence[] = [];

  constructor(port: MessagePort) {
    this.#port = port;
    this.#listen();
  }

  /** Continues over another port after the thread at the other end restarted. */
  reconnect(port: MessagePort): void {
    this.#port.close();
    this.#port = port;
    this.#decode = createJobDecoder();
    this.#listen();
    // Their replies were lost with the thread.
    this.#checkReplies.cancelAll();
    this.#runReplies.cancelAll();
    for (const [location, { waitsForSlot }] of this.#consumers)
      this.#send({ op: "take", location, on: true, waitsForSlot });
    for (const { at } of this.#runConsumers.values()) this.#send({ op: "takeRuns", at, on: true });
    if (this.#stopConsumers.size > 0) this.#send({ op: "followStops" });
    if (this.#eventConsumers.size > 0) this.#send({ op: "follow" });
    for (const orgId of this.#watched.orgIds()) this.#send({ op: "watch", orgId, on: true });
  }

  publishJobs(location: string, jobs: readonly CheckJob[]): void {
    this.#send({ op: "jobs", location, jobs });
  }

  takeJobs(location: string, take: ConsumeJobs, { waitsForSlot = false } = {}): () => void {
    this.#consumers.set(location, { take, waitsForSlot });
    this.#send({ op: "take", location, on: true, waitsForSlot });
    return () => {
      this.#consumers.delete(location);
      this.#send({ op: "take", location, on: false });
    };
  }

  /** Nothing is scheduled in a thread without the queue. */
  leadMs(): number {
    return 0;
  }

  publishReports(reports: readonly (CheckReport | TestCheckReport)[]): void {
    this.#send({ op: "reports", reports });
  }

  /** Whether the reports are kept, only the thread that holds the queue knows. */
  readonly keepsReports = false;

  takeReports(): never {
    throw new Error("reports are taken in the thread that holds the queue");
  }

  holdShards(): never {
    throw new Error("shards are held in the thread that holds the queue");
  }

  publishRuns(location: string, jobs: readonly RunJob[]): void {
    this.#send({ op: "runs", location, jobs });
  }

  takeRuns(at: RunConsumer, take: (jobs: readonly RunJob[]) => void): () => void {
    const consumer = { at, take };
    const name = runConsumerName(at);
    this.#runConsumers.set(name, consumer);
    this.#send({ op: "takeRuns", at, on: true });
    return () => {
      if (this.#runConsumers.get(name) !== consumer) return;
      this.#runConsumers.delete(name);
      this.#send({ op: "takeRuns", at, on: false });
    };
  }

  publishRunReports(reports: readonly RunReport[]): void {
    this.#send({ op: "runReports", reports });
  }

  publishRunProgress(progress: RunProgress): void {
    this.#send({ op: "runProgress", progress });
  }

  takeRunReports(): never {
    throw new Error("reports of runs are taken in the thread that holds the queue");
  }

  async requestCheck(location: string, job: CheckJob, withinMs: number): Promise<TestCheckReport | null> {
    this.#lastRequest += 1;
    const id = this.#lastRequest;
    const reply = this.#checkReplies.open(id, { withinMs });
    this.#send({ op: "requestCheck", id, location, job, withinMs });
    return reply;
  }

  async requestRun(
    location: string,
    job: RunJob,
    { withinMs, onStep }: RunRequest,
  ): Promise<RunReport | null> {
    this.#lastRequest += 1;
    const id = this.#lastRequest;
    const reply = this.#runReplies.open(id, { withinMs, onProgress: onStep });
    this.#send({ op: "requestRun", id, location, job, withinMs, wantsSteps: onStep !== undefined });
    return reply;
  }

  publishStops(targets: readonly StoppedTarget[]): void {
    this.#send({ op: "stops", targets });
  }

  takeStops(take: (targets: readonly StoppedTarget[]) => void): () => void {
    if (this.#stopConsumers.size === 0) this.#send({ op: "followStops" });
    this.#stopConsumers.add(take);
    return () => void this.#stopConsumers.delete(take);
  }

  publishEvents(events: readonly LiveEvent[]): void {
    this.#send({ op: "events", events });
  }

  takeEvents(take: (events: readonly LiveEvent[]) => void): () => void {
    if (this.#eventConsumers.size === 0) this.#send({ op: "follow" });
    this.#eventConsumers.add(take);
    return () => void this.#eventConsumers.delete(take);
  }

  watchOrg(orgId: string): () => void {
    return this.#watched.add(orgId);
  }

  isWatched(orgId: string): boolean {
    return this.#watched.has(orgId);
  }

  announce(runner: string, location: string, version?: string): void {
    this.#send({ op: "announce", runner, location, version });
  }

  runners(): readonly RunnerPresence[] {
    return this.#runners;
  }

  #listen(): void {
    this.#port.on("message", (text: string) => this.#receive(JSON.parse(text) as ToClient));
  }

  #send(message: ToServer): void {
    this.#port.postMessage(JSON.stringify(message));
  }

  #receive(message: ToClient) {
    switch (message.op) {
      case "jobs":
        return this.#deliverJobs(message.location, this.#decode(message));
      case "runs":
        return this.#deliverRuns(message);
      case "stops":
        for (const take of this.#stopConsumers) take(message.targets);
        return;
      case "events":
        for (const take of this.#eventConsumers) take(message.events);
        return;
      case "runners":
        this.#runners = message.runners;
        return;
      case "checkAnswer":
        return this.#checkReplies.resolve(message.id, message.report);
      case "runStep":
        return this.#runReplies.notify(message.id, message.step);
      case "runAnswer":
        return this.#runReplies.resolve(message.id, message.report);
      case "askRefused":
        this.#checkReplies.cancel(message.id);
        this.#runReplies.cancel(message.id);
    }
  }

  #deliverJobs(location: string, jobs: readonly CheckJob[]): void {
    const consumer = this.#consumers.get(location);
    if (consumer) consumer.take(jobs);
    else this.publishReports(jobs.map(unstarted));
  }

  /** Runs in flight to a stopped taker come back, as they would from a queue without a taker. */
  #deliverRuns({ consumer, jobs }: { consumer: string; jobs: readonly RunJob[] }): void {
    const found = this.#runConsumers.get(consumer);
    if (found) found.take(jobs);
    else this.publishRunReports(jobs.map(unstartedRun));
  }
}
