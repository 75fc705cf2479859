import { PgBoss, type QueueOptions } from "pg-boss";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import type { Connection } from "../storage/connection.ts";
import { JOBS, SENT_JOBS, type SentJobDefinition } from "./job-definitions.ts";
import { pgBossOptions } from "./pg-boss-options.ts";

/** A process that died is known by its silence: its run is given to another after this. */
const HEARTBEAT_SECONDS = 60;
const RETRIES_MAX = 3;
const RETRY_DELAY_SECONDS = 30;
/** Finished jobs are kept for looking back, a day. */
const KEPT_SECONDS = 86_400;
/** Jobs that were sent come by the hundred in a storm, and what they did is recorded elsewhere. */
const SENT_KEPT_SECONDS = 3_600;

/**
 * Brings pg-boss's tables and our queues up to date. Comes after the migrations and before whatever sends
 * a job: a job for a queue that is not there is refused, and the transaction with it.
 */
export async function installJobs({
  connection,
  log,
}: {
  connection: Connection;
  log: Logger;
}): Promise<void> {
  const boss = new PgBoss({ ...pgBossOptions(connection), supervise: false, schedule: false });
  boss.on("error", (error) => log.warn("jobs.trouble", errorFacts(error)));
  await boss.start();
  try {
    for (const [name, { timeoutSeconds }] of Object.entries(JOBS)) {
      // At most one run waiting or under way, so a late one is not followed by a heap of them.
      await putQueue(boss, name, "exclusive", optionsOf(timeoutSeconds));
    }
    for (const [name, { timeoutSeconds, retriesMax }] of Object.entries<SentJobDefinition>(SENT_JOBS)) {
      // Every policy of pg-boss that lets one wait drops the next, or has its sender wait for whoever sent
      // the one before: neither will do inside the transaction that records results.
      const options = {
        ...optionsOf(timeoutSeconds, retriesMax),
        deleteAfterSeconds: SENT_KEPT_SECONDS,
        notify: true,
      };
      await putQueue(boss, name, "standard", options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function putQueue(
  boss: PgBoss,
  name: string,
  policy: "exclusive" | "standard",
  options: QueueOptions,
): Promise<void> {
  await boss.createQueue(name, { policy, ...options });
  await boss.updateQueue(name, options);
}

function optionsOf(timeoutSeconds: number, retriesMax = RETRIES_MAX): QueueOptions {
  return {
    expireInSeconds: timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: retriesMax,
    retryDelay: RETRY_DELAY_SECONDS,
    retryBackoff: true,
    deleteAfterSeconds: KEPT_SECONDS,
  };
}
