import { type ConstructorOptions, PgBoss } from "pg-boss";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import { type Connection, SOCKET_PORT } from "../storage/connection.ts";
import {
  JOBS,
  type JobDefinition,
  type JobHandler,
  type JobHandlers,
  type JobName,
} from "./job-definitions.ts";

/*
 * Durable background work on pg-boss, in a schema of its own in our PostgreSQL. However many processes
 * run, a job runs in one of them at a time. Must never know what a job does.
 */

export type Jobs = {
  /** Lets runs under way end, up to a deadline, and starts no more. */
  stop(): Promise<void>;
};

export type JobsOptions = { connection: Connection; log: Logger; handlers: JobHandlers };

const SCHEMA = "pgboss";

/** One for the job that is being fetched or ended, one for pg-boss's own upkeep. */
const CONNECTIONS_MAX = 2;

/** How long a job that is due waits at most. All of ours are due for minutes or hours. */
const POLL_SECONDS = 10;

/** A process that died is known by its silence: its run is given to another after this. */
const HEARTBEAT_SECONDS = 60;

const RETRIES_MAX = 3;
const RETRY_DELAY_SECONDS = 30;

/** Finished jobs are kept for looking back, a day. */
const KEPT_SECONDS = 86_400;

/** Part of the 30 seconds that a process has to end in. */
const STOP_TIMEOUT_MS = 10_000;

export async function startJobs({ connection, log, handlers }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({ ...address(connection), ...QUIET });
  boss.on("error", (error) => log.warn("jobs.trouble", errorFacts(error)));
  boss.on("warning", ({ message }) => log.warn("jobs.warning", { warning: message }));
  const ending = new AbortController();
  await boss.start();
  try {
    for (const [name, definition] of Object.entries(JOBS) as [JobName, JobDefinition][]) {
      await addQueue(boss, name, definition);
      const run = runnerOf(name, handlers[name], { ending: ending.signal, log });
      await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, run);
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

/** Statements that find nothing to do still cost: all is looked after at the pace of minutes. */
const QUIET: ConstructorOptions = {
  schema: SCHEMA,
  max: CONNECTIONS_MAX,
  application_name: "vedette jobs",
  superviseIntervalSeconds: 60,
  maintenanceIntervalSeconds: 3_600,
  monitorIntervalSeconds: 60,
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 10,
  queueCacheIntervalSeconds: 300,
};

function address(connection: Connection): ConstructorOptions {
  if ("url" in connection) return { connectionString: connection.url };
  const { socketDir, database, user } = connection;
  return { host: socketDir, port: SOCKET_PORT, database, user, ssl: false };
}

/** `exclusive`: at most one run waiting or under way, so a late one is not followed by a heap of them. */
async function addQueue(boss: PgBoss, name: JobName, definition: JobDefinition): Promise<void> {
  const options = {
    expireInSeconds: definition.timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: RETRIES_MAX,
    retryDelay: RETRY_DELAY_SECONDS,
    retryBackoff: true,
    deleteAfterSeconds: KEPT_SECONDS,
  };
  await boss.createQueue(name, { policy: "exclusive", ...options });
  await boss.updateQueue(name, options);
  await boss.schedule(name, definition.schedule);
  if (definition.runsAtStart) await boss.send(name);
}

/** Logs the failure, for pg-boss only keeps it in its table, and passes it on, so that it is tried again. */
function runnerOf(name: JobName, handler: JobHandler, { ending, log }: { ending: AbortSignal; log: Logger }) {
  return async (jobs: readonly { signal: AbortSignal }[]): Promise<void> => {
    for (const job of jobs) {
      try {
        await handler({ signal: AbortSignal.any([ending, job.signal]) });
      } catch (error) {
        log.error("jobs.run_failed", { job: name, ...errorFacts(error) });
        throw error;
      }
    }
  };
}
