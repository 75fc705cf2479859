import { PgBoss } from "pg-boss";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import type { Connection } from "../storage/connection.ts";
import { watchDueJobs } from "./due-jobs.ts";
import {
  JOBS,
  type JobHandler,
  type JobHandlers,
  type JobName,
  SENT_JOBS,
  type SentJobHandler,
  type SentJobName,
} from "./job-definitions.ts";
import { pgBossOptions } from "./pg-boss-options.ts";

/*
 * Durable background jobs on pg-boss, in their own schema of our PostgreSQL. A scheduled job runs in one process at a
 * time, regardless of the number of processes. Must never know what a job does.
 */

export type Jobs = {
  /** Waits for current runs up to a deadline, and starts no more. */
  stop(): Promise<void>;
};

export type JobsOptions = {
  connection: Connection;
  log: Logger;
  /** Handlers of the jobs that this process runs; other processes run the rest. */
  handlers: Partial<JobHandlers>;
};

/** Workers look seldom: a job sent for immediate execution wakes them, and `watchDueJobs` does for any other. */
const POLLING = { pollingIntervalSeconds: 300, notifyPollingIntervalSeconds: 300 };

/** Part of the 30 seconds that a process has to stop. */
const STOP_TIMEOUT_MS = 10_000;

type Run = (jobs: readonly { signal: AbortSignal; data?: unknown }[]) => Promise<void>;

/** Must be called after `installJobs`. */
export async function startJobs({ connection, log, handlers }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({ ...pgBossOptions(connection), useListenNotify: true });
  boss.on("error", (error) => log.warn("jobs.failed", errorFacts(error)));
  boss.on("warning", ({ message }) => log.warn("jobs.warning", { warning: message }));
  const ending = new AbortController();
  const options = { ending: ending.signal, log };
  await boss.start();
  const wakes = new Map<string, () => void>();
  try {
    for (const name of Object.keys(JOBS) as JobName[]) {
      const handler = handlers[name];
      if (!handler) continue;
      await boss.schedule(name, JOBS[name].schedule);
      if (JOBS[name].runsAtStart) await boss.send(name);
      const id = await boss.work(name, POLLING, runnerOf(name, handler, options));
      wakes.set(name, () => boss.notifyWorker(id));
    }
    for (const name of Object.keys(SENT_JOBS) as SentJobName[]) {
      const handler = handlers[name];
      if (handler)
        wakes.set(name, await workOnSent(boss, name, runnerOf(name, sentHandler(handler), options)));
    }
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  const due = watchDueJobs(boss, { wakes, log });
  return {
    async stop() {
      ending.abort();
      await due.stop();
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

/**
 * Starts as many workers as there may be concurrent runs. pg-boss pauses a worker after each job even if more jobs are
 * waiting, so a worker that had a job looks again at once and wakes another worker. Returns a function that wakes an idle one.
 */
async function workOnSent(boss: PgBoss, name: SentJobName, run: Run): Promise<() => void> {
  const idle = new Set<string>();
  const wakeIdle = () => {
    const [id] = idle;
    if (id !== undefined) boss.notifyWorker(id);
  };
  for (let index = 0; index < SENT_JOBS[name].runsMax; index++) {
    const id: string = await boss.work(name, POLLING, async (jobs) => {
      idle.delete(id);
      wakeIdle();
      try {
        await run(jobs);
      } finally {
        idle.add(id);
        boss.notifyWorker(id);
      }
    });
    idle.add(id);
  }
  return wakeIdle;
}

/** The cast is safe because a queue of this name contains only what `sendJob` has sent. */
function sentHandler(handler: SentJobHandler<never>) {
  return handler as (run: { signal: AbortSignal; data: unknown }) => Promise<void>;
}

/** Logs the failure, because pg-boss only stores it in its table, and rethrows it so that the job is retried. */
function runnerOf(
  name: JobName | SentJobName,
  handler: JobHandler | ((run: { signal: AbortSignal; data: unknown }) => Promise<void>),
  { ending, log }: { ending: AbortSignal; log: Logger },
): Run {
  return async (jobs) => {
    for (const job of jobs) {
      try {
        await handler({ signal: AbortSignal.any([ending, job.signal]), data: job.data });
      } catch (error) {
        log.error("jobs.run_failed", { job: name, ...errorFacts(error) });
        throw error;
      }
    }
  };
}
