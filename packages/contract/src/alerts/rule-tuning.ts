import { z } from "zod";
import { timestamp } from "../common/paging.ts";
import { PREVIEW_DAYS_MAX } from "./alert-rules.ts";
import { RULE_TYPES, type RuleType } from "./rule-conditions.ts";

/** Tuning of an alert rule: what other settings would have cost over the stored results. */

/** The types of rules about outages: each combination has a delay and may miss some. */
const OUTAGE_TYPES = ["consecutive_failures", "error_rate", "latency_threshold"] as const;

export type TunableType = Exclude<RuleType, "ssl_expiry" | "expiry">;

/** Whether rules of this type have a setting that can be more or less strict. Of those about no outages, alerts are counted. */
export function isTunable(type: RuleType): type is TunableType {
  return type !== "ssl_expiry" && type !== "expiry";
}

export const TUNABLE_TYPES: readonly TunableType[] = RULE_TYPES.filter(isTunable);

/** Whether combinations of a type are compared by the outages that they alert. */
export function measuresOutages(type: RuleType): type is (typeof OUTAGE_TYPES)[number] {
  return OUTAGE_TYPES.some((each) => each === type);
}

export const TUNE_COMBINATIONS_MAX = 60;
/** An outage at least as long as this must not be missed. */
export const TUNE_OUTAGE_SECONDS = 300;

export const ruleTuneRequest = z
  .strictObject({
    days: z.number().int().min(1).max(PREVIEW_DAYS_MAX).default(PREVIEW_DAYS_MAX).meta({
      description: "How many days of results to replay, up to now",
    }),
    target_id: z.string().max(64).nullish().meta({
      description: "Only this target of those that the rule covers; all of them by default",
    }),
  })
  .meta({ id: "AlertRuleTuneRequest" });
export type RuleTuneRequest = z.output<typeof ruleTuneRequest>;

export const tuneCombinationSchema = z
  .object({
    params: z
      .record(z.string(), z.unknown())
      .meta({ description: "Params of the rule, as an update takes them" }),
    recovery_threshold: z.number(),
    alerts: z.number().meta({ description: "Alerts that would have opened" }),
    brief_alerts: z.number().meta({
      description:
        `Those of them that were open at no time of an outage of at least ${TUNE_OUTAGE_SECONDS / 60} minutes; if outages ` +
        `are not measured, those that were open for less than ${TUNE_OUTAGE_SECONDS / 60} minutes`,
    }),
    delay_seconds: z.number().nullable().meta({
      description:
        "Median time from the start of such an outage until an alert was open; null if none of them was alerted",
    }),
    recovery_seconds: z.number().nullable().meta({
      description:
        "Median time from the end of such an outage until its last alert resolved, or until now; null if no alerted one ended",
    }),
    missed_outages: z.number().meta({ description: "Such outages during which no alert was open" }),
    is_rule: z.boolean().meta({ description: "Whether these are the present settings of the rule" }),
    is_knee: z.boolean().meta({
      description:
        "Whether this is the knee: among the combinations that miss the fewest outages, the one from which fewer alerts " +
        "cost the most delay, which is that of the start and of the end of an outage. At most one; none if no such outage was alerted",
    }),
  })
  .meta({ id: "AlertRuleCombination" });
export type TuneCombination = z.output<typeof tuneCombinationSchema>;

export const ruleTuningSchema = z
  .object({
    rule_id: z.string(),
    rule_type: z.enum(RULE_TYPES),
    days: z.number(),
    from: timestamp,
    to: timestamp,
    targets: z.number().meta({ description: "Number of targets that were replayed" }),
    measures_outages: z.boolean().meta({
      description:
        "Whether the rule is about outages. Otherwise only alerts are counted: there is no delay, no missed outage and no knee",
    }),
    outages: z.number().meta({
      description:
        `Outages of at least ${TUNE_OUTAGE_SECONDS / 60} minutes that began in this time. A target is down while at least ` +
        "half of its locations are; for `latency_threshold`, an outage is a time in which the mean of each minute is above " +
        "the threshold of the rule",
    }),
    combinations: z.array(tuneCombinationSchema).meta({
      description: `At most ${TUNE_COMBINATIONS_MAX}, in the order of the grid`,
    }),
  })
  .meta({ id: "AlertRuleTuning" });
export type RuleTuning = z.output<typeof ruleTuningSchema>;
