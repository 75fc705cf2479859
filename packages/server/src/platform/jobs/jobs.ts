import { PgBoss } from "pg-boss";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import type { Connection } from "../storage/connection.ts";
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
 * Durable background work on pg-boss, in a schema of its own in our PostgreSQL. However many processes
 * run, a scheduled job runs in one of them at a time. Must never know what a job does.
 */

export type Jobs = {
  /** Lets runs under way end, up to a deadline, and starts no more. */
  stop(): Promise<void>;
};

export type JobsOptions = {
  connection: Connection;
  log: Logger;
  /** Of the jobs that this process runs; others run the rest. */
  handlers: Partial<JobHandlers>;
};

/** How long a scheduled job that is due waits at most. All of ours are due for minutes or hours. */
const POLL_SECONDS = 10;

/** How late one that was sent for an instant is at most. What was sent for at once wakes its workers. */
const SENT_POLL_SECONDS = 2;
/** One of the workers looks that often, and wakes another when it found something. */
const OTHERS_POLL_SECONDS = 300;

/** Part of the 30 seconds that a process has to end in. */
const STOP_TIMEOUT_MS = 10_000;

type Run = (jobs: readonly { signal: AbortSignal; data?: unknown }[]) => Promise<void>;

/** Comes after `installJobs`. */
export async function startJobs({ connection, log, handlers }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({ ...pgBossOptions(connection), useListenNotify: true });
  boss.on("error", (error) => log.warn("jobs.trouble", errorFacts(error)));
  boss.on("warning", ({ message }) => log.warn("jobs.warning", { warning: message }));
  const ending = new AbortController();
  const options = { ending: ending.signal, log };
  await boss.start();
  try {
    for (const name of Object.keys(JOBS) as JobName[]) {
      const handler = handlers[name];
      if (!handler) continue;
      await boss.schedule(name, JOBS[name].schedule);
      if (JOBS[name].runsAtStart) await boss.send(name);
      await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, runnerOf(name, handler, options));
    }
    for (const name of Object.keys(SENT_JOBS) as SentJobName[]) {
      const handler = handlers[name];
      if (handler) await workOnSent(boss, name, runnerOf(name, sentHandler(handler), options));
    }
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    async stop() {
      ending.abort();
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

/**
 * As many workers as there may be runs. pg-boss lets a worker rest after each job, however many wait, so one
 * that had something to do looks again at once, and has another one look too.
 */
async function workOnSent(boss: PgBoss, name: SentJobName, run: Run): Promise<void> {
  const idle = new Set<string>();
  const wake = (id: string | undefined) => id !== undefined && boss.notifyWorker(id);
  for (let index = 0; index < SENT_JOBS[name].runsMax; index++) {
    const pollSeconds = index === 0 ? SENT_POLL_SECONDS : OTHERS_POLL_SECONDS;
    const polling = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds };
    const id: string = await boss.work(name, polling, async (jobs) => {
      idle.delete(id);
      wake(idle.values().next().value);
      try {
        await run(jobs);
      } finally {
        idle.add(id);
        wake(id);
      }
    });
    idle.add(id);
  }
}

/** Sound because a queue of this name holds only what `sendJob` has put there. */
function sentHandler(handler: SentJobHandler<never>) {
  return handler as (run: { signal: AbortSignal; data: unknown }) => Promise<void>;
}

/** Logs the failure, for pg-boss only keeps it in its table, and passes it on, so that it is tried again. */
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
