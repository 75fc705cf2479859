import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { evidenceLine } from "./alert-labels.ts";

/** Alerts of one target, whichever rules opened them. Pure. */

export type AlertGroup = {
  /** The id of the target. */
  id: string;
  /** The one that needs attention first; of resolved ones, the newest. */
  first: Alert;
  /** The others, newest first. */
  others: readonly Alert[];
};

/** Groups alerts by target, in the order of their first alerts. Expects them newest first. */
export function groupByTarget(alerts: readonly Alert[]): AlertGroup[] {
  return [...Map.groupBy(alerts, ({ target }) => target.id)].flatMap(([id, ofTarget]) => {
    const first = ofTarget.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))[0];
    return first ? [{ id, first, others: ofTarget.filter((alert) => alert !== first) }] : [];
  });
}

export function alertsOfGroup({ first, others }: AlertGroup): Alert[] {
  return [first, ...others];
}

/** Since when a target has open alerts. Resolved ones may be weeks apart: of these, when the one that is shown opened. */
export function openedAt(group: AlertGroup): string {
  if (group.first.resolved_at !== null) return group.first.triggered_at;
  const times = alertsOfGroup(group).map(({ triggered_at: at }) => at);
  return times.toSorted()[0] ?? group.first.triggered_at;
}

function urgencyOf({ severity, acknowledged_at: acknowledgedAt, resolved_at: resolvedAt }: Alert): number {
  if (resolvedAt !== null) return 0;
  return (acknowledgedAt === null ? 0 : 2) + (severity === "critical" ? 0 : 1);
}

/** Why an alert opened: the error of the result that opened it, else what was measured. */
export function causeText({ rule_type: type, evidence }: Alert): string {
  return evidence.error === null ? evidenceLine(type, evidence) : evidence.error.message;
}
