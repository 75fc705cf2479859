import type { Database } from "../../../platform/storage/database.ts";
import { identifier, sql } from "../../../platform/storage/sql.ts";
import { findProgress } from "../rollups/queries.ts";
import { dayOf } from "./partitions.ts";
import { listUnfinishedIndexes, listUnrebuiltIndexes } from "./queries.ts";

/** A large day takes minutes and does not block other work. */
const STATEMENT_TIMEOUT = "55min";

/**
 * Rebuilds the indexes of past days. Series are interleaved as results arrive, which leaves index pages 60 %
 * full; after the rebuild, a result takes 31 bytes of index instead of 45. It blocks nothing. Returns the
 * days whose indexes were rebuilt.
 */
export async function compactDays(database: Database, signal: AbortSignal): Promise<string[]> {
  const progress = await findProgress(database);
  if (progress === null) return [];
  const session = await database.session(() => undefined);
  const done: string[] = [];
  try {
    await session.run(sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, false)`);
    // Leftovers of an aborted rebuild.
    for (const { index_name: name } of await listUnfinishedIndexes(session)) {
      await session.run(sql`drop index concurrently if exists ${identifier(name)}`);
    }
    for (const { day, index_name: name } of await listUnrebuiltIndexes(session, dayOf(progress.hourMs))) {
      if (signal.aborted) break;
      await session.run(sql`reindex index concurrently ${identifier(name)}`);
      await session.run(sql`comment on index ${identifier(name)} is 'compact'`);
      done.push(day);
    }
  } finally {
    await session.close();
  }
  return done;
}
