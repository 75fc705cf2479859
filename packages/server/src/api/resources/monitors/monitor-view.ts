import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { LatestResult } from "../../../pipeline/results/reading/latest-results.ts";
import { statusReasonOf } from "../targets/service.ts";
import type { MonitorRow } from "./queries.ts";

/** Converts a row to the API representation. `latest` is undefined until there is a result. */
export function toMonitor(row: MonitorRow, latest: LatestResult | undefined): Monitor {
  const {
    interval_ms: intervalMs,
    timeout_ms: timeoutMs,
    shard: _shard,
    schedule_since: _since,
    ...same
  } = row;
  return {
    ...same,
    interval: intervalMs / 1_000,
    timeout: timeoutMs / 1_000,
    status_since: row.status_since.toISOString(),
    status_reason: statusReasonOf(row),
    last_checked_at: instant(latest?.checkedAtMs),
    last_response_time_ms: latest?.responseTimeMs ?? null,
    ssl_expires_at: instant(latest?.tlsExpiresAtMs),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function instant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
