import { z } from "zod";
import { timestamp } from "../common/paging.ts";

/** The noise of alert rules: how many of their alerts in a month asked for attention that they did not need. */

/** Rules that are listed, the noisiest first. */
export const NOISE_RULES_MAX = 1_000;
/** An alert that resolves by itself sooner, before someone acts, is brief. */
export const NOISE_BRIEF_SECONDS = 300;
/** An alert that opens sooner after the last one of the same rule and target was resolved is a repetition. */
export const NOISE_REPEAT_SECONDS = 3_600;
/** Hours of the night in the time zone of the organization. */
export const NOISE_NIGHT = { from: "22:00", to: "07:00" };

export const ruleNoiseQuery = z.strictObject({
  month: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, "must be a month such as 2026-11")
    .optional()
    .meta({ description: "Month in the time zone of the organization; the present one by default" }),
  org_id: z.string().optional(),
});
export type RuleNoiseQuery = z.output<typeof ruleNoiseQuery>;

export const ruleNoiseSchema = z
  .object({
    rule_id: z.string(),
    name: z.string(),
    score: z.number().meta({
      description:
        "0 to 100: 100 × min(1, alerts / 10) × (50 % × brief + 20 % × repeated + 15 % × at night + 15 % × not acknowledged), " +
        "each as a share of the alerts",
    }),
    alerts: z
      .number()
      .meta({ description: "Alerts opened; those whose notifications stayed suppressed do not count" }),
    acknowledged: z.number(),
    brief: z.number().meta({
      description: `Resolved by themselves in under ${NOISE_BRIEF_SECONDS / 60} minutes, and not acknowledged`,
    }),
    repeated: z.number().meta({
      description: `Opened within ${NOISE_REPEAT_SECONDS / 60} minutes after the last alert of the same rule and target was resolved`,
    }),
    at_night: z.number().meta({ description: `Opened between ${NOISE_NIGHT.from} and ${NOISE_NIGHT.to}` }),
  })
  .meta({ id: "AlertRuleNoise" });
export type RuleNoise = z.output<typeof ruleNoiseSchema>;

export const noiseReportSchema = z
  .object({
    month: z.string(),
    time_zone: z.string(),
    from: timestamp,
    to: timestamp,
    rules: z.array(ruleNoiseSchema).meta({
      description: `The rules with alerts in this month, noisiest first; at most ${NOISE_RULES_MAX}`,
    }),
  })
  .meta({ id: "AlertNoiseReport" });
export type NoiseReport = z.output<typeof noiseReportSchema>;
