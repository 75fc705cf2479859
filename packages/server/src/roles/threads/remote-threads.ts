import type { Queue } from "../../engine/queue/queue.ts";
import type { Config } from "../../platform/config/config.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { linkToMain } from "./browser-on-demand.ts";
import type { BrowserThreadData } from "./browser-thread.ts";
import type { RunnerThreadData } from "./runner-thread.ts";
import { type OnDeath, startThread } from "./start-thread.ts";
import type { Thread } from "./thread-control.ts";

type RemoteThreadsOptions = {
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

/**
 * The threads of a runner on another machine: those that run checks, and a browser thread from the first
 * journey on.
 */
export class RemoteThreads {
  readonly #options: RemoteThreadsOptions;
  readonly #threads = new Set<Thread>();
  #isStopping = false;

  private constructor(options: RemoteThreadsOptions) {
    this.#options = options;
  }

  /** Resolves when the threads that run checks are ready. */
  static async start(options: RemoteThreadsOptions): Promise<RemoteThreads> {
    const { config, directory } = options;
    const threads = new RemoteThreads(options);
    for (const data of runnerThreads(config)) {
      await threads.#keep((onDeath) => startThread("runner", data, onDeath));
    }
    if (config.journeys.runsMax > 0) threads.#startBrowserOnDemand(browserThread(config, directory));
    return threads;
  }

  /** Completes checks in flight within the given time. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#threads].map((thread) => thread.stop(withinMs)));
  }

  /** The server marks its checks in flight as missed, by their deadlines. */
  async #keep(start: (onDeath: OnDeath) => Promise<Thread>): Promise<void> {
    let unlink = () => {};
    let own: Thread | null = null;
    const thread = await start((name, error) => {
      if (this.#isStopping) return;
      this.#options.log.error("engine.thread_died", { thread: name, ...errorFacts(error) });
      unlink();
      if (own) this.#threads.delete(own);
      setTimeout(() => {
        if (!this.#isStopping) this.#tryKeep(start);
      }, RESTART_PAUSE_MS);
    });
    own = thread;
    this.#threads.add(thread);
    unlink = linkToMain(this.#options.queue, thread);
  }

  #tryKeep(start: (onDeath: OnDeath) => Promise<Thread>): void {
    this.#keep(start).catch((error: unknown) =>
      this.#options.log.error("engine.restart_failed", errorFacts(error)),
    );
  }

  #startBrowserOnDemand(data: BrowserThreadData): void {
    const { queue } = this.#options;
    const end = queue.takeRuns({ location: HERE, kinds: ["journey"] }, (jobs) => {
      end();
      // They wait in the queue until the thread takes them.
      queue.publishRuns(HERE, jobs);
      this.#tryKeep((onDeath) => startThread("browser", data, onDeath));
    });
  }
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
  const { threads, checksInFlightPerThreadMax: inFlightMax, canaries, evidenceResolver } = config.runner;
  const { egress, ...common } = commonOf(config);
  const data = {
    ...common,
    ...{ thread: "runner", inFlightMax, canaries: [...canaries], evidenceResolver },
    egress: { ...egress, unixSockets: [...config.egress.unixSockets] },
  };
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
