import { z } from "zod";
import { timestamp } from "../common/paging.ts";

/** A snoozed target is checked as usual, but its alerts send no notifications until a time or until it recovers. */

export const snoozeSchema = z
  .object({
    until: timestamp.nullable().meta({ description: "Null if it lasts until the target recovers" }),
    until_recovery: z.boolean().meta({ description: "Ends when the status of the target becomes `up`" }),
    reason: z.string().nullable(),
    by: z.string().meta({ description: "Name of the user or API key" }),
    at: timestamp,
  })
  .meta({ id: "Snooze" });
export type Snooze = z.output<typeof snoozeSchema>;

/** Response field of targets. */
export const snoozeField = snoozeSchema
  .nullable()
  .meta({ description: "Until when notifications of alerts are suppressed; null if they are not" });
