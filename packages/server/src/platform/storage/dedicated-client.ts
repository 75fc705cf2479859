import { Client, type ClientConfig } from "pg";
import { AppError } from "../kernel/errors.ts";
import type { Db } from "./database.ts";
import { translateError } from "./database-errors.ts";
import { type Sql, sql } from "./sql.ts";
import { execute, sequentially, statements } from "./statement.ts";

/** A connection outside of the pool. */
export type DedicatedClient = Db & {
  onNotification(handler: (channel: string, payload: string) => void): void;
  close(): Promise<void>;
};

/** Interval of heartbeats: a silently lost link is detected after this and one timeout. */
const HEARTBEAT_MS = 15_000;
/** Maximum wait for a graceful close before the connection is abandoned. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Opens a connection; `onLost` is called once if it is lost, and never after `close`. */
export async function connectDedicated(
  config: ClientConfig,
  onLost: (error: Error) => void,
): Promise<DedicatedClient> {
  const client = new Client(config);
  let isClosed = false;
  const lose = (error: Error) => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(heartbeat);
    void endClient(client);
    onLost(error);
  };
  client.on("error", lose);
  client.on("end", () => lose(new Error("the database closed the connection")));
  const run = sequentially((statement: Sql) => execute(client, statement));
  // An error of the statement itself, as in a failed transaction, proves that the connection works.
  const beat = () => run(sql`select 1`).catch((error) => error instanceof AppError && lose(error));
  const heartbeat = setInterval(beat, HEARTBEAT_MS).unref();
  try {
    await client.connect();
  } catch (error) {
    isClosed = true;
    clearInterval(heartbeat);
    await endClient(client);
    throw translateError(error);
  }
  return {
    ...statements(run),
    onNotification: (handler) => {
      client.on("notification", ({ channel, payload }) => handler(channel, payload ?? ""));
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      clearInterval(heartbeat);
      await endClient(client);
    },
  };
}

/** Closes a connection and waits for it up to a deadline. */
async function endClient(client: Client): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  // A connection that fails while closing is closed.
  await Promise.race([client.end().catch(() => undefined), late]);
  clearTimeout(timer);
}
