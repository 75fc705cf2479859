import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import { toCommonView } from "../../../pipeline/targets/target-row.ts";
import type { LastRun } from "../runs/service.ts";
import type { ApiMonitorRow } from "./api-monitor-type.ts";

/** Converts a row to the API representation. `last` is undefined if no run has finished. */
export function toApiMonitor(row: ApiMonitorRow, last: LastRun | undefined): ApiMonitor {
  const { locations, max_retries, variables, steps } = row;
  return {
    ...toCommonView(row),
    ...{ locations, max_retries, variables, steps },
    interval: (row.interval_ms ?? 0) / 1_000,
    timeout: row.timeout_ms / 1_000,
    last_run: last ?? null,
  };
}
