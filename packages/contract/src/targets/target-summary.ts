import { z } from "zod";
import { MONITOR_STATUSES } from "./monitors.ts";
import { targetListQuery, targetSchema } from "./targets.ts";

/** How all targets are at a glance, without a row for each. */

export const SUMMARY_WRONG_MAX = 100;
export const SUMMARY_SNOOZED_MAX = 5;

/** The filters of the list of targets. */
export const targetSummaryQuery = targetListQuery.omit({ limit: true, cursor: true, sort: true });
export type TargetSummaryQuery = z.output<typeof targetSummaryQuery>;

const firstOf = (max: number, order: string) =>
  z.object({
    total: z.number().meta({ description: "Number of these targets, also of those that are not listed" }),
    targets: z.array(targetSchema).meta({ description: `${order}; at most ${max}` }),
  });

export const targetSummarySchema = z
  .object({
    total: z.number().meta({ description: "Number of targets that match the filters" }),
    counts: z
      .record(z.enum(MONITOR_STATUSES), z.number())
      .meta({ description: "Number of targets by status" }),
    wrong: firstOf(
      SUMMARY_WRONG_MAX,
      "First those that are down, degraded, then unknown, of each status the longest first; then others with an open alert",
    ),
    snoozed: firstOf(SUMMARY_SNOOZED_MAX, "By name"),
  })
  .meta({ id: "TargetSummary" });
export type TargetSummary = z.output<typeof targetSummarySchema>;
