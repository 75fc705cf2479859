import type { HeartbeatStats } from "@vedette/contract/targets/stats.ts";
import { lowestId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import type { StatsPlan } from "./window.ts";

type DurationRow = {
  /** Null for the whole window. */
  at_ms: number | null;
  avg: number;
  min: number;
  max: number;
  quantiles: [number, number, number, number];
};

/** A slot is answered at most this long after it: the longest grace time of a job that takes long. */
const ANSWERED_WITHIN_MS = 3 * DAY_MS;

const listDurations = (
  db: Db,
  orgId: string,
  { heartbeatId, plan }: { heartbeatId: string; plan: StatsPlan },
) =>
  db.rows<DurationRow>(sql`
    select bucket * ${plan.bucketMs}::float8 as at_ms, avg(duration_ms)::float8 as avg, min(duration_ms), max(duration_ms),
      percentile_cont(array[0.5, 0.9, 0.95, 0.99]) within group (order by duration_ms) as quantiles
    from (
      select floor(extract(epoch from at) * 1000 / ${plan.bucketMs}) as bucket, duration_ms from (
        select coalesce(p.slot,
            to_timestamp(('x' || translate(left(p.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)) as at, p.duration_ms
        from heartbeat_ping p join target t on t.id = p.heartbeat_id
        where t.org_id = ${orgId} and p.heartbeat_id = ${heartbeatId} and p.kind = 's' and p.duration_ms is not null
          and p.id >= ${lowestId(plan.fromMs)} and p.id < ${lowestId(plan.toMs + ANSWERED_WITHIN_MS)}
      ) as each
      where at >= ${new Date(plan.fromMs)} and at < ${new Date(plan.toMs)}
    ) as bucketed
    group by grouping sets ((bucket), ()) having count(*) > 0`);

/**
 * Replaces the durations of statistics by those of the stored pings. Results cannot hold such long ones. A job that takes
 * half an hour has few pings.
 */
export async function withLongDurations(
  db: Db,
  stats: HeartbeatStats,
  { orgId, plan }: { orgId: string; plan: StatsPlan },
): Promise<HeartbeatStats> {
  const rows = await listDurations(db, orgId, { heartbeatId: stats.heartbeat_id, plan });
  const points = new Map(rows.map((row) => [row.at_ms, row]));
  const all = points.get(null);
  if (!all) return stats;
  const [p50, p90, p95, p99] = all.quantiles;
  const times = { avg: all.avg, min: all.min, max: all.max, p50, p90, p95, p99 };
  return {
    ...stats,
    response_time_ms: times,
    by_location: stats.by_location.map((location) => ({ ...location, response_time_ms: times })),
    series: stats.series.map((point) => {
      const found = points.get(Date.parse(point.at));
      return {
        ...point,
        avg_ms: found?.avg ?? null,
        p50_ms: found?.quantiles[0] ?? null,
        p95_ms: found?.quantiles[2] ?? null,
      };
    }),
  };
}
