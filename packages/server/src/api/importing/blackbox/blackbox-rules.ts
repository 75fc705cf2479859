import type { ImportBuilder } from "../building/import-builder.ts";
import { readDuration } from "../building/read-duration.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { type AlertExpression, type LabelMatcher, parseAlertExpression } from "./alert-expression.ts";
import type { BlackboxFiles } from "./read-files.ts";

const CONFIRM_SECONDS_MAX = 3_600;

type Context = {
  builder: ImportBuilder;
  /** Keys of groups by the name of their job. */
  groupKeys: ReadonlyMap<string, string>;
  /** Keys of monitors by their label `instance`. */
  instances: ReadonlyMap<string, readonly string[]>;
};

/** Adds a rule for each alert on `probe_success` or the expiry of a certificate, and reports the other ones. */
export function addBlackboxRules({ rules }: BlackboxFiles, context: Context): void {
  for (const groups of rules.values()) {
    for (const group of listOf(groups).map(objectOf)) {
      for (const rule of listOf(group.rules).map(objectOf)) addRule(rule, context);
    }
  }
}

function addRule(rule: DocumentObject, { builder, groupKeys, instances }: Context): void {
  const name = textOf(rule.alert) ?? textOf(rule.record) ?? "";
  const key = builder.reserveKey("rule", name || "rule");
  const expression = parseAlertExpression(textOf(rule.expr) ?? "");
  const selector = selectorOf(expression?.matchers ?? [], { groupKeys, instances });
  if (rule.alert === undefined || expression === null || selector === null) {
    const reason =
      rule.alert === undefined
        ? "It is a recording rule."
        : expression === null
          ? "Vedette has no rule for its expression."
          : "Its labels select no targets, or in a way that has no counterpart.";
    builder.notMade({ kind: "alert", key, name: name || key, reasons: [reason] });
    return;
  }
  const reasons = ["Routes of Alertmanager are not imported: choose the channels that it notifies."];
  if (isObject(rule.annotations)) reasons.push("Annotations are not in the messages.");
  builder.add({
    kind: "rule",
    key,
    name,
    fields: {
      ...conditionOf(expression, rule, reasons),
      severity: textOf(objectOf(rule.labels).severity) === "warning" ? "warning" : "critical",
      selector,
    },
    reasons,
  });
}

function conditionOf(expression: AlertExpression, rule: DocumentObject, reasons: string[]): DocumentObject {
  if (expression.type === "certificate")
    return { type: "ssl_expiry", params: { days: Math.min(expression.days, 365) } };
  const wanted = readDuration(textOf(rule.for) ?? "0") ?? 0;
  const seconds = Math.min(Math.round(wanted), CONFIRM_SECONDS_MAX);
  if (seconds !== wanted) reasons.push(`It alerts after ${seconds} seconds in place of ${wanted}.`);
  return { type: "consecutive_failures", params: { threshold: 1 }, confirm_seconds: seconds };
}

/** A job is a group, an instance a monitor, and any other label a tag. */
function selectorOf(
  matchers: readonly LabelMatcher[],
  { groupKeys, instances }: Omit<Context, "builder">,
): DocumentObject | null {
  if (matchers.some(({ operator }) => operator !== "=")) return null;
  const valuesOf = (name: string) => matchers.filter(({ label }) => label === name).map(({ value }) => value);
  const jobs = valuesOf("job");
  const groups =
    jobs.length === 0 ? [...groupKeys.values()] : jobs.flatMap((job) => groupKeys.get(job) ?? []);
  const tags = matchers
    .filter(({ label }) => label !== "job" && label !== "instance")
    .map(({ label, value }) => `${label}:${value}`.slice(0, 50));
  const targets = valuesOf("instance").flatMap((instance) => instances.get(instance) ?? []);
  if (valuesOf("instance").length > 0) return targets.length === 0 || tags.length > 0 ? null : { targets };
  if (groups.length === 0) return null;
  return { groups: groups.slice(0, 100), ...(tags.length > 0 && { tags: { all: tags } }) };
}
