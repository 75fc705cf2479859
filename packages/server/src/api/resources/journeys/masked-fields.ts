import { createHash } from "node:crypto";
import type { JourneyStep } from "@vedette/contract/journeys/journey-steps.ts";
import { MASKED } from "../../../pipeline/audit/audit.ts";
import { maskedStep as maskedRequest } from "../targets/service-masked-step.ts";

/**
 * Masks typed, uploaded, set and sent values, because they may contain passwords: the log shows that a value
 * exists, not the value. A script is replaced by its length and hash.
 */
export function maskJourneyFields(fields: Record<string, unknown>): Record<string, unknown> {
  const { steps, script } = fields as { steps?: JourneyStep[] | null; script?: string | null };
  return {
    ...fields,
    ...(steps && { steps: steps.map(maskedStep) }),
    ...(script && { script: fingerprint(script) }),
  };
}

function fingerprint(script: string): { length: number; sha256: string } {
  return { length: script.length, sha256: createHash("sha256").update(script).digest("hex") };
}

function maskedStep(step: JourneyStep): Record<string, unknown> {
  switch (step.action) {
    case "fill":
    case "select_option":
      return { ...step, value: MASKED };
    case "upload":
      return { ...step, content_base64: MASKED };
    case "totp":
      return { ...step, secret: MASKED };
    case "set_variable":
      return "value" in step.from ? { ...step, from: { value: MASKED } } : step;
    case "request":
      return { ...step, ...maskedRequest(step) };
    default:
      return step;
  }
}
