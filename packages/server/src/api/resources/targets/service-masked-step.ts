import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import { MASKED } from "../../../pipeline/audit/audit.ts";
import { maskValue } from "../../../pipeline/audit/mask-value.ts";

/**
 * Returns an API step for the audit log, of an API monitor or a journey: which headers, query parameters, body and
 * credentials it has, without their values.
 */
export function maskedStep<Step extends Pick<ApiStep, "headers" | "query" | "body" | "auth">>(
  step: Step,
): Record<string, unknown> {
  const { headers, query, body, auth } = step;
  return {
    ...step,
    headers: maskValue(headers),
    query: maskValue(query),
    body: body === null ? null : MASKED,
    auth: auth && { ...(maskValue(auth) as object), type: auth.type },
  };
}
