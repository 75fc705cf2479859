import type { MetricComparison, RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { CHANGE_FIELD_LABELS } from "@vedette/contract/changes/change-fields.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";
import { describeBurnRate } from "../burn-rate/describe-burn-rate.ts";
import type { Figures } from "../evaluation/rule-verdict.ts";

type Alerted = {
  figures: Figures;
  targetName: string;
  kind: TargetKind;
  error: { message: string } | null;
};

/**
 * Returns the title and the message of an alert: a title for lists, and one or two sentences with the
 * figures.
 */
export function describeAlert(
  { type, params }: RuleCondition,
  { figures, targetName, kind, error }: Alerted,
): { title: string; message: string } {
  const value = figures.value.toLocaleString("en");
  switch (type) {
    case "consecutive_failures": {
      if (kind === "heartbeat")
        return { title: `${targetName} is down`, message: failedRuns(figures.value, error) };
      const checks = figures.value === 1 ? "check" : "checks";
      const message = `${value} ${checks} in a row failed at ${formatList(figures.locations ?? [])}.${lastError(error)}`;
      return { title: `${targetName} is down`, message };
    }
    case "error_rate":
      return {
        title: `${targetName} fails ${value} % of its checks`,
        message:
          `${figures.failed_checks} of ${figures.total_checks} checks in the last ${formatSpan(params.window_seconds)} ` +
          `failed; the threshold is ${params.threshold} %.${lastError(error)}`,
      };
    case "latency_threshold":
      return {
        title: `${targetName} is slow`,
        message:
          `${params.percentile === "avg" ? "The average" : `The ${params.percentile}th percentile`} of the response ` +
          `times in the last ${formatSpan(params.window_seconds)} is ${value} ms; the threshold is ` +
          `${params.threshold_ms.toLocaleString("en")} ms.`,
      };
    case "visual_diff_threshold":
      return {
        title: `${targetName} looks different`,
        message: `A screenshot differs from its baseline by ${value} %; the threshold is ${params.threshold_percent} %.`,
      };
    case "ssl_expiry":
      return {
        title: `The certificate of ${targetName} ${expiresIn(figures)}`,
        message: `It is valid until ${figures.expires_at}; the rule alerts ${formatDays(params.days)} before expiry.`,
      };
    case "expiry":
      return describeExpiry(params, figures, targetName);
    case "flapping":
      return {
        title: `${targetName} is flapping`,
        message:
          `It changed ${value} times between up and down in the last ${formatSpan(params.window_seconds)}` +
          `${kind === "heartbeat" ? "" : ` at ${formatList(figures.locations ?? [])}`}; the threshold is ` +
          `${params.changes} changes.${lastError(error)}`,
      };
    case "missed":
      return {
        title: `${targetName} is not being checked`,
        message:
          `The next result has been due for ${formatMinutes(figures.value)}, and Vedette missed or skipped the checks; ` +
          `the threshold is ${formatMinutes(params.minutes)}.${lastResult(figures)}`,
      };
    case "no_data":
      return {
        title: `${targetName} has no data`,
        message:
          `The next result has been due for ${formatMinutes(figures.value)}; the threshold is ` +
          `${formatMinutes(params.minutes)}.${lastResult(figures)}`,
      };
    case "metric":
      return {
        title: `${params.name} of ${targetName} is ${value}`,
        message:
          `The rule alerts if the metric is${params.occurrences === 1 ? "" : ` ${params.occurrences} times in a row`} ` +
          `${COMPARISONS[params.comparison]} ${params.value.toLocaleString("en")}.`,
      };
    case "burn_rate":
      return describeBurnRate(figures, targetName);
    case "change":
      return describeChanges(figures, targetName);
    default:
      return assertNever(type);
  }
}

/** Without details, another process saw the change before this one evaluated the rule. */
function describeChanges({ changes = [] }: Figures, targetName: string): { title: string; message: string } {
  const labels = changes.map(({ field }, nr) => {
    const label = CHANGE_FIELD_LABELS[field];
    return nr === 0 ? label : label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  });
  const details = changes.map(
    ({ field, before, after }) =>
      `${CHANGE_FIELD_LABELS[field]}: ${shortened(before)} → ${shortened(after)}.`,
  );
  return {
    title: labels.length === 0 ? `${targetName} changed` : `${formatList(labels)} of ${targetName} changed`,
    message: details.length === 0 ? "See what changed on the page of the target." : details.join(" "),
  };
}

/** Enough to recognize a value in a message. */
const VALUE_LENGTH_MAX = 120;

function shortened(value: string): string {
  return value.length > VALUE_LENGTH_MAX ? `${value.slice(0, VALUE_LENGTH_MAX).toWellFormed()}…` : value;
}

type ExpiryParams = Extract<RuleCondition, { type: "expiry" }>["params"];

function describeExpiry(
  { subject, days }: ExpiryParams,
  figures: Figures,
  targetName: string,
): { title: string; message: string } {
  const title = `The ${subject} of ${targetName} ${expiresIn(figures)}`;
  const verb = isOver(figures) ? "was" : "is";
  const fact =
    subject === "certificate"
      ? `It ${verb} valid until ${figures.expires_at}.`
      : `${figures.domain} ${verb} registered until ${figures.expires_at}.`;
  return { title, message: `${fact} The rule notifies ${formatList(days.map(String))} days before.` };
}

const COMPARISONS: Record<MetricComparison, string> = {
  gt: "greater than",
  gte: "at least",
  lt: "less than",
  lte: "at most",
  eq: "equal to",
  ne: "not equal to",
};

/** What was missed or failed last, and how often in a row. */
function failedRuns(count: number, error: { message: string } | null): string {
  if (count === 1 && error !== null) return error.message;
  return `${count.toLocaleString("en")} runs in a row failed or were missed.${lastError(error)}`;
}

function lastError(error: { message: string } | null): string {
  return error === null ? "" : ` Last error: ${error.message}`;
}

function lastResult({ last_result_at: at, status_reason: reason }: Figures): string {
  const last = at === undefined ? " There is no recent result." : ` Last result: ${at}.`;
  return reason === undefined ? last : `${last} Checks could not be evaluated: ${reason}`;
}

function formatMinutes(minutes: number): string {
  return minutes === 1 ? "1 minute" : `${minutes.toLocaleString("en")} minutes`;
}

function formatList(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const UNITS = [
  { seconds: 3_600, name: "hour" },
  { seconds: 60, name: "minute" },
  { seconds: 1, name: "second" },
];

/** Uses the largest unit that divides the seconds evenly. */
function formatSpan(seconds: number): string {
  const unit = UNITS.find((each) => seconds % each.seconds === 0) ?? { seconds: 1, name: "second" };
  const count = seconds / unit.seconds;
  return count === 1 ? unit.name : `${count} ${unit.name}s`;
}

function expiresIn(figures: Figures): string {
  return isOver(figures) ? "has expired" : `expires in ${formatDays(figures.value)}`;
}

/** The value is the days that are left. */
function isOver({ value }: Figures): boolean {
  return value < 0;
}

function formatDays(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}
