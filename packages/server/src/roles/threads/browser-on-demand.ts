import { MessageChannel } from "node:worker_threads";
import type { RunJob } from "@vedette/contract/runs/run-job.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { QueueServer } from "../../engine/queue/queue-server.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { BrowserThreadData } from "./browser-thread.ts";
import { startThread } from "./start-thread.ts";
import type { Thread } from "./thread-control.ts";

/**
 * A browser thread uses memory that most installations never need, so the first journey starts it. If it
 * crashes, only journeys end, by their deadlines; the next journey starts another thread.
 */
export class BrowserOnDemand {
  readonly #queue: Queue;
  readonly #data: BrowserThreadData;
  readonly #log: Logger;
  #thread: Promise<Thread | null> = Promise.resolve(null);
  #isStopped = false;
  /** Cancels the wait for the first journey. */
  #endWait = () => {};
  #unlink = () => {};

  constructor({ queue, data, log }: { queue: Queue; data: BrowserThreadData; log: Logger }) {
    this.#queue = queue;
    this.#data = data;
    this.#log = log;
  }

  /** Waits for the first journey, and keeps those that come while the thread starts. */
  start(): void {
    const { location, runsMax: inFlightMax } = this.#data;
    const kept: RunJob[] = [];
    let isStarting = false;
    const endWait = this.#queue.takeRuns({ location, kinds: ["journey"], inFlightMax }, (jobs) => {
      kept.push(...jobs);
      if (isStarting) return;
      isStarting = true;
      this.#thread = this.#startThread(() => {
        endWait();
        return kept;
      });
    });
    this.#endWait = endWait;
  }

  /** Starts no thread any more. Returns the running one; null if there is none. */
  stop(): Promise<Thread | null> {
    this.#isStopped = true;
    this.#endWait();
    return this.#thread;
  }

  /** Disconnects the thread from the queue. */
  unlink(): void {
    this.#unlink();
    this.#unlink = () => {};
  }

  /** Resolves to the running thread; null if there is none. */
  thread(): Promise<Thread | null> {
    return this.#thread;
  }

  async #startThread(firstRuns: () => readonly RunJob[]): Promise<Thread | null> {
    let isDead = false;
    const onDeath = (name: string, error: unknown) => {
      if (this.#isStopped || isDead) return;
      isDead = true;
      this.#log.error("engine.thread_died", { thread: name, ...errorFacts(error) });
      this.#thread = Promise.resolve(null);
      this.unlink();
      this.#endWait();
      this.start();
    };
    try {
      const thread = await startThread("browser", this.#data, onDeath);
      this.#unlink = linkToMain(this.#queue, thread, firstRuns);
      return thread;
    } catch (error) {
      onDeath("browser", error);
      return null;
    }
  }
}

/**
 * Serves a queue of the main thread to another thread, which first receives `firstRuns`. Returns a function
 * that stops it.
 */
export function linkToMain(queue: Queue, thread: Thread, firstRuns?: () => readonly RunJob[]): () => void {
  const { port1, port2 } = new MessageChannel();
  thread.connect("queue", port2);
  const server = new QueueServer(queue, port1, firstRuns);
  return () => server.close();
}
