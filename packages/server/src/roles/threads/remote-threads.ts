import { MessageChannel } from "node:worker_threads";
import type { Queue } from "../../engine/queue/queue.ts";
import { serveQueue } from "../../engine/queue/thread-link.ts";
import type { Config } from "../../platform/config/read-config.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { BrowserThreadData } from "./browser-thread.ts";
import type { RunnerThreadData } from "./runner-thread.ts";
import { startThread } from "./start-thread.ts";
import type { Thread } from "./thread-control.ts";

/**
 * The threads of a runner on another machine: those that run checks, and a browser thread from the first
 * journey on.
 */
export type RemoteThreads = {
  /** Completes checks in flight within the given time. */
  stop(withinMs: number): Promise<void>;
};

type Wish = {
  config: Config;
  queue: Queue;
  /** Unique to this process. */
  directory: string;
  log: Logger;
};

/** A thread that crashes is a bug. Another one is started, at most this often. */
const RESTART_PAUSE_MS = 1_000;
/** The queue has one location: that of this machine. */
const HERE = "here";

export async function startRemoteThreads({ config, queue, directory, log }: Wish): Promise<RemoteThreads> {
  const threads = new Set<Thread>();
  let isStopping = false;

  /** The server marks its checks in flight as missed, by their deadlines. */
  async function keep(
    start: (onDeath: (name: string, error: unknown) => void) => Promise<Thread>,
  ): Promise<void> {
    let unlink = () => {};
    let own: Thread | null = null;
    const thread = await start((name, error) => {
      if (isStopping) return;
      log.error("engine.thread_died", { thread: name, ...errorFacts(error) });
      unlink();
      if (own) threads.delete(own);
      setTimeout(() => {
        if (!isStopping) keep(start).catch(onRestartFailed);
      }, RESTART_PAUSE_MS);
    });
    own = thread;
    threads.add(thread);
    const { port1, port2 } = new MessageChannel();
    unlink = serveQueue(queue, port1);
    thread.connect("queue", port2);
  }

  function onRestartFailed(error: unknown): void {
    log.error("engine.restart_failed", errorFacts(error));
  }

  function startBrowserOnDemand(data: BrowserThreadData): void {
    const end = queue.takeRuns({ location: HERE, kinds: ["journey"] }, (jobs) => {
      end();
      // They wait in the queue until the thread takes them.
      queue.publishRuns(HERE, jobs);
      keep((onDeath) => startThread("browser", data, onDeath)).catch(onRestartFailed);
    });
  }

  for (const data of runnerThreads(config)) {
    await keep((onDeath) => startThread("runner", data, onDeath));
  }
  if (config.journeys.runsMax > 0) startBrowserOnDemand(browserThread(config, directory));

  return {
    async stop(withinMs) {
      isStopping = true;
      await Promise.all([...threads].map((thread) => thread.stop(withinMs)));
    },
  };
}

function commonOf({ runner, egress, log }: Config) {
  const { mode, allow, deny, portsDeny } = egress;
  return {
    name: runner.name,
    location: HERE,
    logLevel: log.level,
    sharePercent: runner.organizationSharePercent,
    // No port of Vedette is open on this machine.
    egress: { mode, allow: [...allow], deny: [...deny], portsDeny: [...portsDeny], ownPorts: [] },
  };
}

function runnerThreads(config: Config): RunnerThreadData[] {
  const { threads, checksInFlightPerThreadMax: inFlightMax, canaries } = config.runner;
  const data = { ...commonOf(config), thread: "runner", inFlightMax, canaries: [...canaries] };
  return Array.from({ length: threads }, () => data);
}

function browserThread(config: Config, directory: string): BrowserThreadData {
  const { chromiumPath, runsMax, scripts, browserSandbox, browsersMax, searchPath } = config.journeys;
  const files = `${directory}/files`;
  return {
    ...commonOf(config),
    runsMax,
    artifacts: { directory: files, freeBytesMin: 0 },
    workDirectory: directory,
    hiddenPaths: [files],
    chromiumPath,
    scripts,
    browserSandbox,
    browsersMax,
    searchPath,
  };
}
