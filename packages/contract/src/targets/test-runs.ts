import { z } from "zod";
import { CHECK_STATUSES, checkResultSchema } from "../checks/check-results.ts";
import { timestamp } from "../common/paging.ts";
import { runErrorSchema, runStepSchema } from "../runs/runs.ts";

/** What comes of something that is tried before it is saved: nothing of it is stored, so nothing of it has an id. */

/** The longest that one attempt of a trial may take: somebody waits for it. */
export const TRIAL_TIMEOUT_SECONDS_MAX = 60;

export const runTrialSchema = z
  .object({
    status: z.enum(["passed", "failed"]),
    location: z.string(),
    runner: z.string(),
    started_at: timestamp,
    duration_ms: z.number(),
    error: runErrorSchema.nullable(),
    steps: z.array(runStepSchema),
  })
  .meta({ id: "RunTrial" });
export type RunTrial = z.output<typeof runTrialSchema>;

const trialResultSchema = checkResultSchema
  .omit({ id: true, monitor_id: true, trigger: true })
  .meta({ id: "TrialResult", description: "A check result without an id: it is not stored" });
export type TrialResult = z.output<typeof trialResultSchema>;

export const checkTrialSchema = z
  .object({
    status: z.enum(CHECK_STATUSES).meta({ description: "The verdict of this check over all locations" }),
    results: z.array(trialResultSchema).meta({ description: "One for each location that answered in time" }),
  })
  .meta({ id: "CheckTrial" });
export type CheckTrial = z.output<typeof checkTrialSchema>;
