import type {
  EscalationPolicy,
  EscalationPolicyCreate,
  StepTarget,
} from "@vedette/contract/on-call/escalation-policies.ts";
import type { Weekday } from "@vedette/contract/on-call/weekdays.ts";
import type { WeeklyTimes } from "@vedette/contract/on-call/weekly-times.ts";
import {
  type DurationDraft,
  secondsOfDuration,
  toDurationDraft,
} from "../../components/forms/duration-draft.ts";
import { newKey } from "../../new-key.ts";

/** Form state of an escalation policy. Pure. */

export type RangeDraft = { key: number; weekdays: readonly Weekday[]; from: string; to: string };

export type PolicyStepDraft = {
  /** Identifies the step while it moves. */
  key: number;
  wait: DurationDraft;
  notify: readonly StepTarget[];
  severity: "any" | "critical" | "warning";
  isTimed: boolean;
  timezone: string;
  ranges: readonly RangeDraft[];
};

export type PolicyDraft = {
  name: string;
  description: string;
  steps: readonly PolicyStepDraft[];
  repeatCount: string;
  repeatWait: DurationDraft;
  fallbackId: string;
};

const WORK_DAYS: readonly Weekday[] = ["mon", "tue", "wed", "thu", "fri"];

export function emptyRange(): RangeDraft {
  return { key: newKey(), weekdays: WORK_DAYS, from: "09:00", to: "17:00" };
}

export function emptyPolicyStep(waitSeconds: number, timezone: string): PolicyStepDraft {
  return {
    ...{ key: newKey(), wait: toDurationDraft(waitSeconds), notify: [], severity: "any", isTimed: false },
    ...{ timezone, ranges: [emptyRange()] },
  };
}

export function emptyPolicy(timezone: string): PolicyDraft {
  return {
    ...{ name: "", description: "", steps: [emptyPolicyStep(0, timezone)] },
    ...{ repeatCount: "0", repeatWait: toDurationDraft(300), fallbackId: "" },
  };
}

export function draftOfPolicy(policy: EscalationPolicy, timezone: string): PolicyDraft {
  return {
    name: policy.name,
    description: policy.description,
    steps: policy.steps.map((step) => ({
      key: newKey(),
      wait: toDurationDraft(step.wait_seconds),
      notify: step.notify,
      severity: step.severities?.length === 1 ? (step.severities[0] ?? "any") : "any",
      isTimed: step.times != null,
      timezone: step.times?.timezone ?? timezone,
      ranges: step.times?.ranges.map((range) => ({ key: newKey(), ...range })) ?? [emptyRange()],
    })),
    repeatCount: String(policy.repeat_count),
    repeatWait: toDurationDraft(policy.repeat_wait_seconds),
    fallbackId: policy.fallback_policy_id ?? "",
  };
}

export type PolicyBody = Omit<EscalationPolicyCreate, keyof ReadOnly>;
type ReadOnly = {
  id: never;
  org_id: never;
  rule_count: never;
  warnings: never;
  created_at: never;
  updated_at: never;
};

/** NaN becomes null in JSON, which the server rejects. */
export function bodyOfPolicy(draft: PolicyDraft): PolicyBody {
  return {
    name: draft.name,
    description: draft.description,
    steps: draft.steps.map((step) => ({
      wait_seconds: secondsOfDuration(step.wait) ?? 0,
      notify: [...step.notify],
      severities: step.severity === "any" ? null : [step.severity],
      times: step.isTimed ? timesOf(step) : null,
    })),
    repeat_count: draft.repeatCount.trim() === "" ? Number.NaN : Number(draft.repeatCount),
    repeat_wait_seconds: secondsOfDuration(draft.repeatWait) ?? Number.NaN,
    fallback_policy_id: draft.fallbackId === "" ? null : draft.fallbackId,
  };
}

function timesOf({ timezone, ranges }: PolicyStepDraft): WeeklyTimes {
  return {
    timezone,
    ranges: ranges.map(({ weekdays, from, to }) => ({ weekdays: [...weekdays], from, to })),
  };
}

export function bodyOfStored(policy: EscalationPolicy): PolicyBody {
  return bodyOfPolicy(draftOfPolicy(policy, "UTC"));
}
