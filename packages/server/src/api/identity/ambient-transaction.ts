import { AsyncLocalStorage } from "node:async_hooks";
import type { Database, Db } from "../../platform/storage/database.ts";

/**
 * The transaction that better-auth's statements belong to. better-auth passes no database handle through its
 * calls, so it is stored in the asynchronous context. All other code takes the handle as a parameter.
 */
export type AmbientTransaction = {
  /** The current transaction, else the pool. */
  db(): Db;
  /** Runs `run` in a new transaction, or in the current one. */
  inTransaction<T>(run: (db: Db) => Promise<T>): Promise<T>;
  /** Runs `run` in an existing transaction. */
  within<T>(db: Db, run: () => Promise<T>): Promise<T>;
};

export function createAmbientTransaction(database: Database): AmbientTransaction {
  const current = new AsyncLocalStorage<Db>();
  return {
    db: () => current.getStore() ?? database,
    inTransaction(run) {
      const own = current.getStore();
      return own ? run(own) : database.transaction((db) => current.run(db, () => run(db)));
    },
    within: (db, run) => current.run(db, run),
  };
}
