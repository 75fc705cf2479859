import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { StorageOutage } from "@vedette/contract/service-health/service-problems.ts";
import { LinkedQueue } from "../../engine/queue/linked-queue.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { HeldQueue } from "../wiring/open-queue.ts";
import { BrowserOnDemand, linkToMain } from "./browser-on-demand.ts";
import type { BrowserThreadData } from "./browser-thread.ts";
import type { RunnerThreadData } from "./runner-thread.ts";
import type { SchedulerThreadData } from "./scheduler-thread.ts";
import { type OnDeath, startThread } from "./start-thread.ts";
import type { Thread, ThreadMetrics } from "./thread-control.ts";

export type EngineObservation = {
  metrics: ThreadMetrics[];
  /** State of the scheduler thread; null if it does not respond, and if there is none. */
  scheduler: Record<string, number> | null;
  /** Why results are not stored; null while they are, and without a scheduler. */
  outage: StorageOutage | null;
  /** Number of threads that do not respond. */
  silent: number;
};

export type EngineOptions = {
  /** The holder of the queue: a scheduler thread, or the main thread of a process without a scheduler. */
  holder: { scheduler: SchedulerThreadData } | { queue: HeldQueue };
  runners: readonly RunnerThreadData[];
  /** Null if no journeys are run. */
  browser: BrowserThreadData | null;
  log: Logger;
};

type Threads = {
  scheduler: Thread | null;
  runners: Thread[];
  /** Link ends of the main thread. */
  links: (() => void)[];
};

/** Maximum time until a thread is available. */
const READY_TIMEOUT_MS = 30_000;
const RUNNERS_POLL_MS = 20;
/** A thread that crashes is a bug. All threads are restarted, at most this often. */
const RESTART_PAUSE_MS = 1_000;
/** Share of the shutdown time for checks in flight; the rest is for storing their results. */
const RUNNERS_SHARE = 0.7;

/**
 * The worker threads of one process: one that schedules and records, and those that run checks. Either may be
 * in another process. They do not share an event loop with the API, so that API requests never delay a check.
 * The scheduler thread holds the queue if there is one, otherwise the main thread does. All other threads
 * connect to the holder.
 */
export class Engine {
  readonly #options: EngineOptions;
  #threads: Threads = { scheduler: null, runners: [], links: [] };
  #browser: BrowserOnDemand | null = null;
  /** What is sent before the scheduler thread runs waits in `#unsentPort`. Null if the main thread holds the queue. */
  readonly #linked: LinkedQueue | null;
  /** The other end of the link, until a scheduler thread has it. */
  #unsentPort: MessagePort | null = null;
  #starting: Promise<void> | undefined;
  #isStopping = false;

  /** Starts no thread; the queue may be used. */
  constructor(options: EngineOptions) {
    this.#options = options;
    this.#linked = "queue" in options.holder ? null : new LinkedQueue(this.#openLink());
  }

  /** Resolves when all threads are ready. */
  start(): Promise<void> {
    this.#starting ??= this.#startFirst();
    return this.#starting;
  }

  async #startFirst(): Promise<void> {
    await this.#start();
    const names = this.#options.runners.map(({ name }) => name);
    await waitForRunners(this.queue, names);
  }

  /** Starts no more checks, completes those in flight, stores their results, and ends the threads. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    // Its caller reports the failure.
    await this.#starting?.catch(() => undefined);
    const { scheduler, runners, links } = this.#threads;
    scheduler?.pause();
    const browser = await this.#browser?.stop();
    const ofChecks = browser ? [...runners, browser] : runners;
    const checksMs = ofChecks.length === 0 ? 0 : withinMs * RUNNERS_SHARE;
    await Promise.all(ofChecks.map((thread) => thread.stop(checksMs)));
    await scheduler?.stop(withinMs - checksMs);
    for (const end of links) end();
    this.#browser?.unlink();
  }

  /** The queue as seen by the main thread. */
  get queue(): Queue {
    const { holder } = this.#options;
    if ("queue" in holder) return holder.queue;
    if (this.#linked === null) throw new Error("a scheduler thread without a link");
    return this.#linked;
  }

  async observe(): Promise<EngineObservation> {
    const { scheduler, runners } = this.#threads;
    const browser = await this.#browser?.thread();
    const [state, ...others] = await Promise.all(
      [scheduler, ...runners, browser].map((thread) => thread?.observe()),
    );
    const replies = [state, ...others].filter((reply) => reply !== undefined);
    return {
      metrics: replies.flatMap((reply) => (reply ? [reply.metrics] : [])),
      scheduler: state?.state ?? null,
      outage: state?.outage ?? null,
      silent: replies.filter((reply) => reply === null).length,
    };
  }

  async #start(): Promise<void> {
    const { browser: data, log } = this.#options;
    let isStarted = false;
    let isDead = false;
    const onDeath = (name: string, error: unknown) => {
      // Before it has started, the caller reports its failure.
      if (this.#isStopping || !isStarted || isDead) return;
      isDead = true;
      log.error("engine.thread_died", { thread: name, ...errorFacts(error) });
      void this.#restart();
    };
    this.#threads = await startThreads(this.#options, onDeath);
    this.#linkMain(this.#threads.scheduler);
    isStarted = true;
    if (!data) return;
    this.#browser = new BrowserOnDemand({ queue: this.queue, data, log });
    this.#browser.start();
  }

  #linkMain(scheduler: Thread | null): void {
    if (scheduler === null || this.#linked === null) return;
    // A port can be sent once.
    if (this.#unsentPort === null) this.#linked.reconnect(this.#openLink());
    if (this.#unsentPort !== null) scheduler.connect("main", this.#unsentPort);
    this.#unsentPort = null;
  }

  #openLink(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#unsentPort = port1;
    return port2;
  }

  async #restart(): Promise<void> {
    const { log } = this.#options;
    const { scheduler, runners, links } = this.#threads;
    const browser = await this.#browser?.stop();
    await Promise.all([scheduler, ...runners, browser].map((thread) => thread?.stop(0)));
    for (const end of links) end();
    this.#browser?.unlink();
    while (!this.#isStopping) {
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
      try {
        await this.#start();
        log.warn("engine.restarted");
        return;
      } catch (error) {
        log.error("engine.restart_failed", errorFacts(error));
      }
    }
  }
}

/**
 * The process is ready only when the API knows its runners. Until then the API would respond that there is no
 * runner.
 */
async function waitForRunners(queue: Queue, names: readonly string[]): Promise<void> {
  const isMissing = (name: string) => !queue.runners().some(({ runner }) => runner === name);
  for (let waitedMs = 0; names.some(isMissing); waitedMs += RUNNERS_POLL_MS) {
    if (waitedMs > READY_TIMEOUT_MS) throw new Error("the runner threads did not announce themselves");
    await new Promise((resolve) => setTimeout(resolve, RUNNERS_POLL_MS));
  }
}

async function startThreads({ holder, runners: datas }: EngineOptions, onDeath: OnDeath): Promise<Threads> {
  const startingScheduler =
    "scheduler" in holder ? startThread("scheduler", holder.scheduler, onDeath) : null;
  const startingRunners = datas.map((data) => startThread("runner", data, onDeath));
  await allOrNone([startingScheduler, ...startingRunners]);
  const scheduler = await startingScheduler;
  const runners = await Promise.all(startingRunners);
  const links = runners.flatMap((runner, index) => {
    if ("queue" in holder) return [linkToMain(holder.queue, runner)];
    const { port1, port2 } = new MessageChannel();
    scheduler?.connect(`runner ${index}`, port1);
    runner.connect("queue", port2);
    return [];
  });
  return { scheduler, runners, links };
}

/** Waits for all threads; if one fails, ends the others and throws its error. */
async function allOrNone(starting: readonly (Promise<Thread> | null)[]): Promise<void> {
  const outcomes = await Promise.allSettled(starting);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed === undefined) return;
  const started = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  await Promise.all(started.map((thread) => thread?.stop(0)));
  throw failed.reason;
}
