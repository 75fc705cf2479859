import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { EscalationStepOutcome, NotifiedOutcome } from "@vedette/contract/on-call/escalations.ts";
import type { EscalationPlan, EscalationProgress } from "./advance-escalation.ts";

/** Rows of escalations, as statements read and write them. */

/** An escalation that is advanced. */
export type EscalationRow = {
  id: string;
  org_id: OrgId;
  policy_id: string;
  policy_name: string;
  rule_id: string | null;
  group_key: string | null;
  severity: Severity;
  plan: EscalationPlan;
  progress: EscalationProgress;
  is_drill: boolean;
  warning: string | null;
};

/** One person, channel or empty schedule of a step. `id`: of what the step names; null for all members. */
export type NotifiedEntry = {
  type: "user" | "schedule" | "channel" | "all";
  id: string | null;
  personId: string | null;
  outcome: NotifiedOutcome;
};

export type EscalationStepRow = {
  escalation_id: string;
  round: number;
  step: number;
  org_id: OrgId;
  policy_id: string;
  policy_name: string;
  outcome: EscalationStepOutcome;
  reason: string | null;
  notified: readonly NotifiedEntry[];
};

/** An open alert of an escalation. */
export type EscalationAlertRow = {
  escalation_id: string;
  alert_id: string;
  target_id: string;
  title: string;
  is_suppressed: boolean;
};
