import { createHash } from "node:crypto";
import type { ClientBase, PoolClient, QueryResult } from "pg";
import type { Db } from "./database.ts";
import { translateError } from "./database-errors.ts";
import type { Sql } from "./sql.ts";

/** Runs one statement on one connection, prepared once per connection. */
export async function execute(client: ClientBase, statement: Sql): Promise<QueryResult> {
  const { text } = statement;
  // The driver only reads the values, although its type allows writing.
  const values = statement.values as unknown[];
  const name = preparedName(text);
  try {
    return await client.query(name === undefined ? { text, values } : { name, text, values });
  } catch (error) {
    throw translateError(error);
  }
}

type Run = (statement: Sql) => Promise<QueryResult>;

/** Implements the statements of a `Db` with functions that run one statement, and run one later. */
export function statements(run: Run, defer: (statement: Sql) => Promise<unknown> = run): Db {
  return {
    rows: async <Row>(statement: Sql) => (await run(statement)).rows as Row[],
    find: async <Row>(statement: Sql) => ((await run(statement)).rows[0] as Row | undefined) ?? null,
    run: async (statement) => (await run(statement)).rowCount ?? 0,
    defer: async (statement) => void (await defer(statement)),
  };
}

/**
 * Sends statements on one connection in one write and returns the result of the last one. If some fail, throws the error
 * of the first: in a transaction, the others fail because of it. The connection must be in pipeline mode.
 */
export async function executeTogether(client: PoolClient, together: readonly Sql[]): Promise<QueryResult> {
  const { stream } = client.connection;
  stream.cork();
  const sent = together.map((statement) => execute(client, statement));
  stream.uncork();
  const outcomes = await Promise.allSettled(sent);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return sent[sent.length - 1] ?? Promise.reject(new Error("there is no statement to send"));
}

/** Runs statements sequentially, even if they are called concurrently. */
export function sequentially<Given>(run: (given: Given) => Promise<QueryResult>): typeof run {
  let last: Promise<unknown> = Promise.resolve();
  return (given) => {
    const result = last.then(() => run(given));
    // `result` reports the failure to its caller; the next statement only waits for the end.
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Maximum number of distinct prepared texts. Texts are static templates, so this is far above the number in the code;
 * beyond it statements run unprepared, because each costs memory in every server process.
 */
const PREPARED_MAX = 2_000;
const names = new Map<string, string>();

function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= PREPARED_MAX) return known;
  // 144 bits: names are unique, and fit the 63 bytes of PostgreSQL.
  const name = `v_${createHash("sha256").update(text).digest("base64url").slice(0, 24)}`;
  names.set(text, name);
  return name;
}
