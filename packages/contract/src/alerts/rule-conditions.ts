import { z } from "zod";
import { CHANGE_FIELDS } from "../changes/change-fields.ts";
import { parseFields } from "../common/field-errors.ts";
import { METRIC_NAME_PATTERN } from "../heartbeats/heartbeat-limits.ts";
import { BURN_PAIRS } from "../slos/burn-rates.ts";
import { TARGET_KINDS, type TargetKind } from "../targets/target-fields.ts";

/** Conditions of alert rules: their types, the params of each type, and the targets that it supports. */

export const RULE_TYPES = [
  "consecutive_failures",
  "error_rate",
  "latency_threshold",
  "visual_diff_threshold",
  "ssl_expiry",
  "expiry",
  "flapping",
  "missed",
  "no_data",
  "metric",
  "burn_rate",
  "change",
] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** How the value of a metric is compared with the value of a rule. */
export const METRIC_COMPARISONS = ["gt", "gte", "lt", "lte", "eq", "ne"] as const;
export type MetricComparison = (typeof METRIC_COMPARISONS)[number];
export const METRIC_OCCURRENCES_MAX = 100;

const windowSeconds = z.number().int().min(60).max(86_400);
const minChecks = z.number().int().min(1).max(100_000).default(5).meta({
  description: "With fewer checks in the window the rule is not evaluated: no alert opens or resolves",
});

export const EXPIRY_SUBJECTS = ["certificate", "domain"] as const;
const EXPIRY_STEPS = [30, 14, 7, 1];

const overdueMinutes = z.number().int().min(1).max(1_440).meta({
  description: "Alert if the next result has been due for so many minutes",
});

const PARAMS = {
  consecutive_failures: z.strictObject({
    threshold: z.number().int().min(1).max(100),
    min_locations: z.number().int().min(1).max(20).default(1).meta({
      description: "Failing locations required; capped at the number of locations of the target",
    }),
  }),
  error_rate: z.strictObject({
    threshold: z.number().min(0).max(100).meta({
      description: "Alert at or above this percentage of failed checks; 0 alerts on any failure",
    }),
    window_seconds: windowSeconds,
    min_checks: minChecks,
  }),
  latency_threshold: z.strictObject({
    threshold_ms: z.number().min(1).max(1_800_000).meta({ description: "Alert above this response time" }),
    window_seconds: windowSeconds,
    percentile: z
      .union([z.literal("avg"), z.literal(50), z.literal(90), z.literal(95), z.literal(99)])
      .default(95),
    min_checks: minChecks,
  }),
  visual_diff_threshold: z.strictObject({
    threshold_percent: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: "Alert above this percentage of differing pixels" }),
  }),
  ssl_expiry: z.strictObject({ days: z.number().int().min(1).max(365) }),
  expiry: z.strictObject({
    subject: z.enum(EXPIRY_SUBJECTS),
    days: z
      .array(z.number().int().min(0).max(365))
      .min(1)
      .max(10)
      .refine((days) => new Set(days).size === days.length, { error: "must not contain a number twice" })
      .transform((days) => days.toSorted((a, b) => b - a))
      .default(EXPIRY_STEPS)
      .meta({
        description:
          "An alert opens at the highest of these numbers of days left, and notifies again at each lower one",
      }),
  }),
  flapping: z.strictObject({
    changes: z.number().int().min(2).max(100).meta({
      description: "Alert at this number of changes between up and down at a location",
    }),
    window_seconds: windowSeconds,
  }),
  missed: z.strictObject({ minutes: overdueMinutes }),
  no_data: z.strictObject({ minutes: overdueMinutes }),
  metric: z.strictObject({
    name: z
      .string()
      .regex(METRIC_NAME_PATTERN, "must be a letter and then at most 63 letters, digits, dots, _ or -")
      .meta({ description: "Metric in the body of pings" }),
    comparison: z.enum(METRIC_COMPARISONS),
    value: z.number().meta({ description: "Alert if the metric compares so with this number" }),
    occurrences: z.number().int().min(1).max(METRIC_OCCURRENCES_MAX).default(1).meta({
      description: "Pings in a row with such a value",
    }),
  }),
  burn_rate: z.strictObject({
    pairs: z
      .array(z.enum(BURN_PAIRS))
      .min(1)
      .max(BURN_PAIRS.length)
      .transform((pairs) => BURN_PAIRS.filter((pair) => pairs.includes(pair)))
      .default(["1h", "6h"])
      .meta({
        description:
          "Alert if the error budget burns too fast in both windows of one of these pairs: 1 hour and 5 minutes, 6 hours and " +
          "30 minutes, 3 days and 6 hours",
      }),
  }),
  change: z.strictObject({
    fields: z
      .array(z.enum(CHANGE_FIELDS))
      .min(1)
      .refine((fields) => new Set(fields).size === fields.length, { error: "must not contain a field twice" })
      .default([...CHANGE_FIELDS])
      .meta({ description: "Alert if one of these changes from one check to the next" }),
    minutes: z.number().int().min(1).max(1_440).default(15).meta({
      description: "The alert resolves by itself with the first check so many minutes after the last change",
    }),
  }),
} as const satisfies Record<RuleType, z.ZodType>;

export type RuleParams = { [T in RuleType]: z.output<(typeof PARAMS)[T]> };

/** The condition of a rule: its type and params. */
export type RuleCondition = { [T in RuleType]: { type: T; params: RuleParams[T] } }[RuleType];

type ParamError = { path: string; message: string };

/** Parses the params of a rule of the given type and applies defaults, or returns the invalid fields. */
export function readParams(
  type: RuleType,
  params: unknown,
): { condition: RuleCondition; errors: null } | { condition: null; errors: ParamError[] } {
  const { value, errors } = parseFields<z.ZodType<object>>(PARAMS[type], params);
  if (errors) {
    return {
      condition: null,
      errors: errors.map(({ path, message }) => ({
        path: path === "" ? "params" : `params.${path}`,
        message,
      })),
    };
  }
  return { condition: withParams(type, value), errors: null };
}

/** The cast is safe because `params` is the output of the schema of this type. */
function withParams(type: RuleType, params: object): RuleCondition {
  return { type, params } as RuleCondition;
}

/**
 * The kinds of targets each rule type supports. Only URL checks see a certificate. A heartbeat without data is down, so no
 * other rule is needed for it. A rule of the type `burn_rate` is about an SLO, which has targets of its own.
 */
export const RULE_TARGETS: Record<RuleType, readonly TargetKind[]> = {
  consecutive_failures: TARGET_KINDS,
  error_rate: TARGET_KINDS,
  latency_threshold: TARGET_KINDS,
  visual_diff_threshold: ["journey"],
  ssl_expiry: ["monitor"],
  expiry: ["monitor"],
  flapping: TARGET_KINDS,
  missed: ["monitor", "api_monitor", "journey"],
  no_data: ["monitor", "api_monitor", "journey"],
  metric: ["heartbeat"],
  burn_rate: [],
  change: ["monitor"],
};

export const PARAMS_TEXT =
  "By type: `consecutive_failures` {threshold 1–100, min_locations 1}; `error_rate` {threshold 0–100 %, " +
  "window_seconds 60–86400, min_checks 5}; `latency_threshold` {threshold_ms, window_seconds, percentile " +
  "avg|50|90|95|99 (95), min_checks 5}; `visual_diff_threshold` {threshold_percent}; `ssl_expiry` {days 1–365}; " +
  "`expiry` {subject certificate|domain, days [30, 14, 7, 1], each 0–365}; `flapping` {changes 2–100, window_seconds 60–86400}; `missed` and `no_data` {minutes 1–1440}; " +
  "`metric` {name, comparison gt|gte|lt|lte|eq|ne, value, occurrences 1}; `burn_rate` {pairs [1h, 6h], of 1h|6h|3d}, with `slo_id`; " +
  "`change` {fields [all], minutes 15}, of the " +
  `fields ${CHANGE_FIELDS.map((field) => `\`${field}\``).join(", ")}`;
