import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { TargetKind } from "../alerts/alert-labels.ts";

/** A target, identified by its kind and id. */
export type TargetRef = { type: TargetKind; id: string };

export const ALL_KINDS: readonly TargetKind[] = ["monitor", "api_monitor", "journey", "heartbeat"];

/** Returns the target of a rule, or null for a rule on all targets. */
export function targetOfRule(
  rule: Pick<AlertRule, "monitor_id" | "api_monitor_id" | "journey_id" | "heartbeat_id">,
): TargetRef | null {
  if (rule.monitor_id !== null) return { type: "monitor", id: rule.monitor_id };
  if (rule.api_monitor_id !== null) return { type: "api_monitor", id: rule.api_monitor_id };
  if (rule.journey_id !== null) return { type: "journey", id: rule.journey_id };
  return rule.heartbeat_id === null ? null : { type: "heartbeat", id: rule.heartbeat_id };
}
