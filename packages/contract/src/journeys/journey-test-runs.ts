import { z } from "zod";
import { timestamp } from "../common/paging.ts";
import { RUN_ERROR_CODES } from "../runs/run-errors.ts";
import { PAGE_ELEMENTS_MAX } from "../runs/run-job.ts";
import { locationSchema } from "../targets/target-fields.ts";
import { testRunSchema } from "../targets/test-runs.ts";
import { journeyCreate } from "./journeys.ts";

/** Test runs of journeys before they are saved. */

/** The default timeout of a journey; a user waits for the result. */
export const JOURNEY_TEST_TIMEOUT_SECONDS_MAX = 120;
/** Screenshots of one test run, together. One has 50 to 300 kB. */
export const JOURNEY_TEST_SCREENSHOTS_BYTES_MAX = 8 * 1_048_576;
/** Characters of a script's output. */
export const JOURNEY_TEST_OUTPUT_LENGTH_MAX = 65_536;

/** A journey to test before it is saved; the name is optional. */
export const journeyTry = journeyCreate
  .extend({
    name: journeyCreate.shape.name.nullish(),
    location: locationSchema
      .nullish()
      .meta({ description: "One of its locations; default: the primary location" }),
  })
  .meta({ id: "JourneyTry" });
export type JourneyTry = z.output<typeof journeyTry>;
export type JourneyTryInput = z.input<typeof journeyTry>;

/** A step that has started or ended, as an event of a test run. */
export const journeyTestStepSchema = z.object({
  index: z.number(),
  name: z.string(),
  action: z.string(),
  status: z.enum(["running", "passed", "failed", "skipped"]),
  started_at: timestamp.nullable(),
  /** Null while the step runs. */
  duration_ms: z.number().nullable(),
  error: z.object({ code: z.enum(RUN_ERROR_CODES), message: z.string() }).nullable(),
});
export type JourneyTestStep = z.output<typeof journeyTestStepSchema>;

export const journeyTestScreenshotSchema = z
  .object({
    step_index: z.number(),
    content_type: z.string(),
    data_base64: z.string(),
  })
  .meta({ id: "JourneyTestScreenshot" });
export type JourneyTestScreenshot = z.output<typeof journeyTestScreenshotSchema>;

const pixels = z.number().int();

/** The page after the last step, with the elements that a step could use. */
export const journeyTestPageSchema = z
  .object({
    step_index: z.number().meta({ description: "Index of the last step that ran" }),
    content_type: z.string(),
    data_base64: z.string().meta({ description: "Screenshot of the viewport" }),
    width: pixels.meta({ description: "Of the viewport, in CSS pixels" }),
    height: pixels,
    elements: z
      .array(
        z.object({
          selector: z.string().meta({ description: "Matches exactly this element" }),
          role: z.string(),
          name: z.string().meta({ description: "Accessible name or text; may be empty" }),
          x: pixels,
          y: pixels,
          width: pixels,
          height: pixels,
        }),
      )
      .meta({ description: `In the order of the page, at most ${PAGE_ELEMENTS_MAX}` }),
  })
  .meta({ id: "JourneyTestPage" });
export type JourneyTestPage = z.output<typeof journeyTestPageSchema>;

export const journeyTestRunSchema = testRunSchema
  .extend({
    screenshots: z.array(journeyTestScreenshotSchema).meta({
      description: `Of its steps, at most ${JOURNEY_TEST_SCREENSHOTS_BYTES_MAX / 1_048_576} MiB together; without those already sent as events`,
    }),
    output: z.string().nullable().meta({ description: "What a script printed; the first 64 KiB" }),
    artifact_error: z.string().nullable().meta({ description: "Why a screenshot is missing" }),
    last_page: journeyTestPageSchema
      .nullable()
      .meta({ description: "Null for a script, or if the page does not respond" }),
  })
  .meta({ id: "JourneyTest" });
export type JourneyTestRun = z.output<typeof journeyTestRunSchema>;

/** The events of a test run in progress, by name. `result` and `error` end it. */
export const JOURNEY_TEST_EVENTS = {
  step: journeyTestStepSchema,
  screenshot: journeyTestScreenshotSchema,
} as const;
