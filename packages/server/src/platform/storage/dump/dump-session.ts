import { Client } from "pg";
import { type Connection, clientConfig } from "../connection.ts";
import type { Db } from "../database.ts";
import { translateError } from "../database-errors.ts";
import { type Sql, sql } from "../sql.ts";
import { execute, sequentially, statements } from "../statement.ts";

/** A connection whose statements may take as long as a large table needs. `end` also ends a copy in progress. */
export type DumpSession = { client: Client; db: Db; end(): Promise<void> };

/**
 * Text of values must be the same on both sides, with any settings of the server and of its roles: dates, intervals,
 * floats and bytes have several forms.
 */
const SETTINGS = sql`
  select set_config('statement_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false),
    set_config('lock_timeout', '10s', false), set_config('timezone', 'UTC', false),
    set_config('datestyle', 'ISO, MDY', false), set_config('intervalstyle', 'postgres', false),
    set_config('extra_float_digits', '1', false), set_config('bytea_output', 'hex', false)`;

export async function openDumpSession(connection: Connection, name: string): Promise<DumpSession> {
  const client = new Client(clientConfig(connection, { name }));
  // The failure is reported by the current statement.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw translateError(error);
  }
  const db = statements(sequentially((statement) => execute(client, statement)));
  await db.rows(SETTINGS);
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= client.end().catch(() => undefined);
    return ended;
  };
  return { client, db, end };
}

/** Runs a statement that takes no parameters and is not worth preparing. */
export async function runPlainly({ client }: DumpSession, { text }: Pick<Sql, "text">): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    throw translateError(error);
  }
}
