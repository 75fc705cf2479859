import { z } from "zod";
import { instantSchema, timestamp } from "../common/paging.ts";
import { orgIdField } from "../targets/target-fields.ts";
import { OVERRIDE_SPAN_DAYS_MAX } from "./schedule-limits.ts";

/** Overrides of a schedule: another person is on call for a time. */

export const overrideCreate = z
  .strictObject({
    org_id: orgIdField,
    person_id: z.string().max(64),
    from: instantSchema.meta({ type: "string", format: "date-time" }),
    to: instantSchema.meta({
      description: `In the future, after \`from\`, and at most ${OVERRIDE_SPAN_DAYS_MAX} days after it`,
      type: "string",
      format: "date-time",
    }),
  })
  .meta({ id: "ScheduleOverrideCreate" });
export type OverrideCreate = z.output<typeof overrideCreate>;

export const overrideListQuery = z.strictObject({ org_id: z.string().optional() });

/** Path parameters of an override, with the schedule ID first. */
export const overrideParams = z.object({ id: z.string(), override_id: z.string() });

export const overrideSchema = z
  .object({
    id: z.string(),
    schedule_id: z.string(),
    person_id: z.string(),
    name: z.string(),
    from: timestamp,
    to: timestamp,
    created_by: z.string().meta({ description: "ID of the user or API key" }),
    created_at: timestamp,
  })
  .meta({ id: "ScheduleOverride" });
export type ScheduleOverride = z.output<typeof overrideSchema>;
