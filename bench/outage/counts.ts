import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import { findRunningEmbedded } from "../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { openDatabase } from "../../packages/server/src/platform/storage/pool.ts";
import { sql } from "../../packages/server/src/platform/storage/sql.ts";

/** Numbers of monitors by status, and of stored transitions and alerts. */
export type Counts = Record<"up" | "down" | "wentDown" | "cameUp" | "alerts" | "resolved", number>;

/** Reads the tables of an embedded server that is running. */
export async function openCounts(
  dataDir: string,
): Promise<{ read(): Promise<Counts>; close(): Promise<void> }> {
  const connection = await findRunningEmbedded(dataDir);
  if (connection === null) throw new Error(`no PostgreSQL runs in ${dataDir}`);
  const options = { connection, log: silentLogger, maxConnections: 1, statementTimeoutMs: 20_000 };
  const database = await openDatabase(options);
  return {
    async read() {
      const counts = await database.find<Counts>(sql`
        select
          (select count(*)::int4 from target where status = 'up') as up,
          (select count(*)::int4 from target where status = 'down') as down,
          (select count(*)::int4 from status_change where previous_status = 'up' and status = 'down') as "wentDown",
          (select count(*)::int4 from status_change where previous_status = 'down' and status = 'up') as "cameUp",
          (select count(*)::int4 from alert) as alerts,
          (select count(*)::int4 from alert where resolved_at is not null) as resolved`);
      if (!counts) throw new Error("the query returned no row");
      return counts;
    },
    close: () => database.close(),
  };
}
