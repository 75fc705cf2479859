import { PgBoss, type QueueOptions } from "pg-boss";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import type { Connection } from "../storage/connection.ts";
import { JOBS, SENT_JOBS, type SentJobDefinition } from "./job-definitions.ts";
import { pgBossOptions } from "./pg-boss-options.ts";

/** A process that stops sending heartbeats is considered dead; its run is reassigned after this time. */
const HEARTBEAT_SECONDS = 60;
const RETRIES_MAX = 3;
const RETRY_DELAY_SECONDS = 30;
/** Finished jobs are kept for a day for inspection. */
const KEPT_SECONDS = 86_400;
/** Sent jobs come in bursts of hundreds, and their effects are recorded elsewhere. */
const SENT_KEPT_SECONDS = 3_600;

/**
 * Creates or updates pg-boss's tables and our queues. Runs after the migrations and before any code that sends a job:
 * sending to a queue that does not exist fails, and the transaction with it.
 */
export async function installJobs({
  connection,
  log,
}: {
  connection: Connection;
  log: Logger;
}): Promise<void> {
  const boss = new PgBoss({ ...pgBossOptions(connection), supervise: false, schedule: false });
  boss.on("error", (error) => log.warn("jobs.failed", errorFacts(error)));
  await boss.start();
  try {
    for (const [name, { timeoutSeconds }] of Object.entries(JOBS)) {
      // At most one run waiting or in progress, so that late runs do not pile up.
      await putQueue(boss, name, "exclusive", queueOptions(timeoutSeconds));
    }
    for (const [name, { timeoutSeconds, retriesMax }] of Object.entries<SentJobDefinition>(SENT_JOBS)) {
      // Every other policy of pg-boss that allows one waiting job drops the next one, or makes its sender wait for the
      // previous sender: neither is acceptable inside the transaction that records results.
      const options = {
        ...queueOptions(timeoutSeconds, retriesMax),
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

function queueOptions(timeoutSeconds: number, retriesMax = RETRIES_MAX): QueueOptions {
  return {
    expireInSeconds: timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: retriesMax,
    retryDelay: RETRY_DELAY_SECONDS,
    retryBackoff: true,
    deleteAfterSeconds: KEPT_SECONDS,
  };
}
