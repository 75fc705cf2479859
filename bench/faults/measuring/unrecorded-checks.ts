import { silentLogger } from "../../../packages/server/src/platform/kernel/logger.ts";
import type { SocketConnection } from "../../../packages/server/src/platform/storage/connection.ts";
import { openDatabase } from "../../../packages/server/src/platform/storage/pool.ts";
import { sql } from "../../../packages/server/src/platform/storage/sql.ts";
import type { Target } from "../../scale/target.ts";

/** A request of a check arrives at the target this long after the check started, on a busy machine. */
const ARRIVES_MS = 2_000;
/** Both instants are whole milliseconds, of two processes. */
const ROUNDING_MS = 20;

/**
 * The checks of monitors named after their path that the target saw between two instants, and that have no result.
 * Checks right before `toMs` must have had time to be recorded.
 */
export async function countUnrecordedChecks(
  connection: SocketConnection,
  { target, fromMs, toMs }: { target: Target; fromMs: number; toMs: number },
): Promise<{ seen: number; unrecorded: number }> {
  const database = await openDatabase({
    ...{ connection, log: silentLogger, maxConnections: 1, statementTimeoutMs: 20_000 },
  });
  try {
    const rows = await database.rows<{ name: string; ms: number }>(sql`
      select t.name, (extract(epoch from r.slot) * 1000 + r.late_ms)::float8 as ms
      from check_result r join series s using (series_key) join stored_target t on t.id = s.target_id
      where r.slot > to_timestamp(${fromMs / 1_000 - 60})`);
    const recorded = Map.groupBy(rows, ({ name }) => name);
    let [seen, unrecorded] = [0, 0];
    for (const [path, times] of target.requests) {
      const results = (recorded.get(path) ?? []).map(({ ms }) => ms).toSorted((a, b) => a - b);
      const wanted = times.filter((ms) => ms >= fromMs && ms <= toMs);
      if (!recorded.has(path)) continue;
      seen += wanted.length;
      unrecorded += countUnmatched(wanted, results);
    }
    return { seen, unrecorded };
  } finally {
    await database.close();
  }
}

/** The number of requests without a result of their own that started shortly before. Both are sorted. */
function countUnmatched(requests: readonly number[], results: readonly number[]): number {
  let next = 0;
  return requests.filter((ms) => {
    while ((results[next] ?? Number.POSITIVE_INFINITY) < ms - ARRIVES_MS) next += 1;
    if ((results[next] ?? Number.POSITIVE_INFINITY) > ms + ROUNDING_MS) return true;
    next += 1;
    return false;
  }).length;
}
