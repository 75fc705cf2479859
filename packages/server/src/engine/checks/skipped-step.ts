import type { StepOutcome } from "@vedette/contract/runs/run-job.ts";

/** The findings of a step that sent no request. */
export const NO_FINDINGS: Pick<
  StepOutcome,
  "error" | "url" | "request" | "response" | "assertions" | "extracted"
> = { error: null, url: null, request: null, response: null, assertions: [], extracted: [] };

export function skippedStep(step: Pick<StepOutcome, "index" | "name" | "action">): StepOutcome {
  return { ...step, status: "skipped", startedAtMs: null, durationMs: null, ...NO_FINDINGS };
}
