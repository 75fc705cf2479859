import type { AlertRule, AlertRuleCreateInput } from "@vedette/contract/alerts/alert-rules.ts";
import { CHANGE_FIELD_LABELS, CHANGE_FIELDS } from "@vedette/contract/changes/change-fields.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import {
  type DurationDraft,
  secondsOfDuration,
  toDurationDraft,
} from "../../components/forms/duration-draft.ts";
import { COMPARISON_LABELS, type RuleType, type TargetKind } from "../../features/alerts/alert-labels.ts";
import { ALL_KINDS, type TargetRef, targetOfRule } from "../../features/targets/target-ref.ts";
import { t } from "../../language/t.ts";

/** Form state of a rule. Numbers stay text until they are sent, so that partial input is not changed. Pure. */
export type RuleDraft = {
  name: string;
  type: RuleType;
  /** By type: switching to another type and back keeps the values. */
  params: Record<RuleType, Record<string, string>>;
  /** `one` covers `target`, `some` what `selector` selects. */
  covers: "all" | "one" | "some";
  target: TargetRef | null;
  selector: Selector;
  /** Of the type `burn_rate`; empty until an SLO is selected. */
  sloId: string;
  channelIds: readonly string[];
  /** Empty for no escalation policy. */
  policyId: string;
  severity: AlertRule["severity"];
  confirmSeconds: string;
  recoveryThreshold: string;
  cooldown: DurationDraft;
  /** Empty for no reminders. */
  remindEvery: DurationDraft;
  notifyRecovery: boolean;
  detectsFlapping: boolean;
  opensIncident: boolean;
  /** What alerts share notifications; with `tag`, those with the same value of the tag `groupTag`. */
  groupBy: GroupBy;
  groupTag: string;
  isEnabled: boolean;
};

export type GroupBy = "target" | "group" | "rule" | "tag";

export type ParamField = {
  key: string;
  label: string;
  hint: string;
  initial: string;
  /** The text is a list of numbers. */
  isList?: true;
  options?: readonly { value: string; label: string }[];
  /** The text is a list of the values of some options. */
  isChoice?: true;
  /** The value is a text, even if it looks like a number. */
  isText?: boolean;
};

const WINDOWS = [
  { value: "60", label: t("1 minute") },
  { value: "300", label: t("5 minutes") },
  { value: "600", label: t("10 minutes") },
  { value: "900", label: t("15 minutes") },
  { value: "1800", label: t("30 minutes") },
  { value: "3600", label: t("1 hour") },
  { value: "21600", label: t("6 hours") },
  { value: "86400", label: t("24 hours") },
] as const;

const WINDOW: ParamField = {
  key: "window_seconds",
  label: t("Window"),
  hint: t("Period evaluated, ending at the latest check."),
  initial: "600",
  options: WINDOWS,
};

const MIN_CHECKS: ParamField = {
  key: "min_checks",
  label: t("Minimum checks"),
  hint: t("With fewer checks in the window the rule is not evaluated."),
  initial: "5",
};

const OVERDUE: ParamField = {
  key: "minutes",
  label: t("Minutes overdue"),
  hint: t("Time after the next result was due, 1 to 1440."),
  initial: "5",
};

/** The parameters of each type with their default values. */
export const RULE_PARAMS: Record<RuleType, readonly ParamField[]> = {
  consecutive_failures: [
    {
      key: "threshold",
      label: t("Failures in a row"),
      hint: t("1 to 100. With 1, a single failed check alerts once its retries have failed."),
      initial: "2",
    },
    {
      key: "min_locations",
      label: t("Failing locations required"),
      hint: t("If a target has fewer locations, all of them must fail."),
      initial: "1",
    },
  ],
  error_rate: [
    {
      key: "threshold",
      label: t("Failure rate (%)"),
      hint: t("Alert at or above this failure rate. 0 alerts on any failure."),
      initial: "10",
    },
    WINDOW,
    MIN_CHECKS,
  ],
  latency_threshold: [
    {
      key: "threshold_ms",
      label: t("Response time (ms)"),
      hint: t("Alert above this value. Checks without a response are not counted."),
      initial: "1000",
    },
    {
      key: "percentile",
      label: t("Statistic"),
      hint: t("A percentile ignores the slowest outliers; the mean includes them."),
      initial: "95",
      options: [
        { value: "avg", label: t("Mean") },
        { value: "50", label: t("50th percentile (median)") },
        { value: "90", label: t("90th percentile") },
        { value: "95", label: t("95th percentile") },
        { value: "99", label: t("99th percentile") },
      ],
    },
    WINDOW,
    MIN_CHECKS,
  ],
  visual_diff_threshold: [
    {
      key: "threshold_percent",
      label: t("Changed pixels (%)"),
      hint: t("Alert if a screenshot differs from its baseline by more than this."),
      initial: "1",
    },
  ],
  ssl_expiry: [
    {
      key: "days",
      label: t("Days before expiry"),
      hint: t("Automatic renewal runs ~30 days ahead; 14 leaves time to fix a failed renewal."),
      initial: "14",
    },
  ],
  expiry: [
    {
      key: "subject",
      label: t("What expires"),
      hint: t("Both are known for every HTTPS monitor."),
      initial: "certificate",
      options: [
        { value: "certificate", label: t("Certificate") },
        { value: "domain", label: t("Domain") },
      ],
    },
    {
      key: "days",
      label: t("Days left"),
      hint: t("The alert opens at the highest, and notifies again at each lower one."),
      initial: "30, 14, 7, 1",
      isList: true,
    },
  ],
  flapping: [
    {
      key: "changes",
      label: t("Changes"),
      hint: t("2 to 100 changes between up and down at one location."),
      initial: "6",
    },
    { ...WINDOW, initial: "3600" },
  ],
  missed: [OVERDUE],
  no_data: [OVERDUE],
  metric: [
    {
      key: "name",
      label: t("Metric"),
      hint: t("Its name in the body of pings."),
      initial: "",
      isText: true,
    },
    {
      key: "comparison",
      label: t("Comparison"),
      hint: t("Alert if the metric compares so with the value."),
      initial: "lt",
      options: Object.entries(COMPARISON_LABELS).map(([value, label]) => ({ value, label })),
    },
    { key: "value", label: t("Value"), hint: t("A number."), initial: "1" },
    {
      key: "occurrences",
      label: t("Pings in a row"),
      hint: t("1 to 100 pings in a row with such a value."),
      initial: "1",
    },
  ],
  burn_rate: [
    {
      key: "pairs",
      label: t("Alert when it burns"),
      hint: t("Fast suits severity critical, slowly suits warning."),
      initial: "1h, 6h",
      isList: true,
      options: [
        { value: "1h, 6h", label: t("Fast, within hours") },
        { value: "3d", label: t("Slowly, over days") },
        { value: "1h", label: t("Only within 1 hour") },
        { value: "6h", label: t("Only within 6 hours") },
        { value: "1h, 6h, 3d", label: t("Fast or slowly") },
      ],
    },
  ],
  change: [
    {
      key: "fields",
      label: t("What changes"),
      hint: t("Alert if one of these changes from one check to the next."),
      initial: CHANGE_FIELDS.join(", "),
      options: CHANGE_FIELDS.map((value) => ({ value, label: t(CHANGE_FIELD_LABELS[value]) })),
      isChoice: true,
    },
    {
      key: "minutes",
      label: t("Minutes until resolved"),
      hint: t("Time without another change, 1 to 1440."),
      initial: "15",
    },
  ],
};

const CHECKED: readonly TargetKind[] = ["monitor", "api_monitor", "journey"];

/** The target kinds that each rule type supports. */
export const RULE_KINDS: Record<RuleType, readonly TargetKind[]> = {
  consecutive_failures: ALL_KINDS,
  error_rate: ALL_KINDS,
  latency_threshold: ALL_KINDS,
  visual_diff_threshold: ["journey"],
  ssl_expiry: ["monitor"],
  expiry: ["monitor"],
  flapping: ALL_KINDS,
  missed: CHECKED,
  no_data: CHECKED,
  metric: ["heartbeat"],
  burn_rate: [],
  change: ["monitor"],
};

export const RULE_TYPES = Object.keys(RULE_PARAMS) as RuleType[];

export function emptyRule(): RuleDraft {
  return {
    name: "",
    type: "consecutive_failures",
    params: initialParams(),
    covers: "all",
    target: null,
    selector: {},
    sloId: "",
    channelIds: [],
    policyId: "",
    severity: "critical",
    confirmSeconds: "0",
    recoveryThreshold: "1",
    cooldown: toDurationDraft(0),
    remindEvery: toDurationDraft(null),
    notifyRecovery: true,
    detectsFlapping: true,
    opensIncident: false,
    groupBy: "target",
    groupTag: "",
    isEnabled: true,
  };
}

function initialParams(): RuleDraft["params"] {
  const entries = RULE_TYPES.map((type) => [
    type,
    Object.fromEntries(RULE_PARAMS[type].map(({ key, initial }) => [key, initial])),
  ]);
  return Object.fromEntries(entries) as RuleDraft["params"];
}

export function draftOfRule(rule: AlertRule): RuleDraft {
  const initial = initialParams();
  const own = Object.entries(rule.params).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.join(", ") : String(value),
  ]);
  return {
    name: rule.name,
    type: rule.type,
    params: { ...initial, [rule.type]: { ...initial[rule.type], ...Object.fromEntries(own) } },
    covers: rule.selector ? "some" : targetOfRule(rule) ? "one" : "all",
    target: targetOfRule(rule),
    selector: rule.selector ?? {},
    sloId: rule.slo_id ?? "",
    channelIds: rule.channel_ids,
    policyId: rule.escalation_policy_id ?? "",
    severity: rule.severity,
    confirmSeconds: String(rule.confirm_seconds),
    recoveryThreshold: String(rule.recovery_threshold),
    cooldown: toDurationDraft(rule.cooldown_seconds),
    remindEvery: toDurationDraft(rule.remind_every_seconds),
    notifyRecovery: rule.notify_recovery,
    detectsFlapping: rule.flap_detection,
    opensIncident: rule.opens_incident,
    ...groupingOf(rule.group_by),
    isEnabled: rule.enabled,
  };
}

/** Returns the request body. Text that is not a number is sent unchanged: the server rejects it and names the field. */
export function bodyOfRule(draft: RuleDraft): AlertRuleCreateInput {
  const { channelIds, selector } = draft;
  const isAboutSlo = draft.type === "burn_rate";
  const covers = isAboutSlo ? "all" : draft.covers;
  const target = covers === "one" ? draft.target : null;
  const idOf = (kind: TargetKind) => (target?.type === kind ? target.id : null);
  return {
    name: draft.name,
    type: draft.type,
    params: Object.fromEntries(
      Object.entries(draft.params[draft.type]).map(([key, text]) => {
        const field = RULE_PARAMS[draft.type].find((each) => each.key === key);
        return [key, field === undefined ? numberOf(text) : paramOf(field, text)];
      }),
    ),
    // Sends both fields: otherwise a removed channel would remain as `channel_id`.
    channel_id: channelIds[0] ?? null,
    channel_ids: [...channelIds],
    escalation_policy_id: draft.policyId === "" ? null : draft.policyId,
    monitor_id: idOf("monitor"),
    api_monitor_id: idOf("api_monitor"),
    journey_id: idOf("journey"),
    heartbeat_id: idOf("heartbeat"),
    selector: covers === "some" ? selector : null,
    slo_id: isAboutSlo ? draft.sloId : null,
    severity: draft.severity,
    confirm_seconds: wholeOf(draft.confirmSeconds),
    recovery_threshold: wholeOf(draft.recoveryThreshold),
    cooldown_seconds: secondsOfDuration(draft.cooldown) ?? 0,
    remind_every_seconds: secondsOfDuration(draft.remindEvery),
    notify_recovery: draft.notifyRecovery,
    flap_detection: draft.detectsFlapping,
    opens_incident: draft.opensIncident,
    group_by: draft.groupBy === "tag" ? `${TAG_PREFIX}${draft.groupTag}` : draft.groupBy,
    enabled: draft.isEnabled,
  };
}

function paramOf({ isText, isList, isChoice }: ParamField, text: string): unknown {
  if (isText) return text;
  if (isChoice) return chosenOf(text);
  return isList ? numbersOf(text) : numberOf(text);
}

/** The values that a text of chosen options lists. */
export function chosenOf(text: string): string[] {
  return text.split(", ").filter((each) => each !== "");
}

function numberOf(text: string): number | string {
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}

function numbersOf(text: string): (number | string)[] {
  return text
    .split(/[\s,;]+/u)
    .filter((each) => each !== "")
    .map(numberOf);
}

const TAG_PREFIX = "tag:";

function groupingOf(groupBy: string): Pick<RuleDraft, "groupBy" | "groupTag"> {
  if (groupBy.startsWith(TAG_PREFIX)) return { groupBy: "tag", groupTag: groupBy.slice(TAG_PREFIX.length) };
  return { groupBy: groupBy === "group" || groupBy === "rule" ? groupBy : "target", groupTag: "" };
}

/** NaN becomes null in JSON, which the server rejects. */
function wholeOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
