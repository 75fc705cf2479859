import { Client } from "pg";
import { StartError } from "../kernel/errors.ts";
import { type Connection, clientConfig } from "./connection.ts";

/** `unique nulls not distinct` of the first migration needs it. */
const SERVER_VERSION_MIN = 15;

/** The PostgreSQL of DATABASE_URL, after a look whether it can serve. */
export async function externalConnection(url: string): Promise<Connection> {
  if (parse(url) === null) {
    throw new StartError(
      "DATABASE_URL is no PostgreSQL address: write postgres://user:password@host:5432/database.",
    );
  }
  const connection = { url };
  const { version, encoding } = await ask(connection);
  if (Math.floor(version / 10_000) < SERVER_VERSION_MIN) {
    throw new StartError(
      `The PostgreSQL of DATABASE_URL (${place(url)}) is version ${Math.floor(version / 10_000)}: Vedette needs ${SERVER_VERSION_MIN} or newer.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new StartError(
      `The database of DATABASE_URL (${place(url)}) is encoded as ${encoding}: make one with "create database … encoding 'UTF8' template template0".`,
    );
  }
  return connection;
}

async function ask(connection: { url: string }): Promise<{ version: number; encoding: string }> {
  const client = new Client(clientConfig(connection, { name: "vedette start", statementTimeoutMs: 5_000 }));
  // The failure is told by connect() or by the statement.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
    );
    return rows[0];
  } catch (error) {
    throw new StartError(
      `The PostgreSQL of DATABASE_URL (${place(connection.url)}) cannot be used: ${reason(error)}. Check that it runs and that address, user and password are right.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Host and database: all of a URL that may be shown. */
function place(url: string): string {
  const parsed = parse(url);
  return parsed === null ? "" : `${parsed.searchParams.get("host") ?? parsed.host}${parsed.pathname}`;
}

/** As the driver reads it: `postgres://user@/database?host=/socket/folder` has no host where a URL must. */
function parse(url: string): URL | null {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return null;
  return URL.parse(url) ?? URL.parse(url.replace("@/", "@localhost/"));
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(", ");
  return error instanceof Error ? error.message : String(error);
}
