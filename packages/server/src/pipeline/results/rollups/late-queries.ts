import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { CounterProgress } from "../counters/queries.ts";
import type { RollupProgress } from "./queries.ts";

type JobProgress = { rollups: RollupProgress | null; counters: CounterProgress | null };

/** The progress of both jobs in one statement, because each batch of results asks for them; null before their first run. */
export async function findJobProgress(db: Db): Promise<JobProgress> {
  const row = await db.find<JobProgress>(sql`
    select
      (select json_build_object('hourMs', (extract(epoch from hour) * 1000)::float8, 'seriesKey', series_key)
        from rollup_progress) as rollups,
      (select json_build_object('countedToMs', (extract(epoch from counted_to) * 1000)::float8,
          'countingToMs', (extract(epoch from counting_to) * 1000)::float8, 'seriesKey', series_key)
        from counter_progress) as counters`);
  return row ?? { rollups: null, counters: null };
}
