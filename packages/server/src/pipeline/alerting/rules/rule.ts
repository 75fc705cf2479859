import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import { RULE_TARGETS, type RuleCondition, type RuleType } from "@vedette/contract/alerts/rule-conditions.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { type Selectable, selects } from "../../selectors/selects.ts";
import type { AlertTiming } from "../evaluation/condition-state.ts";

/** A rule as it is evaluated. The database is authoritative; `revision` shows how old this copy is. */
export type Rule = {
  id: string;
  orgId: string;
  name: string;
  condition: RuleCondition;
  /** The one target that the rule covers; null if `selector` decides. */
  targetId: string | null;
  /** Of the targets of the organization that the type supports. With nested groups; null selects all. */
  selector: Selector | null;
  /** The SLO that a rule of the type `burn_rate` is about. */
  sloId: string | null;
  severity: Severity;
  timing: AlertTiming;
  remindEveryMs: number | null;
  /** target, group, rule or tag:<name>: which alerts share notifications. */
  groupBy: string;
  /** Who is notified until someone acknowledges; null if the rule has no policy. */
  escalationPolicyId: string | null;
  /** Holds notifications back while alerts of a target open again and again. */
  flapDetection: boolean;
  revision: number;
};

export function appliesTo(
  type: RuleType,
  { targetId, selector }: Pick<Rule, "targetId" | "selector">,
  target: Selectable,
): boolean {
  if (targetId !== null && targetId !== target.targetId) return false;
  if (selector !== null && !selects(selector, target)) return false;
  return RULE_TARGETS[type].includes(target.kind);
}
