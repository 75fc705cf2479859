import type { Sql } from "./sql.ts";

/** Runs statements on the pool or in one transaction. Code receives a handle and does not know which. */
export type Db = {
  /** Returns all rows. */
  rows<Row>(statement: Sql): Promise<Row[]>;
  /** Returns the first row, or null. */
  find<Row>(statement: Sql): Promise<Row | null>;
  /** Returns the number of changed rows. */
  run(statement: Sql): Promise<number>;
  /**
   * Runs a statement whose result is not needed. In a transaction, it is sent together with the next statement or the
   * commit, which throws its error; elsewhere it runs at once.
   */
  defer(statement: Sql): Promise<void>;
};

/** The complete database: statements, transactions, notifications. */
export type Database = Db & {
  /**
   * Runs `work` in one transaction and commits it; rolls back and rethrows if `work` throws. Within `work`, only its handle
   * may be used.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs the text of a library, of one or several statements, as it is: not prepared, and its errors are the driver's. */
  executeForeign(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Calls `handler` with the payload of every NOTIFY on `channel`, over a dedicated connection that is re-established.
   * After a reconnection the handler is called with an empty payload, because notifications may have been missed. The
   * returned function stops listening.
   */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /** Opens a dedicated connection for session-level advisory locks; it is closed when `onLost` is called. */
  session(onLost: (error: Error) => void, options?: { statementTimeoutMs?: number }): Promise<DbSession>;
  close(): Promise<void>;
};

export type DbSession = Db & { close(): Promise<void> };
