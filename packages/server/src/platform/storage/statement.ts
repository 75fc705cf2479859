import { createHash } from "node:crypto";
import type { ClientBase, QueryResult } from "pg";
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

/** Implements the statements of a `Db` with a function that runs one statement. */
export function statements(run: (statement: Sql) => Promise<QueryResult>): Db {
  return {
    rows: async <Row>(statement: Sql) => (await run(statement)).rows as Row[],
    find: async <Row>(statement: Sql) => ((await run(statement)).rows[0] as Row | undefined) ?? null,
    run: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}

/** Runs statements on one connection sequentially, even if they are called concurrently. */
export function serially(client: ClientBase): (statement: Sql) => Promise<QueryResult> {
  let last: Promise<unknown> = Promise.resolve();
  return (statement) => {
    const result = last.then(() => execute(client, statement));
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
