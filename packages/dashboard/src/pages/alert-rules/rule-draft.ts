import type { Schema } from "../../api/client.ts";
import type { Rule, RuleType, TargetKind } from "../alerts/alert-labels.ts";
import { type TargetRef, targetOfRule } from "../alerts/target-ref.ts";

/** A rule as it is typed: numbers are texts until they are sent, so that a half written one stays as it is. Pure. */
export type RuleDraft = {
  name: string;
  type: RuleType;
  /** By type, so that going to another type and back loses nothing. */
  params: Record<RuleType, Record<string, string>>;
  target: TargetRef | null;
  channelIds: readonly string[];
  severity: Rule["severity"];
  cooldownMinutes: string;
  /** Empty for never. */
  remindMinutes: string;
  tellsRecovery: boolean;
  isEnabled: boolean;
};

export type ParamField = {
  key: string;
  label: string;
  hint: string;
  initial: string;
  options?: readonly { value: string; label: string }[];
};

const WINDOWS = [
  { value: "60", label: "1 minute" },
  { value: "300", label: "5 minutes" },
  { value: "600", label: "10 minutes" },
  { value: "900", label: "15 minutes" },
  { value: "1800", label: "30 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "21600", label: "6 hours" },
  { value: "86400", label: "24 hours" },
] as const;

const WINDOW: ParamField = {
  key: "window_seconds",
  label: "Window",
  hint: "Of which time the checks are counted. It ends at the newest check.",
  initial: "600",
  options: WINDOWS,
};

const MIN_CHECKS: ParamField = {
  key: "min_checks",
  label: "Checks at least",
  hint: "With fewer in the window nothing is judged: no alert opens, and none ends.",
  initial: "5",
};

/** What each type asks for, with what suits most people to begin with. */
export const RULE_PARAMS: Record<RuleType, readonly ParamField[]> = {
  consecutive_failures: [
    {
      key: "threshold",
      label: "Failures in a row",
      hint: "1 to 100. With 1 a single failed check wakes somebody; retries of a check come before.",
      initial: "2",
    },
    {
      key: "min_locations",
      label: "At so many locations",
      hint: "A target with fewer locations is judged by all that it has.",
      initial: "1",
    },
  ],
  error_rate: [
    {
      key: "threshold",
      label: "Failed checks in percent",
      hint: "From this share on it is too many; with 0 any failure is.",
      initial: "10",
    },
    WINDOW,
    MIN_CHECKS,
  ],
  latency_threshold: [
    {
      key: "threshold_ms",
      label: "Response time in milliseconds",
      hint: "Above it is too slow. Checks without an answer do not count.",
      initial: "1000",
    },
    {
      key: "percentile",
      label: "Measured by",
      hint: "A percentile leaves out the slowest few; the mean is pulled up by each of them.",
      initial: "95",
      options: [
        { value: "avg", label: "Mean" },
        { value: "50", label: "50th percentile (median)" },
        { value: "90", label: "90th percentile" },
        { value: "95", label: "95th percentile" },
        { value: "99", label: "99th percentile" },
      ],
    },
    WINDOW,
    MIN_CHECKS,
  ],
  visual_diff_threshold: [
    {
      key: "threshold_percent",
      label: "Differing pixels in percent",
      hint: "Above it a screenshot differs too much from its baseline.",
      initial: "1",
    },
  ],
  ssl_expiry: [
    {
      key: "days",
      label: "Days before the end",
      hint: "Certificates that renew themselves do so about 30 days before: 14 leaves time to mend it.",
      initial: "14",
    },
  ],
};

/** On what a rule of a type can be. */
export const RULE_KINDS: Record<RuleType, readonly TargetKind[]> = {
  consecutive_failures: ["monitor", "api_monitor", "journey"],
  error_rate: ["monitor", "api_monitor", "journey"],
  latency_threshold: ["monitor", "api_monitor", "journey"],
  visual_diff_threshold: ["journey"],
  ssl_expiry: ["monitor"],
};

export const RULE_TYPES = Object.keys(RULE_PARAMS) as RuleType[];

export function emptyRule(): RuleDraft {
  return {
    name: "",
    type: "consecutive_failures",
    params: initialParams(),
    target: null,
    channelIds: [],
    severity: "critical",
    cooldownMinutes: "0",
    remindMinutes: "",
    tellsRecovery: true,
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

export function draftOfRule(rule: Rule): RuleDraft {
  const initial = initialParams();
  const own = Object.entries(rule.params).map(([key, value]) => [key, String(value)]);
  return {
    name: rule.name,
    type: rule.type,
    params: { ...initial, [rule.type]: { ...initial[rule.type], ...Object.fromEntries(own) } },
    target: targetOfRule(rule),
    channelIds: rule.channel_ids,
    severity: rule.severity,
    cooldownMinutes: String(rule.cooldown_seconds / 60),
    remindMinutes: rule.remind_every_seconds === null ? "" : String(rule.remind_every_seconds / 60),
    tellsRecovery: rule.notify_recovery,
    isEnabled: rule.enabled,
  };
}

/** The request. What is no number is sent as it is, and refused with its field marked. */
export function bodyOfRule(draft: RuleDraft): Schema<"AlertRuleCreate"> {
  const { target, channelIds } = draft;
  const idOf = (kind: TargetKind) => (target?.type === kind ? target.id : null);
  return {
    name: draft.name,
    type: draft.type,
    params: Object.fromEntries(
      Object.entries(draft.params[draft.type]).map(([key, text]) => [key, numberOf(text)]),
    ),
    // Both are sent, for a channel that is taken away must not come back as the first one.
    channel_id: channelIds[0] ?? null,
    channel_ids: [...channelIds],
    monitor_id: idOf("monitor"),
    api_monitor_id: idOf("api_monitor"),
    journey_id: idOf("journey"),
    severity: draft.severity,
    cooldown_seconds: secondsOf(draft.cooldownMinutes) ?? 0,
    remind_every_seconds: secondsOf(draft.remindMinutes),
    notify_recovery: draft.tellsRecovery,
    enabled: draft.isEnabled,
  };
}

function numberOf(text: string): number | string {
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}

/** Not a number becomes null in JSON, which is refused where a number has to be. */
function secondsOf(minutes: string): number | null {
  return minutes.trim() === "" ? null : Math.round(Number(minutes.replace(",", ".")) * 60);
}
