import type { Db } from "../../../platform/storage/database.ts";
import { DAY_MS, HOUR_MS } from "../rollups/rollup.ts";
import { type LatestResultRow, listLatestRows } from "./queries.ts";

export type LatestResult = {
  checkedAtMs: number;
  responseTimeMs: number | null;
  /** From the newest result with a certificate: if a location is down, from another one. */
  tlsExpiresAtMs: number | null;
  /** The failure of the newest result of each failing location. */
  failures: Record<string, string>;
};

/** Nearly every monitor has a result this recent; only for the others all days are searched. */
const RECENT_MS = 2 * DAY_MS;
/** Slots are not in the future, but the clocks of processes differ. */
const CLOCKS_DIFFER_MS = HOUR_MS;

/**
 * The newest result of each of these monitors across all its locations. A monitor without a check has none.
 */
export async function latestResults(
  db: Db,
  { orgId, monitorIds, nowMs }: { orgId: string; monitorIds: readonly string[]; nowMs: number },
): Promise<Map<string, LatestResult>> {
  const since = new Date(nowMs - RECENT_MS);
  const to = new Date(nowMs + CLOCKS_DIFFER_MS);
  const recent = await listLatestRows(db, orgId, { monitorIds, from: since, to, isOpen: true });
  const latest = newestOfEach(recent);
  const rest = monitorIds.filter((id) => !latest.has(id));
  if (rest.length === 0) return latest;
  const older = newestOfEach(
    await listLatestRows(db, orgId, { monitorIds: rest, from: new Date(0), to: since, isOpen: false }),
  );
  return new Map([...latest, ...older]);
}

/** `rows` are ordered newest first. */
function newestOfEach(rows: readonly LatestResultRow[]): Map<string, LatestResult> {
  const latest = new Map<string, LatestResult>();
  for (const row of rows) {
    const known = latest.get(row.monitor_id);
    const tlsExpiresAtMs = row.tls_expires_at?.getTime() ?? null;
    const failures = row.message === null ? {} : { [row.location]: row.message };
    if (known !== undefined) {
      known.tlsExpiresAtMs ??= tlsExpiresAtMs;
      Object.assign(known.failures, failures);
      continue;
    }
    latest.set(row.monitor_id, {
      checkedAtMs: row.slot.getTime() + row.late_ms,
      // Zero if nothing was sent, for example because a variable is unknown.
      responseTimeMs: row.response_us ? row.response_us / 1_000 : null,
      tlsExpiresAtMs,
      failures,
    });
  }
  return latest;
}
