import { AsyncLocalStorage } from "node:async_hooks";
import type { Database, Db } from "../../platform/storage/database.ts";

/**
 * Which transaction the statements of better-auth belong to. It hands no handle through its calls, so ours
 * goes with the asynchronous context; everywhere else a handle is a parameter.
 */
export type AmbientTransaction = {
  /** The transaction under way, else the pool. */
  db(): Db;
  /** Runs `run` in one transaction, or in the one under way. */
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
