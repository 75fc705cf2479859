import type { PgBoss } from "pg-boss";
import type { Db } from "../storage/database.ts";
import type { SentJobData, SentJobName } from "./job-definitions.ts";
import { SCHEMA } from "./pg-boss-options.ts";

export type SendOptions = {
  /** Not before this instant, which the database's clock tells; at once without it. */
  startAt?: Date;
  /** A second job of the same id is not sent. Whoever sends it meanwhile is waited for. */
  id?: string;
};

/**
 * Sends a job with the statements of a transaction: it is there, and its workers are woken, once that commits.
 * Without an id it waits for nobody, so it may be called where others wait for us.
 */
export async function sendJob<Name extends SentJobName>(
  db: Db,
  job: { name: Name; data: SentJobData[Name] },
  { startAt, id }: SendOptions = {},
): Promise<void> {
  const boss = await writerOf(db);
  await boss.send(job.name, job.data, {
    db: statementsOf(db),
    ...(startAt && { startAfter: startAt }),
    ...(id !== undefined && { id }),
  });
}

let writer: Promise<PgBoss> | undefined;

/**
 * What writes pg-boss's statements, made once a thread. It has no connection and no timer: of the database of
 * its first caller it learns how the queues are set up, which is the same wherever `installJobs` ran.
 */
function writerOf(db: Db): Promise<PgBoss> {
  writer ??= openWriter(db).catch((error: unknown) => {
    writer = undefined;
    throw error;
  });
  return writer;
}

async function openWriter(db: Db): Promise<PgBoss> {
  // Loaded by the first job: it takes 11 MB of a thread that may never send one.
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    schema: SCHEMA,
    db: statementsOf(db),
    clock: WITHOUT_TIMERS,
    supervise: false,
    schedule: false,
    migrate: false,
  });
  return boss.start();
}

/** The times of jobs are the database's; nothing of ours is to be done at any. */
const WITHOUT_TIMERS = {
  now: () => 0,
  setTimeout: () => null,
  clearTimeout: () => {},
  setInterval: () => null,
  clearInterval: () => {},
};

function statementsOf(db: Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await db.rows<Record<string, unknown>>({ text, values }),
    }),
  };
}
