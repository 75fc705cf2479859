import { readParams } from "@vedette/contract/alerts/rule-conditions.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { RuleRow } from "../evaluation/queries.ts";
import type { Rule } from "./rule.ts";

/** Returns null if the params do not match this version's schema: another version wrote them. */
export function toRule(row: RuleRow, log: Logger): Rule | null {
  const { condition } = readParams(row.type, row.params);
  if (condition === null) {
    log.warn("alerts.rule_invalid", { rule_id: row.id });
    return null;
  }
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    condition,
    targetId: row.target_id,
    selector: row.selector,
    sloId: row.slo_id,
    severity: row.severity,
    timing: {
      cooldownMs: row.cooldown_seconds * 1_000,
      confirmMs: row.confirm_seconds * 1_000,
      recoveryThreshold: row.recovery_threshold,
    },
    remindEveryMs: row.remind_every_seconds === null ? null : row.remind_every_seconds * 1_000,
    groupBy: row.group_by,
    escalationPolicyId: row.escalation_policy_id,
    flapDetection: row.flap_detection,
    revision: row.revision,
  };
}
