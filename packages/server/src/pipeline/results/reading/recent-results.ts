import { RECENT_RESULTS, type RecentResult } from "@vedette/contract/targets/monitor-list.ts";
import type { MissedChecks } from "@vedette/contract/targets/observed/missed-checks.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listRecentMissed, toMissedChecks } from "../observed/missed-queries.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import { listRecentRows, RECENT_BYTES, type RecentRow, STATUS_OF } from "./queries.ts";

/**
 * For nearly every monitor, the results that a list shows lie within this time; only for the others all days
 * are searched.
 */
const RECENT_MS = 2 * DAY_MS;

type RecentRequest = {
  orgId: string;
  monitors: readonly { id: string; createdAtMs: number }[];
  nowMs: number;
};

/** The newest results of each of these monitors across all its locations, newest first. */
export async function recentResults(
  db: Db,
  { orgId, monitors, nowMs }: RecentRequest,
): Promise<Map<string, RecentResult[]>> {
  const sinceMs = nowMs - RECENT_MS;
  const ids = monitors.map(({ id }) => id);
  const recent = byMonitor(
    await listRecentRows(db, orgId, { monitorIds: ids, since: new Date(sinceMs), isOpen: true }),
  );
  const rest = monitors.filter(
    ({ id, createdAtMs }) => createdAtMs < sinceMs && (recent.get(id)?.length ?? 0) < RECENT_RESULTS,
  );
  if (rest.length === 0) return recent;
  const restIds = rest.map(({ id }) => id);
  const older = await listRecentRows(db, orgId, { monitorIds: restIds, since: new Date(0), isOpen: false });
  return new Map([...recent, ...byMonitor(older)]);
}

/** The newest missed checks of each of these monitors, newest first. */
export async function recentMissed(
  db: Db,
  { orgId, monitors, nowMs }: RecentRequest,
): Promise<Map<string, MissedChecks[]>> {
  const ids = monitors.map(({ id }) => id);
  const since = new Date(nowMs - RECENT_MS);
  const rows = await listRecentMissed(db, orgId, { ids, since, limit: RECENT_RESULTS });
  const byTarget = Map.groupBy(rows, ({ target_id: id }) => id as string);
  return new Map(Array.from(byTarget, ([id, ofTarget]) => [id, ofTarget.map(toMissedChecks)]));
}

function byMonitor(rows: readonly RecentRow[]): Map<string, RecentResult[]> {
  return new Map(rows.map((row) => [row.monitor_id, resultsOf(row)]));
}

/** `RecentRow` describes the layout. */
function resultsOf({ results, locations, messages }: RecentRow): RecentResult[] {
  return locations.split(",").map((location, nr) => {
    const at = nr * RECENT_BYTES;
    const slotUs = results.readUInt32BE(at) * 2 ** 32 + results.readUInt32BE(at + 4);
    const responseUs = results.readInt32BE(at + 8);
    const code = String.fromCharCode(results.readInt16BE(at + 14)) as keyof typeof STATUS_OF;
    return {
      checked_at: new Date(Math.floor(slotUs / 1_000) + results.readInt16BE(at + 12)).toISOString(),
      location,
      status: STATUS_OF[code],
      response_time_ms: responseUs === -1 ? null : responseUs / 1_000,
      error_message: messages?.[nr] ?? null,
    };
  });
}
