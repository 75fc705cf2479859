import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import { MASKED } from "../../../pipeline/audit/audit.ts";
import { API_MONITOR_FIELDS, type ApiMonitorFields } from "./queries.ts";

/** Returns the fields of an API monitor for the audit log: only the writable fields of a row. */
export function auditedApiMonitorFields(fields: ApiMonitorFields): Record<string, unknown> {
  return Object.fromEntries(API_MONITOR_FIELDS.map((name) => [name, fields[name]]));
}

/**
 * Masks the values of headers, query parameters, bodies, credentials and variables, because users may put
 * passwords and tokens there. The log shows only which ones exist.
 */
export function maskedApiMonitorFields(fields: Partial<ApiMonitorFields>): Record<string, unknown> {
  const { variables, steps } = fields;
  return {
    ...fields,
    ...(variables && { variables: maskedValues(variables) }),
    ...(steps && { steps: steps.map(maskedStep) }),
  };
}

/** Returns an API step for the audit log. Also used for API steps of journeys. */
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
