import type { Sql } from "./sql.ts";

/** Runs statements: the pool, or one transaction. Code gets one handed in and never knows which. */
export type Db = {
  /** All rows. */
  rows<Row>(statement: Sql): Promise<Row[]>;
  /** The first row, or null. */
  find<Row>(statement: Sql): Promise<Row | null>;
  /** How many rows were changed. */
  run(statement: Sql): Promise<number>;
};

/** The whole database: statements, transactions, notifications. */
export type Database = Db & {
  /**
   * Runs `work` in one transaction and commits it; rolls back and throws on when `work` throws.
   * Inside, only the handle that `work` is given may be used.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Calls `handler` with the payload of every NOTIFY on `channel`, over a connection of its own that
   * is re-established. After a reconnection the handler is called with an empty payload: something may
   * have been missed. The function returned ends it.
   */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /** A connection of its own, for session-level advisory locks; it is dead when `onLost` is called. */
  session(onLost: (error: Error) => void, options?: { statementTimeoutMs?: number }): Promise<DbSession>;
  close(): Promise<void>;
};

export type DbSession = Db & { close(): Promise<void> };
