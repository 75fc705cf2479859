import { RULE_TARGETS, type RuleCondition, type Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

/** A rule as it is evaluated. The database is authoritative; `revision` shows how old this copy is. */
export type Rule = {
  id: string;
  orgId: string;
  name: string;
  condition: RuleCondition;
  /** Null if the rule applies to all targets of the organization that its type supports. */
  targetId: string | null;
  severity: Severity;
  cooldownMs: number;
  remindEveryMs: number | null;
  revision: number;
};

export function appliesTo(
  { condition, targetId }: Pick<Rule, "condition" | "targetId">,
  target: { targetId: string; kind: TargetKind },
): boolean {
  if (targetId !== null && targetId !== target.targetId) return false;
  return RULE_TARGETS[condition.type].includes(target.kind);
}
