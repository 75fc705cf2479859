import { z } from "zod";
import { timestamp } from "../common/paging.ts";
import { orgIdField } from "../targets/target-fields.ts";
import { BURN_PAIRS } from "./burn-rates.ts";
import { SLIS, SLO_WINDOWS } from "./slo-limits.ts";
import { SLO_STATES, sloFields } from "./slos.ts";

/** The report of an SLO: what was good in its window, and what is left of the error budget. */

const share = z.number().nullable();

const amounts = {
  good: z.number().meta({ description: "In `unit`" }),
  bad: z.number().meta({ description: "In `unit`" }),
  attainment: share.meta({
    description: "good ÷ (good + bad) in percent, rounded down to 4 decimals; null if nothing was measured",
  }),
};

const excluded = {
  missed_seconds: z.number().meta({
    description:
      "Time in which Vedette missed the checks of a target at all of its locations, of all targets together",
  }),
  maintenance_seconds: z.number(),
};

export const sloReportSchema = z
  .object({
    slo_id: z.string().nullable().meta({ description: "Null in a preview" }),
    objective: z.number(),
    window: z.enum(SLO_WINDOWS),
    timezone: z.string(),
    sli: z.enum(SLIS),
    from: timestamp.meta({ description: "Start of what is measured" }),
    to: timestamp.meta({ description: "Now" }),
    window_ends_at: timestamp.meta({ description: "End of the calendar month; `to` of the other windows" }),
    is_full: z.boolean().meta({
      description: "Whether something was measured since the start of the window, or within a day after it",
    }),
    measured_from: timestamp
      .nullable()
      .meta({ description: "The first day in which something was measured" }),
    target_count: z.number(),
    unit: z.enum(["seconds", "checks"]),
    state: z.enum(SLO_STATES),
    ...amounts,
    excluded: z.object({
      ...excluded,
      unmeasured_seconds: z.number().meta({ description: "Pending, paused or unknown" }),
      checks: z.number().nullable().meta({
        description: "Checks that could not be evaluated, or without a response; null with `time`",
      }),
    }),
    counts_maintenance: z
      .boolean()
      .meta({ description: "Whether maintenance counts instead of being left out" }),
    budget: z
      .object({
        total: z.number().meta({ description: "What may be bad in the whole window, in `unit`" }),
        spent: z.number(),
        left: z.number().meta({ description: "Below zero once the objective is missed" }),
        left_percentage: z.number(),
      })
      .nullable()
      .meta({ description: "Null if nothing was measured" }),
    burn_rates: z.array(
      z.object({
        pair: z.enum(BURN_PAIRS),
        factor: z.number().meta({ description: "The pair holds if both burn rates are at least this" }),
        long: share.meta({ description: "Burn rate of the long window" }),
        short: share,
        holds: z.boolean(),
        is_reachable: z.boolean().meta({
          description: "False if the burn rate is below the factor even while everything fails",
        }),
      }),
    ),
    days: z.array(
      z.object({
        date: z.string().meta({ description: "YYYY-MM-DD in `timezone`" }),
        from: timestamp,
        to: timestamp,
        ...amounts,
        ...excluded,
        budget_left_percentage: share.meta({
          description: "At the end of the day, of the budget of the window",
        }),
      }),
    ),
  })
  .meta({ id: "SloReport" });
export type SloReport = z.output<typeof sloReportSchema>;

/** An SLO to measure over its last window. Nothing is stored. */
export const sloPreviewRequest = z
  .strictObject({
    org_id: orgIdField,
    selector: sloFields.selector,
    objective: sloFields.objective,
    window: sloFields.window.default("30d"),
    timezone: sloFields.timezone.nullish(),
    sli: sloFields.sli.default("time"),
    latency_ms: sloFields.latency_ms.default(null),
    exclude_maintenance: sloFields.exclude_maintenance.default(true),
  })
  .meta({ id: "SloPreviewRequest" });
export type SloPreviewRequest = z.output<typeof sloPreviewRequest>;
