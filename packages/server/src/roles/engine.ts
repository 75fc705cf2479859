import { MessageChannel } from "node:worker_threads";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import { connectQueue, type LinkedQueue } from "../queue/thread-link.ts";
import type { BrowserThreadData } from "./browser-thread.ts";
import type { RunnerThreadData } from "./runner-thread.ts";
import type { SchedulerThreadData } from "./scheduler-thread.ts";
import { type OnDeath, startThread } from "./start-thread.ts";
import type { Thread, ThreadMetrics } from "./thread-control.ts";

/**
 * The worker threads of one process: one that schedules and records, and those that make checks. They
 * share no event loop with the API, so that opening a page makes no check late.
 */
export type Engine = {
  /** The queue as the API sees it. */
  readonly queue: LinkedQueue;
  observe(): Promise<EngineObservation>;
  /** Starts nothing more, lets what is on the way end, writes it down, ends the threads. */
  stop(withinMs: number): Promise<void>;
};

export type EngineObservation = {
  metrics: ThreadMetrics[];
  /** State of the scheduler thread; null while it does not answer. */
  scheduler: Record<string, number> | null;
};

export type EngineOptions = {
  scheduler: SchedulerThreadData;
  runners: readonly RunnerThreadData[];
  /** Null where no journeys are run. */
  browser: BrowserThreadData | null;
  log: Logger;
};

type Threads = { scheduler: Thread; runners: Thread[]; browser: Promise<Thread | null> };

const READY_TIMEOUT_MS = 30_000;
const RUNNERS_POLL_MS = 20;
/** A thread that dies is a bug of ours; all are started anew, this often at most. */
const RESTART_PAUSE_MS = 1_000;

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log } = options;
  let isStopping = false;
  let threads: Threads;
  let queue: LinkedQueue | undefined;

  async function start(): Promise<void> {
    let isStarted = false;
    const onDeath = once((name: string, error: unknown) => {
      // Before it has started, its failure is the caller's to tell.
      if (isStopping || !isStarted) return;
      log.error("engine.thread_died", { thread: name, ...errorFacts(error) });
      void revive();
    });
    threads = await startThreads(options, onDeath);
    const { port1, port2 } = new MessageChannel();
    threads.scheduler.connect("api", port1);
    if (queue) queue.reconnect(port2);
    else queue = connectQueue(port2);
    isStarted = true;
    if (options.browser) startBrowserOnDemand(queue, options.browser);
  }

  /**
   * A browser's thread takes memory that most installations never need: the first journey starts it. Its death
   * ends journeys alone, which their deadlines find; the next journey starts another.
   */
  function startBrowserOnDemand(link: LinkedQueue, data: BrowserThreadData): void {
    const current = threads;
    const end = link.takeRuns({ location: data.location, kinds: ["journey"] }, (jobs) => {
      end();
      const onDeath = once((name: string, error: unknown) => {
        if (isStopping || current !== threads) return;
        log.error("engine.thread_died", { thread: name, ...errorFacts(error) });
        current.browser = Promise.resolve(null);
        startBrowserOnDemand(link, data);
      });
      current.browser = startThread("browser", data, onDeath).then(
        (thread) => {
          linkThreads(current.scheduler, thread, "browser");
          link.publishRuns(data.location, jobs);
          return thread;
        },
        (error: unknown) => {
          onDeath("browser", error);
          return null;
        },
      );
    });
  }

  async function revive(): Promise<void> {
    const old = threads;
    const browser = await old.browser;
    const all = [...old.runners, old.scheduler, ...(browser ? [browser] : [])];
    await Promise.all(all.map((thread) => thread.stop(0)));
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

  await start();
  if (!queue) throw new Error("the engine has started without a queue");
  await seeRunners(queue, options.runners.length);

  return {
    queue,
    async observe() {
      const browser = await threads.browser;
      const all = await Promise.all(
        [threads.scheduler, ...threads.runners, ...(browser ? [browser] : [])].map((thread) =>
          thread.observe(),
        ),
      );
      return {
        metrics: all.flatMap((seen) => (seen ? [seen.metrics] : [])),
        scheduler: all[0]?.state ?? null,
      };
    },
    async stop(withinMs) {
      isStopping = true;
      threads.scheduler.pause();
      const browser = await threads.browser;
      const runners = [...threads.runners, ...(browser ? [browser] : [])];
      await Promise.all(runners.map((runner) => runner.stop(withinMs * RUNNERS_SHARE)));
      await threads.scheduler.stop(withinMs * (1 - RUNNERS_SHARE));
    },
  };
}

/** Until the API knows them it would answer that no runner is there: to be ready is to have runners. */
async function seeRunners(queue: LinkedQueue, count: number): Promise<void> {
  for (let waitedMs = 0; queue.runners().length < count; waitedMs += RUNNERS_POLL_MS) {
    if (waitedMs > READY_TIMEOUT_MS) throw new Error("the runner threads did not announce themselves");
    await new Promise((resolve) => setTimeout(resolve, RUNNERS_POLL_MS));
  }
}

/** How much of the time to stop the checks on the way may take; the rest is for writing down what they found. */
const RUNNERS_SHARE = 0.7;

async function startThreads(
  { scheduler: schedulerData, runners: runnerData }: EngineOptions,
  onDeath: OnDeath,
): Promise<Threads> {
  const scheduler = await startThread("scheduler", schedulerData, onDeath);
  const runners = await Promise.all(runnerData.map((data) => startThread("runner", data, onDeath)));
  for (const [index, runner] of runners.entries()) linkThreads(scheduler, runner, `runner ${index}`);
  return { scheduler, runners, browser: Promise.resolve(null) };
}

function linkThreads(scheduler: Thread, runner: Thread, name: string): void {
  const { port1, port2 } = new MessageChannel();
  scheduler.connect(name, port1);
  runner.connect("queue", port2);
}

function once<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
  let isDone = false;
  return (...args) => {
    if (isDone) return;
    isDone = true;
    work(...args);
  };
}
