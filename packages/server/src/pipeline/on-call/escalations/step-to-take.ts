import type { EscalationStep } from "@vedette/contract/on-call/escalation-policies.ts";
import type { EscalationAlertRow, EscalationRow } from "./escalation-rows.ts";

export type StepToTake = {
  escalation: EscalationRow;
  definition: EscalationStep;
  /** The round and the index of the step. */
  round: number;
  step: number;
  /** Its open alerts, oldest first; none in a drill. */
  alerts: readonly EscalationAlertRow[];
};

/** The IDs of what a step names of this type, each once. */
export function idsOf({ notify }: EscalationStep, type: "user" | "schedule" | "channel"): string[] {
  return [...new Set(notify.flatMap((target) => (target.type === type ? [target.id] : [])))];
}
