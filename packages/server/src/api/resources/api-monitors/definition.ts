import type { ApiMonitorCreate, ApiMonitorUpdate } from "@vedette/contract/api-monitors/api-monitors.ts";
import { distinctParents, given } from "../targets/service.ts";
import type { ApiMonitorFields } from "./queries.ts";

/** Converts requests to stored fields: defaults and merging. Does not access the database. */

export function apiMonitorCreateFields(input: ApiMonitorCreate): ApiMonitorFields {
  return {
    name: input.name,
    description: input.description ?? "",
    interval_ms: Math.round(input.interval * 1_000),
    timeout_ms: Math.round(input.timeout * 1_000),
    locations: input.locations,
    enabled: input.enabled,
    max_retries: input.max_retries,
    tags: input.tags ?? [],
    parents: distinctParents(input.parents ?? []),
    variables: input.variables ?? {},
    steps: input.steps,
  };
}

/** Merges an update into the stored fields; null resets a field to its empty value. */
export function apiMonitorUpdateFields(row: ApiMonitorFields, input: ApiMonitorUpdate): ApiMonitorFields {
  return {
    name: input.name ?? row.name,
    description: given(input.description, row.description, ""),
    interval_ms: input.interval === undefined ? row.interval_ms : Math.round(input.interval * 1_000),
    timeout_ms: input.timeout === undefined ? row.timeout_ms : Math.round(input.timeout * 1_000),
    locations: input.locations ?? row.locations,
    enabled: input.enabled ?? row.enabled,
    max_retries: input.max_retries ?? row.max_retries,
    tags: given(input.tags, row.tags, []),
    parents: distinctParents(given(input.parents, row.parents, [])),
    variables: given(input.variables, row.variables, {}),
    steps: input.steps ?? row.steps,
  };
}
