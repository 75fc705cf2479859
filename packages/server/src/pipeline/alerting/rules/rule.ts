import { RULE_TARGETS, type RuleCondition, type Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

/** A rule as it is evaluated. The database is the truth, `revision` tells how old this is. */
export type Rule = {
  id: string;
  orgId: string;
  name: string;
  condition: RuleCondition;
  /** Null for everything in the organization that its type applies to. */
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
