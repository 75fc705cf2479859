import type { RecordedResult } from "../../results/recording/alerting-port.ts";
import type { ConditionState } from "../evaluation/condition-state.ts";
import type { Figures } from "../evaluation/rule-verdict.ts";
import type { Rule } from "../rules/rule.ts";
import type { AlertRow, AlertTransitionRow } from "./queries.ts";
import type { Suppression } from "./suppression.ts";

/** A condition that starts or stops holding for a target, or reaches another step, or progress towards that (`state`). */
export type AlertTransition = {
  rule: Rule;
  target: Pick<RecordedResult, "targetId" | "orgId" | "kind" | "name" | "groupId" | "tags">;
  type: "open" | "step" | "clear" | "progress";
  /** The state after it. */
  state: ConditionState;
  atMs: number;
  /** The result that caused it; null if it is caused by results that did not arrive. */
  result: RecordedResult | null;
  figures: Figures;
};

/** The applied transitions, and the alerts they changed. */
export type AppliedTransitions = { done: ReadonlySet<AlertTransition>; alerts: readonly AlertRow[] };

export const NOTHING: AppliedTransitions = { done: new Set(), alerts: [] };

export type TransitionContext = { suppression: Suppression; nowMs: number };

export function toTransitionRow({ rule, target, state, atMs }: AlertTransition): AlertTransitionRow {
  return { ruleId: rule.id, targetId: target.targetId, revision: rule.revision, atMs, state };
}

export function selectMatching(
  transitions: readonly AlertTransition[],
  rows: readonly { rule_id: string; target_id: string }[],
): AlertTransition[] {
  const names = new Set(rows.map((row) => `${row.rule_id} ${row.target_id}`));
  return transitions.filter(({ rule, target }) => names.has(`${rule.id} ${target.targetId}`));
}
