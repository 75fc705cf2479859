import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { RuleTuning, TuneCombination } from "@vedette/contract/alerts/rule-tuning.ts";
import { ruleText } from "../../../features/alerts/alert-labels.ts";
import { spanText } from "../../../format.ts";
import { t } from "../../../language/t.ts";

/** Texts about the combinations of a rule. Pure. */

/** Names a combination by its settings. */
export function combinationKey({ params, recovery_threshold: recovery }: TuneCombination): string {
  return JSON.stringify([params, recovery]);
}

/** "3 checks in a row fail for 1 min, until 2 good results in a row" */
export function combinationText(rule: AlertRule, combination: TuneCombination): string {
  const { params, recovery_threshold } = combination;
  const text = ruleText({ ...rule, params, recovery_threshold });
  const isTuned = rule.type !== "change" && rule.type !== "burn_rate";
  return isTuned && recovery_threshold === 1 ? t("{text}, until 1 good result", { text }) : text;
}

/** The delays at the start and at the end of an outage, in seconds; null if no outage was alerted. */
export function latenessOf({
  delay_seconds: delay,
  recovery_seconds: recovery,
}: TuneCombination): number | null {
  return delay === null ? null : delay + (recovery ?? 0);
}

export function secondsText(seconds: number | null): string {
  return seconds === null ? "–" : spanText(seconds * 1_000);
}

/** Compares a combination with the present settings: "4 alerts instead of 31, alerted 1 min later, no outage missed". */
export function comparisonText(chosen: TuneCombination, present: TuneCombination | undefined): string {
  const missed =
    chosen.missed_outages === 0
      ? t("no outage missed")
      : t("{count, plural, one {# outage} other {# outages}} missed", { count: chosen.missed_outages });
  const alerts = alertCountText(chosen, present);
  if (present === undefined || present === chosen) return [alerts, alertedText(chosen), missed].join(", ");
  return [alerts, laterText(chosen, present), missed].join(", ");
}

/** "4 alerts instead of 31" */
export function alertCountText(
  { alerts, ...chosen }: TuneCombination,
  present: TuneCombination | undefined,
): string {
  return present === undefined || chosen.is_rule
    ? t("{count, plural, one {# alert} other {# alerts}}", { count: alerts })
    : t("{count, plural, one {# alert} other {# alerts}} instead of {present}", {
        count: alerts,
        present: present.alerts,
      });
}

/** "3 targets, 2 outages of at least 5 minutes in the last 30 days" */
export function scopeText({ targets, outages, days, measures_outages: measures }: RuleTuning): string {
  return measures
    ? t(
        "{targets, plural, one {# target} other {# targets}}, {outages, plural, one {# outage} other {# outages}} of at least 5 minutes in the last {days, plural, one {day} other {# days}}.",
        { targets, outages, days },
      )
    : t(
        "{targets, plural, one {# target} other {# targets}} in the last {days, plural, one {day} other {# days}}.",
        { targets, days },
      );
}

function alertedText({ delay_seconds: delay }: TuneCombination): string {
  return delay === null
    ? t("no outage alerted")
    : t("alerted after {seconds}", { seconds: secondsText(delay) });
}

function laterText(chosen: TuneCombination, present: TuneCombination): string {
  if (chosen.delay_seconds === null || present.delay_seconds === null) return alertedText(chosen);
  const difference = chosen.delay_seconds - present.delay_seconds;
  if (difference === 0) return t("alerted as soon as now");
  const span = secondsText(Math.abs(difference));
  return difference > 0 ? t("alerted {span} later", { span }) : t("alerted {span} earlier", { span });
}

/** The rule with these settings as a part of a document of monitoring as code. */
export function combinationCode(rule: AlertRule, { params, recovery_threshold }: TuneCombination): string {
  const key = rule.managed_by?.key ?? keyOfName(rule.name);
  const lines = [
    "rules:",
    `  ${JSON.stringify(key)}:`,
    `    type: ${rule.type}`,
    "    params:",
    ...Object.entries(params).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}`),
    `    recovery_threshold: ${recovery_threshold}`,
  ];
  return `${lines.join("\n")}\n`;
}

function keyOfName(name: string): string {
  const key = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 64);
  return key === "" ? "rule" : key;
}
