import type { Database, Db } from "../../src/platform/storage/database.ts";

/** The process ended. */
export class ProcessEnded extends Error {}

/**
 * A database of a process that ends at its statement number `statements`, counted from 0. With `isAfterCommit` it ends
 * right after that commit instead. From then on every statement fails, and an open transaction rolls back.
 */
export function crashingDatabase(
  database: Database,
  { statements, commits }: { statements: number; commits: number },
): Database {
  const left = { statements, commits };
  let isEnded = false;
  const live = <T>(act: () => Promise<T>): Promise<T> => {
    if (left.statements-- <= 0) isEnded = true;
    return isEnded ? Promise.reject(new ProcessEnded("the process ended")) : act();
  };
  const wrap = (db: Db): Db => ({
    rows: (statement) => live(() => db.rows(statement)),
    find: (statement) => live(() => db.find(statement)),
    run: (statement) => live(() => db.run(statement)),
    defer: (statement) => live(() => db.defer(statement)),
  });
  return {
    ...database,
    ...wrap(database),
    async transaction(work) {
      if (isEnded) throw new ProcessEnded("the process ended");
      const result = await database.transaction((db) => work(wrap(db)));
      if (left.commits-- <= 0) isEnded = true;
      if (isEnded) throw new ProcessEnded("the process ended after a commit");
      return result;
    },
  };
}
