import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { LastRun } from "../runs/service.ts";
import { statusReasonOf } from "../targets/service.ts";
import type { ApiMonitorRow } from "./queries.ts";

/** Converts an API monitor row to its API representation. `last` is undefined if no run has finished. */
export function toApiMonitor(row: ApiMonitorRow, last: LastRun | undefined): ApiMonitor {
  const {
    interval_ms: intervalMs,
    timeout_ms: timeoutMs,
    shard: _shard,
    schedule_since: _since,
    ...fields
  } = row;
  return {
    ...fields,
    interval: intervalMs / 1_000,
    timeout: timeoutMs / 1_000,
    status_since: row.status_since.toISOString(),
    status_reason: statusReasonOf(row),
    last_run: last ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
