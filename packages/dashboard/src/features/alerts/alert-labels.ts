import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { Alert, Evidence } from "@vedette/contract/alerts/alerts.ts";
import type { ChannelState } from "@vedette/contract/alerts/channel-deliveries.ts";
import type { MetricComparison } from "@vedette/contract/alerts/rule-conditions.ts";
import { CHANGE_FIELDS, type ChangeField } from "@vedette/contract/changes/change-fields.ts";
import { BURN_PAIRS, type BurnPair } from "@vedette/contract/slos/burn-rates.ts";
import type { Tone } from "../../components/status-badge.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { responseText, spanText } from "../../format.ts";
import { LANGUAGE, LOCALE } from "../../language/language.ts";
import { andList, orList } from "../../language/lists.ts";
import { t } from "../../language/t.ts";

/** Labels and descriptions of rules and alerts. Pure. */

export type RuleType = AlertRule["type"];
export type TargetKind = Alert["target"]["type"];

export const RULE_TYPE_LABELS: Record<RuleType, string> = {
  consecutive_failures: t("Failures in a row"),
  error_rate: t("Error rate"),
  latency_threshold: t("Slow responses"),
  visual_diff_threshold: t("Visual difference"),
  ssl_expiry: t("Certificate expiry"),
  expiry: t("Expiry in steps"),
  flapping: t("Flapping"),
  missed: t("Missed checks"),
  no_data: t("No data"),
  metric: t("Metric of a heartbeat"),
  burn_rate: t("Error budget of an SLO"),
  change: t("Change"),
};

export const TARGET_KIND_LABELS: Record<TargetKind, string> = {
  monitor: t("Monitor"),
  api_monitor: t("API monitor"),
  journey: t("Journey"),
  heartbeat: t("Heartbeat"),
};

export const CHANNEL_STATE_WORDS: Record<ChannelState, string> = {
  working: t("Working"),
  failing: t("Failing"),
  untested: t("Not tested"),
  disabled: t("Disabled"),
  unavailable: t("Cannot send"),
};

const TARGET_PATHS: Record<TargetKind, string> = {
  monitor: "/monitors",
  api_monitor: "/api-monitors",
  journey: "/journeys",
  heartbeat: "/heartbeats",
};

export function targetPath({ type, id }: { type: TargetKind; id: string }): string {
  return `${TARGET_PATHS[type]}/${id}`;
}

export function alertState({ status, severity, acknowledged_at: acknowledgedAt }: Alert): {
  tone: Tone;
  word: string;
} {
  if (status === "resolved") return { tone: "up", word: t("Resolved") };
  if (acknowledgedAt !== null) return { tone: "pending", word: t("Acknowledged") };
  return severity === "critical"
    ? { tone: "down", word: t("Critical") }
    : { tone: "degraded", word: t("Warning") };
}

/** Says why no one is or was notified, in the tense of the alert. */
export function suppressionText({ suppressed_by: by, resolved_at: resolvedAt }: Alert): string {
  const reason = by ?? "";
  return resolvedAt === null
    ? t("Notifications suppressed: {reason}.", { reason })
    : t("Notifications were suppressed: {reason}.", { reason });
}

/** Describes the condition of a rule as a clause: "3 checks in a row fail". */
function conditionText({ type, params }: Pick<AlertRule, "type" | "params">): string {
  const number = (key: string) => Number(params[key] ?? 0);
  const window = spanText(number("window_seconds") * 1_000);
  switch (type) {
    case "consecutive_failures": {
      const [count, locations] = [number("threshold"), number("min_locations")];
      return locations > 1
        ? t(
            "{count, plural, =1 {a check fails} other {{count} checks in a row fail}} at {locations} locations",
            { count, locations },
          )
        : t("{count, plural, =1 {a check fails} other {{count} checks in a row fail}}", { count });
    }
    case "error_rate":
      return t("{number} % or more of the checks in {window} fail", { number: number("threshold"), window });
    case "latency_threshold":
      return t("{percentile} in {window} is above {response}", {
        percentile: percentileText(params.percentile ?? 95),
        window,
        response: responseText(number("threshold_ms")),
      });
    case "visual_diff_threshold":
      return t("more than {number} % of the pixels differ", { number: number("threshold_percent") });
    case "ssl_expiry":
      return t("the certificate expires within {days}", { days: daysText(number("days")) });
    case "expiry":
      return params.subject === "domain"
        ? t("the domain expires within {steps}", { steps: stepsText(params.days) })
        : t("the certificate expires within {steps}", { steps: stepsText(params.days) });
    case "flapping":
      return t("the status changes {number} times or more in {window}", {
        number: number("changes"),
        window,
      });
    case "missed":
      return t("checks are missed and the next result has been due for {minutes}", {
        minutes: minutesText(number("minutes")),
      });
    case "no_data":
      return t("the next result has been due for {minutes}", { minutes: minutesText(number("minutes")) });
    case "metric":
      return metricText(params, number("value"), number("occurrences"));
    case "burn_rate":
      return t("the error budget burns too fast {pairs}", { pairs: pairsText(params.pairs) });
    case "change":
      return t("{fields}, until {minutes} without another change", {
        fields: fieldsText(params.fields),
        minutes: minutesText(number("minutes")),
      });
  }
}

function metricText(params: AlertRule["params"], value: number, times: number): string {
  const name = params.name ? String(params.name) : t("the metric");
  const values = { name, comparison: comparisonText(params.comparison), value, times };
  return times > 1
    ? t("{name} is {comparison} {value} {times} times in a row", values)
    : t("{name} is {comparison} {value}", values);
}

const FIELD_LABELS: Record<ChangeField, string> = {
  address: t("IP address"),
  certificate: t("Certificate"),
  issuer: t("Certificate issuer"),
  headers: t("Server headers"),
  redirects: t("Redirects"),
  body: t("Body shape"),
  http_version: t("HTTP version"),
  tls_version: t("TLS version"),
};

/** "the certificate or IP address changes" */
function fieldsText(fields: unknown): string {
  const chosen = CHANGE_FIELDS.filter((field) => Array.isArray(fields) && fields.includes(field));
  if (chosen.length === CHANGE_FIELDS.length) return t("anything about the servers changes");
  const labels = chosen.map((field) =>
    LANGUAGE === "en"
      ? FIELD_LABELS[field].replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase())
      : FIELD_LABELS[field],
  );
  return labels.length === 0 ? t("nothing changes") : t("the {list} changes", { list: orList(labels) });
}

export const COMPARISON_LABELS: Record<MetricComparison, string> = {
  gt: t("greater than"),
  gte: t("at least"),
  lt: t("less than"),
  lte: t("at most"),
  eq: t("equal to"),
  ne: t("not equal to"),
};

function comparisonText(comparison: unknown): string {
  return Object.entries(COMPARISON_LABELS).find(([key]) => key === comparison)?.[1] ?? "";
}

/** "within 1 hour and 5 minutes, or within 6 hours and 30 minutes" */
function pairsText(pairs: unknown): string {
  const asked = BURN_PAIRS.filter((pair) => (Array.isArray(pairs) ? pairs.includes(pair) : pair === pairs));
  return asked.map((pair) => t("within {pair}", { pair: PAIR_LABELS[pair] })).join(t(", or "));
}

export const PAIR_LABELS: Record<BurnPair, string> = {
  "1h": t("1 hour and 5 minutes"),
  "6h": t("6 hours and 30 minutes"),
  "3d": t("3 days and 6 hours"),
};

type RuleTiming = { confirm_seconds?: number | undefined; recovery_threshold?: number | undefined };

/** Describes when an alert of a rule opens and resolves: "a check fails for 1 min, until 3 good results in a row". */
export function ruleText(rule: Pick<AlertRule, "type" | "params"> & RuleTiming): string {
  const { confirm_seconds: confirm = 0, recovery_threshold: recovery = 1 } = rule;
  const held = conditionText(rule);
  const condition =
    confirm > 0 ? t("{condition} for {span}", { condition: held, span: spanText(confirm * 1_000) }) : held;
  return recovery > 1
    ? t("{condition}, until {count} good results in a row", { condition, count: recovery })
    : condition;
}

function percentileText(percentile: unknown): string {
  return percentile === "avg"
    ? t("the mean response time")
    : t("the {percentile}th percentile of response times", { percentile: String(percentile) });
}

/** "30 days, and again within 14, 7 and 1" */
function stepsText(days: unknown): string {
  const [first = 0, ...later] = Array.isArray(days) ? days.map(Number).sort((a, b) => b - a) : [];
  return later.length === 0
    ? daysText(first)
    : t("{days}, and again within {steps}", { days: daysText(first), steps: andList(later.map(String)) });
}

function daysText(days: number): string {
  return t("{days, plural, =1 {1 day} other {{rounded} days}}", { days, rounded: Math.round(days) });
}

function minutesText(minutes: number): string {
  return spanText(minutes * 60_000);
}

function locationsText({ location, locations }: Evidence): string {
  return (locations ?? (location === null ? [] : [location])).join(", ");
}

/** Formats a value of the evidence with its unit. */
function amountText(type: RuleType, amount: number): string {
  switch (type) {
    case "consecutive_failures":
      return t("{amount} in a row", { amount });
    case "latency_threshold":
      return responseText(amount);
    case "ssl_expiry":
    case "expiry":
      return daysText(amount);
    case "missed":
    case "no_data":
      return t("{minutes} overdue", { minutes: minutesText(amount) });
    case "flapping":
    case "change":
      return t("{amount, plural, =1 {1 change} other {{amount} changes}}", { amount });
    case "metric":
      return amount.toLocaleString(LOCALE);
    case "burn_rate":
      return t("{number}× budget rate", { number: Number(amount.toFixed(2)) });
    default:
      return `${Number(amount.toFixed(2))} %`;
  }
}

/** Returns the values that triggered the alert, with their labels. */
export function evidenceFacts(type: RuleType, evidence: Evidence): [label: string, value: string][] {
  const { total_checks: total, failed_checks: failed, error, last_result_at: lastResultAt } = evidence;
  const windowSeconds = evidence.window_seconds;
  const facts: [string, string][] = [
    [evidence.metric ?? t("Measured"), amountText(type, evidence.value)],
    [t("Threshold"), `${comparisonText(evidence.comparison)} ${amountText(type, evidence.threshold)}`.trim()],
  ];
  const locations = locationsText(evidence);
  if (evidence.slo !== undefined) facts.push([t("Objective"), `${evidence.slo.objective} %`]);
  if (evidence.burn_rate_short !== undefined)
    facts.push([t("Short window"), amountText(type, evidence.burn_rate_short)]);
  if (evidence.targets !== undefined && evidence.targets.length > 0)
    facts.push([t("Worst targets"), evidence.targets.map(({ name }) => name).join(", ")]);
  if (evidence.domain !== undefined) facts.push([t("Domain"), evidence.domain]);
  else if (locations !== "") facts.push([t("Locations"), locations]);
  if (evidence.occurrences !== undefined) facts.push([t("In a row"), String(evidence.occurrences)]);
  if (evidence.expires_at !== undefined) facts.push([t("Expires"), absoluteTime(evidence.expires_at)]);
  if (windowSeconds !== undefined) facts.push([t("Window"), spanText(windowSeconds * 1_000)]);
  if (total !== undefined) facts.push([t("Checks"), checksText(total, failed)]);
  for (const { field, before, after } of evidence.changes ?? [])
    facts.push([FIELD_LABELS[field], `${before} → ${after}`]);
  if (lastResultAt !== undefined) facts.push([t("Last result"), absoluteTime(lastResultAt)]);
  if (evidence.status_reason !== undefined) facts.push([t("Not evaluated"), evidence.status_reason]);
  if (error !== null) facts.push([t("Last error"), `${error.message} (${error.code})`]);
  return facts;
}

function checksText(total: number, failed: number | undefined): string {
  return failed === undefined ? String(total) : t("{failed} of {total} failed", { failed, total });
}

/** Summarizes the evidence in one line: "3 in a row at berlin", "7 days: shop.example". */
export function evidenceLine(type: RuleType, evidence: Evidence): string {
  const locations = locationsText(evidence);
  const amount = amountText(type, evidence.value);
  if (evidence.domain !== undefined) return `${amount}: ${evidence.domain}`;
  const measured =
    evidence.metric === undefined ? amount : t("{metric} is {amount}", { metric: evidence.metric, amount });
  return locations === "" ? measured : t("{measured} at {locations}", { measured, locations });
}
