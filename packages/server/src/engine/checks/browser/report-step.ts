import type { StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { JourneyContext } from "./journey-context.ts";

/** Reports a step that has ended to the requester of a test run. */
export function reportStep(
  { index, name, action, status, startedAtMs, durationMs, error, screenshot }: StepOutcome,
  { onStep }: Pick<JourneyContext, "onStep">,
): void {
  const shown = screenshot === undefined ? {} : { screenshot };
  onStep?.({ index, name, action, status, startedAtMs, durationMs, error, ...shown });
}
