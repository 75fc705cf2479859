import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { statusEvent } from "@vedette/contract/targets/status-event.ts";
import { toCheckResult } from "../reading/result-view.ts";
import type { KnownReport, Recorded } from "./record-batch.ts";
import { resultRow } from "./result-row.ts";

/**
 * Live events of stored results: every status change, what checks saw change, and the results that have a subscriber or a waiting
 * request. Run results are published by the code that finishes runs.
 */
export function liveEvents(
  { reports, changes, observed }: Recorded,
  isWatched: (orgId: string) => boolean,
): LiveEvent[] {
  const results = reports.filter(
    ({ report, target }) =>
      target.kind === "monitor" && (report.trigger === "manual" || isWatched(target.orgId)),
  );
  return [
    ...results.map(resultEvent),
    ...reports.filter(({ report }) => observed.has(report)).map(observedEvent),
    ...changes.map(({ orgId, targetId: id, ...change }) => statusEvent(orgId, { id, ...change })),
  ];
}

/** A page that shows what changed reads it again. */
function observedEvent({ report, target: { orgId, targetId } }: KnownReport): LiveEvent {
  const at = new Date(report.outcome.checkedAtMs).toISOString();
  return { type: "target.change", orgId, data: { target_id: targetId, at } };
}

function resultEvent({ report, target }: KnownReport): LiveEvent {
  return {
    type: "check.result",
    orgId: target.orgId,
    data: toCheckResult(resultRow(report, target.targetId)),
  };
}
