import { z } from "zod";
import { CHECK_STATUSES, checkResultSchema } from "../checks/check-results.ts";
import { timestamp } from "../common/paging.ts";
import { runErrorSchema, runStepSchema } from "../runs/runs.ts";

/** Results of test runs before a target is saved: they are not stored and have no ID. */

/** Maximum timeout of one attempt of a test run, because a user waits for the result. */
export const TEST_RUN_TIMEOUT_SECONDS_MAX = 60;

export const testRunSchema = z
  .object({
    status: z.enum(["passed", "failed"]),
    location: z.string(),
    runner: z.string(),
    started_at: timestamp,
    duration_ms: z.number(),
    error: runErrorSchema.nullable(),
    steps: z.array(runStepSchema),
  })
  .meta({ id: "RunTest" });
export type TestRunResult = z.output<typeof testRunSchema>;

const testCheckResultSchema = checkResultSchema
  .omit({ id: true, monitor_id: true, trigger: true, has_body: true })
  .meta({ id: "CheckTestResult", description: "A check result without an id: it is not stored" });
export type TestCheckResult = z.output<typeof testCheckResultSchema>;

export const checkTestRunSchema = z
  .object({
    status: z.enum(CHECK_STATUSES).meta({ description: "Combined status of all locations" }),
    results: z
      .array(testCheckResultSchema)
      .meta({ description: "One result per location that responded in time" }),
  })
  .meta({ id: "CheckTest" });
export type CheckTestRun = z.output<typeof checkTestRunSchema>;
