import { flatConfig } from "@vedette/contract/checks/check-config.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { type LatestResult, latestResults } from "../../../pipeline/results/reading/latest-results.ts";
import { toCommonView } from "../../../pipeline/targets/target-row.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { MonitorRow } from "./monitor-type.ts";

/** Converts a row to the API representation. `latest` is undefined until there is a result. */
export function toMonitor(row: MonitorRow, latest: LatestResult | undefined): Monitor {
  const { type, config, locations, max_retries: retries } = row;
  return {
    ...toCommonView(row),
    ...flatConfig(type, config),
    ...{ type, locations, retries, retry: { count: retries, ...config.retry } },
    interval: (row.interval_ms ?? 0) / 1_000,
    timeout: row.timeout_ms / 1_000,
    last_checked_at: instant(latest?.checkedAtMs),
    last_response_time_ms: latest?.responseTimeMs ?? null,
    ssl_expires_at: instant(latest?.tlsExpiresAtMs),
  };
}

/** The same, with the latest result from the database. */
export async function toCurrentMonitor(
  { db, clock }: { db: Db; clock: Clock },
  row: MonitorRow,
): Promise<Monitor> {
  const latest = await latestResults(db, { orgId: row.org_id, monitorIds: [row.id], nowMs: clock.now() });
  return toMonitor(row, latest.get(row.id));
}

function instant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
