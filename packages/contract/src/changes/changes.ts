import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, timestamp } from "../common/paging.ts";
import { CHANGE_FIELDS } from "./change-fields.ts";

/** What changed at a target, or in how it is monitored. */

/** Observed changes are kept for so long. */
export const CHANGE_DAYS = 90;
/** How long before an alert a change may be its cause. */
export const CAUSE_MINUTES = 30;

export const CHANGE_KINDS = ["observed", "deploy", "edit", "variable", "rule", "update"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const changeFields = {
  id: z.string(),
  at: timestamp,
  kind: z.enum(CHANGE_KINDS).meta({
    description:
      "`observed`: checks saw it. `deploy`: a deploy marker. `edit`, `variable`, `rule`: someone changed the target, a variable " +
      "or secret that it uses, or a rule that covers it. `update`: another version of Vedette started, or of a runner at one of its locations",
  }),
  summary: z.string().meta({ description: "One sentence, without values of variables" }),
  field: z
    .enum(CHANGE_FIELDS)
    .nullable()
    .meta({ description: "What checks saw changed; null for other kinds" }),
  before: z.string().nullable().meta({ description: "Null unless checks saw it" }),
  after: z.string().nullable(),
  locations: z
    .array(z.string())
    .meta({ description: "Where checks saw it, in the order of time, or where the runner is" }),
  is_last: z.boolean().meta({
    description: "The field changes all the time: further changes of it are ignored for a week",
  }),
  by: z.string().nullable().meta({ description: "Name of the user or API key; null if checks saw it" }),
  url: z.string().nullable().meta({ description: "Page of a deploy" }),
};

export const targetChangeSchema = z.object(changeFields).meta({ id: "TargetChange" });
export type TargetChange = z.output<typeof targetChangeSchema>;

export const alertChangeSchema = z
  .object({
    ...changeFields,
    seconds_before: z.number().meta({ description: "Seconds from the change to the alert" }),
    score: z.number().meta({ description: "How likely it is the cause, 0 to 1, by its time and its kind" }),
  })
  .meta({ id: "AlertChange" });
export type AlertChange = z.output<typeof alertChangeSchema>;

export const changeListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  from: instantSchema.optional().meta({ description: "Changes at or after this time" }),
  to: instantSchema.optional().meta({ description: "Changes before this time" }),
  org_id: z.string().optional(),
});
export type ChangeListQuery = z.output<typeof changeListQuery>;
