import type { PgBoss } from "pg-boss";
import type { Db } from "../storage/database.ts";
import type { SentJobData, SentJobName } from "./job-definitions.ts";
import { SCHEMA } from "./pg-boss-options.ts";

export type SendOptions = {
  /** Start time by the database clock; default: immediately. */
  startAt?: Date;
  /** A second job with the same ID is not sent. Waits for a concurrent transaction that sends the same ID. */
  id?: string;
};

/**
 * Sends a job with the statements of a transaction: the job exists, and its workers are woken, when the transaction
 * commits. Without an ID it never waits for another transaction, so it may be called while locks are held.
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
 * Creates the pg-boss instance that writes jobs, once per thread. It has no connection and no timer. It reads the queue
 * definitions from the database of its first caller; they are the same wherever `installJobs` ran.
 */
function writerOf(db: Db): Promise<PgBoss> {
  writer ??= openWriter(db).catch((error: unknown) => {
    writer = undefined;
    throw error;
  });
  return writer;
}

async function openWriter(db: Db): Promise<PgBoss> {
  // Loaded with the first job: it takes 11 MB of a thread that may never send one.
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

/** The times of jobs are those of the database; this instance schedules nothing. */
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
