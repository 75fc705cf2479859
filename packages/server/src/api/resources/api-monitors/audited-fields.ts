import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import { MASKED } from "../audit-log/service.ts";
import { type ApiMonitorFields, WRITABLE_FIELDS } from "./queries.ts";

/** What the audit log is told of an API monitor: of a row only what somebody may write. */
export function auditedFields(fields: ApiMonitorFields): Record<string, unknown> {
  return Object.fromEntries(WRITABLE_FIELDS.map((name) => [name, fields[name]]));
}

/**
 * Headers, query values, bodies, credentials and variables are where people put passwords and tokens: the log
 * says which there are, not what.
 */
export function maskedFields(fields: Partial<ApiMonitorFields>): Record<string, unknown> {
  const { variables, steps } = fields;
  return {
    ...fields,
    ...(variables && { variables: maskedValues(variables) }),
    ...(steps && { steps: steps.map(maskedStep) }),
  };
}

/** An API step as the log tells of it, also one of a journey. */
export function maskedStep(
  step: Pick<ApiStep, "headers" | "query" | "body" | "auth">,
): Record<string, unknown> {
  const { headers, query, body, auth } = step;
  return {
    ...step,
    headers: maskedValues(headers),
    query: maskedValues(query),
    body: body === null ? null : MASKED,
    auth: auth && { type: auth.type, ...maskedValues(withoutType(auth)) },
  };
}

function withoutType({ type: _type, ...rest }: NonNullable<ApiStep["auth"]>): Record<string, string> {
  return rest;
}

function maskedValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, MASKED]));
}
