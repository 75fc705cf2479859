import { createHash } from "node:crypto";
import type { ClientBase, QueryResult } from "pg";
import type { Db } from "./database.ts";
import { translateError } from "./database-errors.ts";
import type { Sql } from "./sql.ts";

/** Runs one statement on one connection, prepared once for each connection. */
export async function execute(client: ClientBase, statement: Sql): Promise<QueryResult> {
  const { text } = statement;
  // The driver only reads the values; its type merely does not say so.
  const values = statement.values as unknown[];
  const name = preparedName(text);
  try {
    return await client.query(name === undefined ? { text, values } : { name, text, values });
  } catch (error) {
    throw translateError(error);
  }
}

/** The statements of a `Db`, over whatever runs one. */
export function statements(run: (statement: Sql) => Promise<QueryResult>): Db {
  return {
    rows: async <Row>(statement: Sql) => (await run(statement)).rows as Row[],
    find: async <Row>(statement: Sql) => ((await run(statement)).rows[0] as Row | undefined) ?? null,
    run: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}

/** Runs statements on one connection one after the other, however they are called. */
export function serially(client: ClientBase): (statement: Sql) => Promise<QueryResult> {
  let last: Promise<unknown> = Promise.resolve();
  return (statement) => {
    const result = last.then(() => execute(client, statement));
    // The caller is told of a failure by `result`; the next statement only waits for its end.
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Most different texts that are kept prepared. Texts are static templates, so this is far above what the
 * code has; past it a statement runs unprepared, for each costs memory in every server process.
 */
const PREPARED_MAX = 2_000;
const names = new Map<string, string>();

function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= PREPARED_MAX) return known;
  // 144 bits: no two texts share a name, and it fits PostgreSQL's 63 bytes.
  const name = `v_${createHash("sha256").update(text).digest("base64url").slice(0, 24)}`;
  names.set(text, name);
  return name;
}
