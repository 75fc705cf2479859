import type { RuleGroups } from "../building/rule-groups.ts";
import { type DocumentObject, isObject, objectOf, textOf } from "../document-value.ts";
import type { MadeChannel } from "./checkly-channels.ts";
import type { MadeCheck } from "./checkly-checks.ts";

/** The rule of a check: when an alert opens, from its settings or those of its group. */

const CONFIRM_SECONDS_MAX = 3_600;
const THRESHOLD_MAX = 100;
const REMINDER_SECONDS_MAX = 2_592_000;

/** Adds the alerts of a check to the rules, separately for channels that are notified of recoveries. */
export function addCheckAlerts(
  check: MadeCheck,
  subscribed: readonly MadeChannel[],
  rules: RuleGroups,
): void {
  const failing = subscribed.filter(({ notifiesFailure }) => notifiesFailure);
  const reasons =
    subscribed.length === failing.length ? [] : ["A channel that is not notified of failures is left out."];
  const isMuted = check.payload.muted === true || check.group?.payload.muted === true;
  if (isMuted) reasons.push("The check is muted in Checkly: the rule is disabled.");
  const condition = conditionOf(settingsOf(check), reasons);
  for (const notifies of [true, false]) {
    const channels = failing
      .filter(({ notifiesRecovery }) => notifiesRecovery === notifies)
      .map(({ key }) => key)
      .toSorted();
    if (channels.length === 0) continue;
    rules.add({
      ...{ target: check.key, channels, label: "checkly", name: `Checkly: ${channels.join(", ")}` },
      type: "consecutive_failures",
      params: { threshold: condition.threshold },
      fields: { ...condition.fields, enabled: !isMuted, notify_recovery: notifies },
      reasons,
    });
  }
  if (check.kind !== "monitor" || !["API", "URL", "SSL"].includes(textOf(check.payload.checkType) ?? ""))
    return;
  for (const { key, sslDays } of subscribed) {
    if (sslDays === null) continue;
    const days = Math.min(Math.max(Math.round(sslDays) || 30, 1), 365);
    rules.add({
      ...{ target: check.key, channels: [key], label: "checkly-certificate", name: "Checkly certificates" },
      ...{ type: "ssl_expiry", params: { days }, fields: { enabled: !isMuted }, reasons: [] },
    });
  }
}

function settingsOf({ payload, group }: MadeCheck): DocumentObject | null {
  const ofGroup = group?.payload ?? {};
  if (ofGroup.useGlobalAlertSettings === false && isObject(ofGroup.alertSettings))
    return ofGroup.alertSettings;
  if (payload.useGlobalAlertSettings === true || !isObject(payload.alertSettings)) return null;
  return payload.alertSettings;
}

type AlertCondition = { threshold: number; fields: DocumentObject };

function conditionOf(settings: DocumentObject | null, reasons: string[]): AlertCondition {
  if (settings === null) {
    reasons.push("The alert settings of the account are not in the file: it alerts after one failure.");
    return { threshold: 1, fields: {} };
  }
  const fields: Record<string, unknown> = { ...reminders(objectOf(settings.reminders), reasons) };
  const parallel = objectOf(settings.parallelRunFailureThreshold);
  if (parallel.enabled === true)
    reasons.push("The share of failing locations has no counterpart: set 'min_locations'.");
  if (settings.escalationType === "TIME_BASED") {
    const minutes = Number(objectOf(settings.timeBasedEscalation).minutesFailingThreshold ?? 5);
    fields.confirm_seconds = Math.min(Math.max(Math.round(minutes * 60) || 0, 0), CONFIRM_SECONDS_MAX);
    return { threshold: 1, fields };
  }
  const runs = Math.trunc(Number(objectOf(settings.runBasedEscalation).failedRunThreshold ?? 1)) || 1;
  return { threshold: Math.min(Math.max(runs, 1), THRESHOLD_MAX), fields };
}

function reminders({ amount, interval }: DocumentObject, reasons: string[]): DocumentObject {
  const count = Number(amount ?? 0);
  const seconds = Math.round(Number(interval ?? 5) * 60);
  if (!(count > 0) || !(seconds >= 60)) return {};
  reasons.push(`Reminders are sent until the alert is acknowledged, not only ${count} times.`);
  return { remind_every_seconds: Math.min(seconds, REMINDER_SECONDS_MAX) };
}
