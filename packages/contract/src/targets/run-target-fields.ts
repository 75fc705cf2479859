import { z } from "zod";
import { cursorSchema, limitSchema, sortSchema, timestamp, wordsSchema } from "../common/paging.ts";
import { MONITOR_STATUSES } from "./monitors.ts";
import { tagSchema } from "./target-fields.ts";

/** What targets that run, which are API monitors and journeys, have in common. */

export const lastRun = z
  .object({
    id: z.string(),
    status: z.enum(["passed", "failed"]),
    location: z.string(),
    finished_at: timestamp,
    duration_ms: z.number().nullable(),
  })
  .nullable()
  .meta({ description: "The run that finished last" });

export const runTargetListQuery = {
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  status: wordsSchema(MONITOR_STATUSES).optional(),
  tag: tagSchema.optional(),
  q: z.string().trim().min(1).max(200).optional().meta({ description: "Text in the name or description" }),
  org_id: z.string().optional(),
};
