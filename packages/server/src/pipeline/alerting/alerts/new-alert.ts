import type { Evidence } from "@vedette/contract/alerts/alerts.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { resultId } from "../../results/reading/result-view.ts";
import type { RecordedResult } from "../../results/recording/alerting-port.ts";
import { heartbeatFigures } from "../evaluation/heartbeat-figures.ts";
import type { Figures } from "../evaluation/rule-verdict.ts";
import type { AlertTransition } from "./alert-transition.ts";
import { describeAlert } from "./describe-alert.ts";
import { FLAP_START_TEXT, type FlapState } from "./flap-detection.ts";
import { causeKeyOf, groupKeyOf } from "./group-key.ts";
import type { NewAlertRow } from "./queries.ts";

/** The alert that a transition opens. Pure. */
export function newAlert(
  { rule, target, atMs, result, figures }: AlertTransition,
  {
    suppressedBy,
    flapState,
    causeId,
  }: { suppressedBy: string | null; flapState: FlapState; causeId: string | null },
): NewAlertRow {
  const { targetId, orgId, kind, name } = target;
  const error = result?.error ?? null;
  const text = describeAlert(rule.condition, { figures, targetName: name, kind, error });
  return {
    id: newId(atMs),
    org_id: orgId,
    rule_id: rule.id,
    rule_type: rule.condition.type,
    severity: rule.severity,
    target_id: targetId,
    target_kind: kind,
    target_name: name,
    title: text.title,
    message: flapState === "starts" ? `${text.message} ${FLAP_START_TEXT}` : text.message,
    evidence: evidenceOf(result, figures),
    group_key: groupKeyOf(rule.groupBy, target) ?? causeKeyOf(rule.condition.type, causeId),
    escalation_policy_id: rule.escalationPolicyId,
    suppressed_by: suppressedBy,
    triggered_at: new Date(atMs),
    remind_at:
      rule.remindEveryMs === null || suppressedBy !== null ? null : new Date(atMs + rule.remindEveryMs),
  };
}

function evidenceOf(result: RecordedResult | null, figures: Figures): Evidence {
  if (result === null) return { location: null, result_id: null, run_id: null, error: null, ...figures };
  const { location, kind, slotMs, seriesKey, runId, error } = result;
  if (kind === "heartbeat")
    return { location: null, result_id: null, run_id: null, error, ...heartbeatFigures(figures) };
  return {
    location,
    result_id: kind === "monitor" ? resultId(slotMs, seriesKey) : null,
    run_id: runId,
    error,
    ...figures,
  };
}
