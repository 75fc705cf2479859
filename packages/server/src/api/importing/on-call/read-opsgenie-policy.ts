import type { ImportedPolicy, ImportedTarget, ImportProblem } from "./imported-schedules.ts";
import type { OpsgenieEscalation, OpsgenieRecipient } from "./opsgenie-shapes.ts";

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
};

/** Rules wait from the start of the alert, steps from the previous step; rules of one time become one step. */
export function readOpsgeniePolicy(
  { name, description, rules, repeat }: OpsgenieEscalation,
  context: { emailOf(recipient: OpsgenieRecipient): string | null; problems: ImportProblem[] },
): ImportedPolicy {
  const item = `Escalation ${name}`;
  const byDelay = new Map<number, ImportedTarget[]>();
  for (const [index, rule] of rules.entries()) {
    const target = toTarget(rule.recipient, context.emailOf);
    if (rule.condition !== "if-not-acked")
      context.problems.push({
        item,
        reason: `rule ${index + 1} runs ${rule.condition}; steps here end when the alert is acknowledged`,
      });
    if (target === null || rule.notifyType !== "default") {
      const what = target === null ? rule.recipient.type : rule.notifyType;
      context.problems.push({ item, reason: `rule ${index + 1} notifies '${what}', and is not imported` });
      continue;
    }
    const seconds = rule.delay.timeAmount * (UNIT_SECONDS[rule.delay.timeUnit] ?? 60);
    byDelay.set(seconds, [...(byDelay.get(seconds) ?? []), target]);
  }
  const sorted = [...byDelay].sort(([a], [b]) => a - b);
  return {
    ...{ name, description: description ?? "", repeatCount: Math.min(repeat?.count ?? 0, 9) },
    repeatWaitSeconds: repeat?.waitInterval ? repeat.waitInterval * 60 : null,
    steps: sorted.map(([seconds, notify], index) => ({
      waitSeconds: seconds - (sorted[index - 1]?.[0] ?? 0),
      notify,
    })),
  };
}

function toTarget(
  recipient: OpsgenieRecipient,
  emailOf: (recipient: OpsgenieRecipient) => string | null,
): ImportedTarget | null {
  if (recipient.type === "schedule" && recipient.id) return { type: "schedule", sourceId: recipient.id };
  const email = recipient.type === "user" ? emailOf(recipient) : null;
  return email === null ? null : { type: "user", email };
}
