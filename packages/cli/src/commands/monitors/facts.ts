import { checkKind } from "@vedette/contract/checks/check-kinds.ts";
import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { printableLine } from "../../command-line/printable.ts";

/** Formats the target of a monitor, such as its URL, or its host and port. */
export function targetOf(monitor: Monitor): string {
  return printableLine(checkKind(monitor.type).address(monitor));
}

/** Formats a response time; a dash if nothing was measured. */
export function millisecondsText(ms: number | null): string {
  return ms === null ? "–" : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** Formats a result, such as `up  default  200  132 ms`, with the error if it is not up. */
export function resultCells(result: CheckResult): string[] {
  return [
    result.status,
    result.location,
    result.status_code === null ? "–" : String(result.status_code),
    millisecondsText(result.response_time_ms),
    result.error === null ? "" : `${result.error.code}: ${printableLine(result.error.message)}`,
  ];
}
