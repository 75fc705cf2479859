import { silentLogger } from "../../../packages/server/src/platform/kernel/logger.ts";
import type { SocketConnection } from "../../../packages/server/src/platform/storage/connection.ts";
import { openDatabase } from "../../../packages/server/src/platform/storage/pool.ts";
import { identifier, sql } from "../../../packages/server/src/platform/storage/sql.ts";

/** Holds statements up, so that a process can be killed in a transaction that it cannot commit. */
export type TableLock = {
  /** The number of statements that wait for the lock. */
  countWaiting(): Promise<number>;
  release(): Promise<void>;
};

/** `from` is what waits: all statements, or only those that write. */
export async function lockTable(
  connection: SocketConnection,
  { table, from }: { table: string; from: "all" | "writes" },
): Promise<TableLock> {
  const options = { connection, log: silentLogger, maxConnections: 2, statementTimeoutMs: 30_000 };
  const database = await openDatabase(options);
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.transaction(async (db) => {
    await db.run(
      from === "all"
        ? sql`lock table ${identifier(table)} in access exclusive mode`
        : sql`lock table ${identifier(table)} in share mode`,
    );
    held.resolve();
    await released.promise;
  });
  holding.catch(() => undefined);
  await Promise.race([held.promise, holding]);
  return {
    async countWaiting() {
      const row = await database.find<{ waiting: number }>(sql`
        select count(*)::int4 as waiting from pg_locks
        where not granted and relation = ${table}::regclass`);
      return row?.waiting ?? 0;
    },
    async release() {
      released.resolve();
      // One process stops its PostgreSQL when it is killed, and with it this transaction.
      await holding.catch(() => undefined);
      await database.close();
    },
  };
}
