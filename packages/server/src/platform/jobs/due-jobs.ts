import type { PgBoss } from "pg-boss";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import { SCHEMA } from "./pg-boss-options.ts";

/** Maximum delay of a job that is due, unless its sending wakes a worker. */
const LOOK_MS = 2_000;

type DueJobs = {
  /** Resolves when no statement is in progress. */
  stop(): Promise<void>;
};

/**
 * Wakes a worker of each queue with a job that is due: one statement for all queues. The workers of pg-boss would look for
 * themselves with a statement for each queue, which took 10 statements a second.
 */
export function watchDueJobs(
  boss: PgBoss,
  { wakes, log }: { wakes: ReadonlyMap<string, () => void>; log: Logger },
): DueJobs {
  const names = [...wakes.keys()];
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      for (const name of await listDueQueues(boss, names)) wakes.get(name)?.();
    } catch (error) {
      if (!isStopped) log.warn("jobs.failed", errorFacts(error));
    }
    lookLater();
  };
  const lookLater = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = look();
    }, LOOK_MS);
  };
  lookLater();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Served by pg-boss's index of waiting jobs, which starts with the name. */
async function listDueQueues(boss: PgBoss, names: readonly string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select name from unnest($1::text[]) as queue(name)
    where exists (
      select from ${SCHEMA}.job j
      where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now()
    )`,
    [names],
  );
  return rows.map(({ name }: { name: string }) => name);
}
