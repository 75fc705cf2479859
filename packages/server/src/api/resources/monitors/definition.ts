import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { monitorErrors } from "@vedette/contract/targets/monitor-rules.ts";
import type { MonitorCreate, MonitorUpdate } from "@vedette/contract/targets/monitors.ts";
import { distinctParents, given } from "../targets/service.ts";
import type { MonitorFields, MonitorRow } from "./queries.ts";

/** Converts requests to stored fields: defaults, merging and validation across fields. No database access. */

export function monitorCreateFields(input: MonitorCreate): MonitorFields {
  return {
    name: input.name,
    type: input.type,
    url: textOf(input.url) ?? null,
    method: methodOf(input.type, input.method),
    host: textOf(input.host) ?? null,
    port: input.port ?? null,
    interval_ms: Math.round(input.interval * 1_000),
    timeout_ms: Math.round(input.timeout * 1_000),
    locations: input.locations,
    headers: input.headers ?? {},
    assertions: input.assertions ?? [],
    enabled: input.enabled,
    retries: input.retries,
    follow_redirects: input.follow_redirects,
    verify_tls: input.verify_tls,
    body: textOf(input.body) ?? null,
    degraded_after_ms: input.degraded_after_ms ?? null,
    tags: input.tags ?? [],
    parents: distinctParents(input.parents ?? []),
  };
}

/** Merges the request into the stored fields; null resets a field to its empty value. */
export function monitorUpdateFields(row: MonitorRow, input: MonitorUpdate): MonitorFields {
  return {
    name: input.name ?? row.name,
    type: row.type,
    url: given(textOf(input.url), row.url, null),
    method: methodOf(row.type, given(input.method, row.method, null)),
    host: given(textOf(input.host), row.host, null),
    port: given(input.port, row.port, null),
    interval_ms: input.interval === undefined ? row.interval_ms : Math.round(input.interval * 1_000),
    timeout_ms: input.timeout === undefined ? row.timeout_ms : Math.round(input.timeout * 1_000),
    locations: input.locations ?? row.locations,
    headers: given(input.headers, row.headers, {}),
    assertions: given(input.assertions, row.assertions, []),
    enabled: input.enabled ?? row.enabled,
    retries: input.retries ?? row.retries,
    follow_redirects: input.follow_redirects ?? row.follow_redirects,
    verify_tls: input.verify_tls ?? row.verify_tls,
    body: given(textOf(input.body), row.body, null),
    degraded_after_ms: given(input.degraded_after_ms, row.degraded_after_ms, null),
    tags: given(input.tags, row.tags, []),
    parents: distinctParents(given(input.parents, row.parents, [])),
  };
}

/** Returns all validation errors across fields, including a change of the type. */
export function findMonitorErrors(fields: MonitorFields, wantedType = fields.type): ErrorDetail[] {
  if (wantedType !== fields.type) {
    return [{ path: "type", message: `cannot change from '${fields.type}'; create another monitor` }];
  }
  return monitorErrors(fields);
}

/** An empty string clears a field like null, and reads back as null. */
function textOf(text: string | null | undefined): string | null | undefined {
  return text === "" ? null : text;
}

function methodOf(type: MonitorFields["type"], method: MonitorFields["method"] | undefined) {
  return method ?? (type === "url" ? "GET" : null);
}
