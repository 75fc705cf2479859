import { readDuration } from "../building/read-duration.ts";
import type { RuleGroups } from "../building/rule-groups.ts";
import { type DocumentObject, isObject, listOf, textOf } from "../document-value.ts";
import type { GatusChannels } from "./gatus-channels.ts";
import { gatusFlag } from "./gatus-values.ts";

const FAILURES_DEFAULT = 3;
const SUCCESSES_DEFAULT = 2;
const THRESHOLD_MAX = 100;
const REMINDER_SECONDS_MIN = 60;
const REMINDER_SECONDS_MAX = 2_592_000;
const READ = new Set([
  ...["type", "enabled", "failure-threshold", "success-threshold", "send-on-resolved"],
  ...["minimum-reminder-interval", "provider-override", "description"],
]);

type Owner = { key: string; group: string; alerts: unknown };

/** Adds the alerts of a target to the rules. Returns reasons for alerts that no rule has. */
export function addAlerts(
  { key, group, alerts }: Owner,
  { channels, rules }: { channels: GatusChannels; rules: RuleGroups },
): string[] {
  return listOf(alerts).flatMap((own) => {
    const type = isObject(own) ? (textOf(own.type) ?? "") : "";
    if (!isObject(own) || type === "") return ["An alert has no type."];
    if (!channels.has(type))
      return [`The alert of type '${type}' is ignored, as in Gatus: it has no provider.`];
    const alert = { ...channels.defaultAlert(type), ...own };
    const channel = channels.channelFor(type, { group, key, override: own["provider-override"] });
    const reasons = unusedReasons(alert);
    if (channel === null) reasons.push(`It notifies no one, because the channel '${type}' is not made.`);
    const threshold = thresholdOf(alert["failure-threshold"], FAILURES_DEFAULT);
    rules.add({
      target: key,
      channels: channel === null ? [] : [channel],
      label: `gatus-${type}`,
      name: `Gatus ${type}: ${threshold === 1 ? "a failure" : `${threshold} failures`}`,
      type: "consecutive_failures",
      params: { threshold },
      fields: {
        enabled: gatusFlag(alert.enabled, true),
        recovery_threshold: thresholdOf(alert["success-threshold"], SUCCESSES_DEFAULT),
        notify_recovery: gatusFlag(alert["send-on-resolved"], false),
        ...reminder(alert, reasons),
      },
      reasons,
    });
    return [];
  });
}

function unusedReasons(alert: DocumentObject): string[] {
  const reasons = Object.keys(alert)
    .filter((name) => !READ.has(name))
    .map((name) => `The field '${name}' has no counterpart.`);
  if (textOf(alert.description)) reasons.push("The description of the alert is not in its messages.");
  return reasons;
}

function thresholdOf(value: unknown, initial: number): number {
  const number = Math.trunc(Number(value ?? initial));
  return number > 0 ? Math.min(number, THRESHOLD_MAX) : initial;
}

function reminder(alert: DocumentObject, reasons: string[]): DocumentObject {
  const text = textOf(alert["minimum-reminder-interval"]);
  const seconds = text === null ? 0 : readDuration(text);
  if (seconds === null) reasons.push("The reminder interval is not a duration.");
  if (seconds === null || seconds <= 0) return {};
  const limited = Math.min(Math.max(Math.round(seconds), REMINDER_SECONDS_MIN), REMINDER_SECONDS_MAX);
  if (limited !== seconds) reasons.push(`Reminders are sent every ${limited} seconds.`);
  return { remind_every_seconds: limited };
}
