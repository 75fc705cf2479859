import type { EscalationStep, StepTarget } from "@vedette/contract/on-call/escalation-policies.ts";
import { spanText } from "../../format.ts";
import { t } from "../../language/t.ts";

/** Describes a policy in sentences. Pure. */

type Described = {
  steps: readonly EscalationStep[];
  repeat_count: number;
  repeat_wait_seconds: number;
  fallbackName: string | null;
};

/** "At once: Ada. After 5 min: On-call and #ops. Then the steps repeat 2 times, 5 min after the last one." */
export function policyText(policy: Described, nameOf: (target: StepTarget) => string): string {
  const { steps, repeat_count: repeats, repeat_wait_seconds: wait, fallbackName } = policy;
  const after = Number.isFinite(wait) ? spanText(wait * 1_000) : t("a time");
  const parts = steps.map((step) => stepText(step, nameOf));
  if (repeats > 0)
    parts.push(
      t("Then the steps repeat {repeats, plural, =1 {once} other {# times}}, {after} after the last one.", {
        repeats,
        after,
      }),
    );
  parts.push(
    fallbackName === null
      ? t("If no one acknowledges, the owners are notified.")
      : t('If no one acknowledges, policy "{fallbackName}" follows after {after}.', { fallbackName, after }),
  );
  return parts.join(" ");
}

function stepText(
  { wait_seconds: wait, notify, severities, times }: EscalationStep,
  nameOf: (target: StepTarget) => string,
): string {
  const when = wait > 0 ? t("After {span}", { span: spanText(wait * 1_000) }) : t("At once");
  const only = [
    ...(severities?.length === 1
      ? [severities[0] === "critical" ? t("critical alerts only") : t("warning alerts only")]
      : []),
    ...(times ? [t("at certain times only")] : []),
  ];
  const who = notify.length === 0 ? t("no one yet") : listText(notify.map(nameOf));
  return `${when}: ${who}${only.length === 0 ? "" : ` (${only.join(", ")})`}.`;
}

export function listText(names: readonly string[]): string {
  return names.length < 2
    ? names.join("")
    : t("{others} and {last}", { others: names.slice(0, -1).join(", "), last: names.at(-1) ?? "" });
}
