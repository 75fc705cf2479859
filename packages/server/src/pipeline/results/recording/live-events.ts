import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { toCheckResult } from "../reading/result-view.ts";
import type { KnownReport, Recorded } from "./record-batch.ts";
import { resultRow } from "./result-row.ts";
import type { StatusChange } from "./target-state.ts";

/**
 * Live events of stored results: every status change, and the results that have a subscriber or a waiting
 * request. Run results are published by the code that finishes runs.
 */
export function liveEvents(
  { reports, changes }: Recorded,
  isWatched: (orgId: string) => boolean,
): LiveEvent[] {
  const results = reports.filter(
    ({ report, target }) =>
      target.kind === "monitor" && (report.trigger === "manual" || isWatched(target.orgId)),
  );
  return [...results.map(resultEvent), ...changes.map(statusEvent)];
}

function resultEvent({ report, target }: KnownReport): LiveEvent {
  return {
    type: "check.result",
    orgId: target.orgId,
    data: toCheckResult(resultRow(report, target.targetId)),
  };
}

function statusEvent({ orgId, targetId, kind, name, status, previousStatus, atMs }: StatusChange): LiveEvent {
  const data = { name, status, previous_status: previousStatus, at: new Date(atMs).toISOString() };
  if (kind === "monitor") return { type: "monitor.status", orgId, data: { monitor_id: targetId, ...data } };
  if (kind === "journey") return { type: "journey.status", orgId, data: { journey_id: targetId, ...data } };
  return { type: "api_monitor.status", orgId, data: { api_monitor_id: targetId, ...data } };
}
