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
    const installed = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const queue of listQueues()) {
      const present = installed.get(queue.name);
      if (present === undefined)
        await boss.createQueue(queue.name, { policy: queue.policy, ...queue.options });
      // Each update is a commit, and a start would make sixty.
      else if (!hasOptions(present, queue.options)) await boss.updateQueue(queue.name, queue.options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

type Queue = { name: string; policy: "exclusive" | "standard"; options: QueueOptions };

function listQueues(): Queue[] {
  const scheduled = Object.entries(JOBS).map(([name, { timeoutSeconds }]): Queue => {
    // At most one run waiting or in progress, so that late runs do not pile up.
    return { name, policy: "exclusive", options: queueOptions(timeoutSeconds) };
  });
  const sent = Object.entries<SentJobDefinition>(SENT_JOBS).map(
    ([name, { timeoutSeconds, retriesMax }]): Queue => {
      const options = {
        ...queueOptions(timeoutSeconds, retriesMax),
        deleteAfterSeconds: SENT_KEPT_SECONDS,
        notify: true,
      };
      // Every other policy of pg-boss that allows one waiting job drops the next one, or makes its sender wait for the
      // previous sender: neither is acceptable inside the transaction that records results.
      return { name, policy: "standard", options };
    },
  );
  return [...scheduled, ...sent];
}

function hasOptions(present: QueueOptions, options: QueueOptions): boolean {
  const keys = Object.keys(options) as (keyof QueueOptions)[];
  return keys.every((key) => present[key] === options[key]);
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
