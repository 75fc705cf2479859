import { MessageChannel } from "node:worker_threads";
import type { RunJob } from "@vedette/contract/runs/run-job.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { connectQueue, type LinkedQueue, serveQueue } from "../../engine/queue/thread-link.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { HeldQueue } from "../wiring/open-queue.ts";
import type { BrowserThreadData } from "./browser-thread.ts";
import type { RunnerThreadData } from "./runner-thread.ts";
import type { SchedulerThreadData } from "./scheduler-thread.ts";
import { type OnDeath, startThread } from "./start-thread.ts";
import type { Thread, ThreadMetrics } from "./thread-control.ts";

/**
 * The worker threads of one process: one that schedules and records, and those that run checks. Either may be
 * in another process. They do not share an event loop with the API, so that API requests never delay a check.
 * The scheduler thread holds the queue if there is one, otherwise the main thread does. All other threads
 * connect to the holder.
 */
export type Engine = {
  /** The queue as seen by the main thread. */
  readonly queue: Queue;
  observe(): Promise<EngineObservation>;
  /** Starts no more checks, completes those in flight, stores their results, and ends the threads. */
  stop(withinMs: number): Promise<void>;
};

export type EngineObservation = {
  metrics: ThreadMetrics[];
  /** State of the scheduler thread; null if it does not respond, and if there is none. */
  scheduler: Record<string, number> | null;
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
  browser: Promise<Thread | null>;
  /** Link ends of the main thread. */
  links: (() => void)[];
};

/** Maximum time for a thread to become available. */
const READY_TIMEOUT_MS = 30_000;
const RUNNERS_POLL_MS = 20;
/** A thread that crashes is a bug. All threads are restarted, at most this often. */
const RESTART_PAUSE_MS = 1_000;

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log } = options;
  let isStopping = false;
  let threads: Threads;
  let linked: LinkedQueue | undefined;
  /** Cancels the wait for the first journey. */
  let endAwaiting = () => {};

  async function start(): Promise<Queue> {
    let isStarted = false;
    const onDeath = once((name: string, error: unknown) => {
      // Before it has started, the caller reports its failure.
      if (isStopping || !isStarted) return;
      log.error("engine.thread_died", { thread: name, ...errorFacts(error) });
      void revive();
    });
    threads = await startThreads(options, onDeath);
    const queue = "queue" in options.holder ? options.holder.queue : linkMain(threads.scheduler);
    isStarted = true;
    if (options.browser) startBrowserOnDemand(queue, options.browser);
    return queue;
  }

  function linkMain(scheduler: Thread | null): LinkedQueue {
    const { port1, port2 } = new MessageChannel();
    scheduler?.connect("main", port1);
    if (linked) linked.reconnect(port2);
    else linked = connectQueue(port2);
    return linked;
  }

  /**
   * A browser thread uses memory that most installations never need, so the first journey starts it. If it
   * crashes, only journeys end, by their deadlines; the next journey starts another thread.
   */
  function startBrowserOnDemand(queue: Queue, data: BrowserThreadData): void {
    const current = threads;
    endAwaiting = queue.takeRuns(
      { location: data.location, kinds: ["journey"], inFlightMax: data.runsMax },
      (jobs) => {
        endAwaiting();
        const onDeath = once((name: string, error: unknown) => {
          if (isStopping || current !== threads) return;
          log.error("engine.thread_died", { thread: name, ...errorFacts(error) });
          current.browser = Promise.resolve(null);
          startBrowserOnDemand(queue, data);
        });
        current.browser = startThread("browser", data, onDeath).then(
          (thread) => {
            current.links.push(linkToMain(beginningWith(jobs, queue), thread));
            return thread;
          },
          (error: unknown) => {
            onDeath("browser", error);
            return null;
          },
        );
      },
    );
  }

  async function revive(): Promise<void> {
    const old = threads;
    endAwaiting();
    await Promise.all((await allOf(old)).map((thread) => thread.stop(0)));
    for (const end of old.links) end();
    while (!isStopping) {
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
      try {
        await start();
        log.warn("engine.restarted");
        return;
      } catch (error) {
        log.error("engine.restart_failed", errorFacts(error));
      }
    }
  }

  const queue = await start();
  await seeRunners(
    queue,
    options.runners.map(({ name }) => name),
  );

  return {
    queue,
    async observe() {
      const { scheduler } = threads;
      const seen = new Map(
        await Promise.all(
          (await allOf(threads)).map(async (thread) => [thread, await thread.observe()] as const),
        ),
      );
      const replies = [...seen.values()];
      return {
        metrics: replies.flatMap((reply) => (reply ? [reply.metrics] : [])),
        scheduler: (scheduler && seen.get(scheduler)?.state) ?? null,
        silent: replies.filter((reply) => reply === null).length,
      };
    },
    async stop(withinMs) {
      isStopping = true;
      endAwaiting();
      const { scheduler } = threads;
      scheduler?.pause();
      const runners = (await allOf(threads)).filter((thread) => thread !== scheduler);
      const runnersMs = runners.length === 0 ? 0 : withinMs * RUNNERS_SHARE;
      await Promise.all(runners.map((runner) => runner.stop(runnersMs)));
      await scheduler?.stop(withinMs - runnersMs);
      for (const end of threads.links) end();
    },
  };
}

async function allOf({ scheduler, runners, browser }: Threads): Promise<Thread[]> {
  const started = await browser;
  return [...(scheduler ? [scheduler] : []), ...runners, ...(started ? [started] : [])];
}

/**
 * The process is ready only when the API knows its runners. Until then the API would respond that there is no
 * runner.
 */
async function seeRunners(queue: Queue, names: readonly string[]): Promise<void> {
  const isMissing = (name: string) => !queue.runners().some(({ runner }) => runner === name);
  for (let waitedMs = 0; names.some(isMissing); waitedMs += RUNNERS_POLL_MS) {
    if (waitedMs > READY_TIMEOUT_MS) throw new Error("the runner threads did not announce themselves");
    await new Promise((resolve) => setTimeout(resolve, RUNNERS_POLL_MS));
  }
}

/** Share of the shutdown time for checks in flight; the rest is for storing their results. */
const RUNNERS_SHARE = 0.7;

async function startThreads({ holder, runners: datas }: EngineOptions, onDeath: OnDeath): Promise<Threads> {
  const scheduler = "scheduler" in holder ? await startThread("scheduler", holder.scheduler, onDeath) : null;
  const runners = await Promise.all(datas.map((data) => startThread("runner", data, onDeath)));
  const links = runners.flatMap((runner, index) => {
    if ("queue" in holder) return [linkToMain(holder.queue, runner)];
    const { port1, port2 } = new MessageChannel();
    scheduler?.connect(`runner ${index}`, port1);
    runner.connect("queue", port2);
    return [];
  });
  return { scheduler, runners, browser: Promise.resolve(null), links };
}

/** Serves a queue of the main thread to another thread. Returns a function that stops it. */
function linkToMain(queue: Queue, thread: Thread): () => void {
  const { port1, port2 } = new MessageChannel();
  thread.connect("queue", port2);
  return serveQueue(queue, port1);
}

/**
 * Wraps a queue so that it returns these runs first, for a thread that was started because of them. Returning
 * them to the queue would duplicate them in a transport that keeps runs until they are reported.
 */
function beginningWith(jobs: readonly RunJob[], queue: Queue): Queue {
  let first = jobs;
  return {
    ...queue,
    takeRuns(at, take) {
      const end = queue.takeRuns(at, take);
      if (first.length > 0) take(first);
      first = [];
      return end;
    },
  };
}

function once<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
  let isDone = false;
  return (...args) => {
    if (isDone) return;
    isDone = true;
    work(...args);
  };
}
