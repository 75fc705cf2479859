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
 * The worker threads of one process: one that schedules and records, and those that make checks; either may be
 * elsewhere. They share no event loop with the API, so that opening a page makes no check late. Where there is a
 * scheduler thread it holds the queue, otherwise the main thread does; all other threads are linked to the holder.
 */
export type Engine = {
  /** The queue as the main thread sees it. */
  readonly queue: Queue;
  observe(): Promise<EngineObservation>;
  /** Starts nothing more, lets what is on the way end, writes it down, ends the threads. */
  stop(withinMs: number): Promise<void>;
};

export type EngineObservation = {
  metrics: ThreadMetrics[];
  /** State of the scheduler thread; null while it does not answer, and where there is none. */
  scheduler: Record<string, number> | null;
  /** How many threads do not answer. */
  silent: number;
};

export type EngineOptions = {
  /** Who holds the queue: a scheduler thread, or the main thread of a process that does not schedule. */
  holder: { scheduler: SchedulerThreadData } | { queue: HeldQueue };
  runners: readonly RunnerThreadData[];
  /** Null where no journeys are run. */
  browser: BrowserThreadData | null;
  log: Logger;
};

type Threads = {
  scheduler: Thread | null;
  runners: Thread[];
  browser: Promise<Thread | null>;
  /** Ends of the links to the main thread. */
  links: (() => void)[];
};

/** As long as a thread may take to be there. */
const READY_TIMEOUT_MS = 30_000;
const RUNNERS_POLL_MS = 20;
/** A thread that dies is a bug; all are restarted, at most this often. */
const RESTART_PAUSE_MS = 1_000;

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log } = options;
  let isStopping = false;
  let threads: Threads;
  let linked: LinkedQueue | undefined;
  /** Ends the waiting for the first journey. */
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
   * A browser's thread takes memory that most installations never need: the first journey starts it. Its death
   * ends journeys alone, which their deadlines find; the next journey starts another.
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
      const answers = [...seen.values()];
      return {
        metrics: answers.flatMap((answer) => (answer ? [answer.metrics] : [])),
        scheduler: (scheduler && seen.get(scheduler)?.state) ?? null,
        silent: answers.filter((answer) => answer === null).length,
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

/** Until the API knows them it would answer that no runner is there: to be ready is to have runners. */
async function seeRunners(queue: Queue, names: readonly string[]): Promise<void> {
  const isMissing = (name: string) => !queue.runners().some(({ runner }) => runner === name);
  for (let waitedMs = 0; names.some(isMissing); waitedMs += RUNNERS_POLL_MS) {
    if (waitedMs > READY_TIMEOUT_MS) throw new Error("the runner threads did not announce themselves");
    await new Promise((resolve) => setTimeout(resolve, RUNNERS_POLL_MS));
  }
}

/** How much of the time to stop the checks on the way may take; the rest is for writing down what they found. */
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

/** Serves a queue of the main thread to another. The function returned ends it. */
function linkToMain(queue: Queue, thread: Thread): () => void {
  const { port1, port2 } = new MessageChannel();
  thread.connect("queue", port2);
  return serveQueue(queue, port1);
}

/**
 * A queue that returns these runs first, for a thread started because of them. Returned to the queue they would be there
 * twice, for a transport that keeps runs until they are reported has them still.
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
