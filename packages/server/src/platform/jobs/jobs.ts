import { type ConstructorOptions, PgBoss } from "pg-boss";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import { ConnectionLimit } from "../storage/connections/connection-limit.ts";
import type { Database } from "../storage/database.ts";
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
import { QUIET } from "./pg-boss-options.ts";

/*
 * Durable background jobs on pg-boss, in their own schema of our PostgreSQL. A scheduled job runs in one process at a
 * time, regardless of the number of processes. Must never know what a job does.
 */

export type Jobs = {
  /** Waits for current runs up to a deadline, and starts no more. */
  stop(): Promise<void>;
};

export type JobsOptions = {
  database: Database;
  log: Logger;
  /** Handlers of the jobs that this process runs; other processes run the rest. */
  handlers: Partial<JobHandlers>;
};

/** One for fetching and completing jobs, one for the maintenance of pg-boss. */
const CONNECTIONS_MAX = 2;
/** All workers poll at once when the main thread was busy for longer than they pause, as during a start. */
const WAIT_MAX_MS = 60_000;

/** Workers look seldom: a job sent for immediate execution wakes them, and `watchDueJobs` does for any other. */
const POLLING = { pollingIntervalSeconds: 300, notifyPollingIntervalSeconds: 300 };

/** Part of the 30 seconds that a process has to stop. */
const STOP_TIMEOUT_MS = 10_000;

type Run = (jobs: readonly { signal: AbortSignal; data?: unknown }[]) => Promise<void>;

/** Must be called after `installJobs`. */
export async function startJobs({ database, log, handlers }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({ ...QUIET, db: sharedConnections(database), useListenNotify: true });
  boss.on("error", (error) => log.warn("jobs.failed", errorFacts(error)));
  boss.on("warning", ({ message }) => log.warn("jobs.warning", { warning: message }));
  const ending = new AbortController();
  const options = { ending: ending.signal, log };
  await boss.start();
  const wakes = new Map<string, () => void>();
  try {
    const names = (Object.keys(JOBS) as JobName[]).filter((name) => handlers[name]);
    await putSchedules(boss, names);
    // Together, because each is a commit.
    await Promise.all(names.filter((name) => JOBS[name].runsAtStart).map((name) => boss.send(name)));
    for (const name of names) {
      const handler = handlers[name];
      if (!handler) continue;
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

/** Writes only what an earlier start did not. */
async function putSchedules(boss: PgBoss, names: readonly JobName[]): Promise<void> {
  const stored = await boss.getSchedules();
  const isStored = (name: JobName) =>
    stored.some((each) => each.name === name && each.cron === JOBS[name].schedule && each.timezone === "UTC");
  for (const name of names) if (!isStored(name)) await boss.schedule(name, JOBS[name].schedule);
}

/** pg-boss uses the connections of its process: three of its own would take 16 MB of PostgreSQL. */
function sharedConnections(database: Database): NonNullable<ConstructorOptions["db"]> {
  const limit = new ConnectionLimit(CONNECTIONS_MAX, WAIT_MAX_MS);
  return {
    executeSql: async (text, values) => {
      await limit.enter();
      return database.executeForeign(text, values).finally(() => limit.leave());
    },
    listen: async (channel, onNotification, onReconnect) => {
      // An empty payload means a reconnection; pg-boss sends the name of a queue.
      const close = await database.listen(channel, (queue) =>
        queue === "" ? onReconnect() : onNotification(queue),
      );
      onReconnect();
      return { close };
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
