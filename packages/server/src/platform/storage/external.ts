import { Client } from "pg";
import { StartError } from "../kernel/errors.ts";
import { type Connection, clientConfig } from "./connection.ts";

/** Required by `unique nulls not distinct` in the first migration. */
const SERVER_VERSION_MIN = 15;

/** Returns the connection of DATABASE_URL after verifying that it is usable. */
export async function externalConnection(url: string): Promise<Connection> {
  if (parse(url) === null) {
    throw new StartError(
      "DATABASE_URL is not a PostgreSQL URL: use postgres://user:password@host:5432/database.",
    );
  }
  const connection = { url };
  const { version, encoding } = await queryServer(connection);
  if (Math.floor(version / 10_000) < SERVER_VERSION_MIN) {
    throw new StartError(
      `The PostgreSQL of DATABASE_URL (${describeUrl(url)}) has version ${Math.floor(version / 10_000)}: Vedette requires ${SERVER_VERSION_MIN} or newer.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new StartError(
      `The database of DATABASE_URL (${describeUrl(url)}) has the encoding ${encoding}: create one with "create database … encoding 'UTF8' template template0".`,
    );
  }
  return connection;
}

async function queryServer(connection: { url: string }): Promise<{ version: number; encoding: string }> {
  const client = new Client(clientConfig(connection, { name: "vedette start", statementTimeoutMs: 5_000 }));
  // The failure is reported by connect() or by the statement.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
    );
    return rows[0];
  } catch (error) {
    throw new StartError(
      `The PostgreSQL of DATABASE_URL (${describeUrl(connection.url)}) cannot be used: ${reason(error)}. Check that it is running and that host, user and password are correct.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns host and database: the only parts of a URL that may be shown. */
function describeUrl(url: string): string {
  const parsed = parse(url);
  return parsed === null ? "" : `${parsed.searchParams.get("host") ?? parsed.host}${parsed.pathname}`;
}

/** Parses a URL like the driver: `postgres://user@/database?host=/socket/folder` has no host where a URL requires one. */
function parse(url: string): URL | null {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return null;
  return URL.parse(url) ?? URL.parse(url.replace("@/", "@localhost/"));
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(", ");
  return error instanceof Error ? error.message : String(error);
}
