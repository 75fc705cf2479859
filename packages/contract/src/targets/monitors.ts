import { z } from "zod";
import { ASSERTIONS_MAX, assertionInput, assertionSchema } from "../assertions/assertions.ts";
import { timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { METHODS, MONITOR_TYPES, type MonitorDefinition, monitorErrors } from "./monitor-rules.ts";
import { orgIdField, pausedReason, statusReason, targetFields } from "./target-fields.ts";

export const MONITOR_STATUSES = [
  "pending",
  "up",
  "degraded",
  "down",
  "unknown",
  "paused",
  "maintenance",
] as const;
export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

export const BODY_LENGTH_MAX = 65_536;

/** Every writable field, without defaults; shared by create and update. */
const fields = {
  ...targetFields,
  type: z.enum(MONITOR_TYPES),
  url: z.string().max(8_192),
  method: z.enum(METHODS),
  host: z.string().max(253),
  port: z.number().int().min(1).max(65_535),
  timeout: targetFields.timeout.meta({ description: "Timeout of each attempt in seconds" }),
  headers: z.record(z.string(), z.string()).meta({ description: "At most 50" }),
  assertions: z.array(assertionInput).max(ASSERTIONS_MAX).meta({
    description: "All assertions must pass. Without assertions, a URL is up if its status is 200 to 399",
  }),
  retries: z.number().int().min(0).max(5).meta({
    description: "Retries, one second apart, before a check counts as down",
  }),
  follow_redirects: z.boolean().meta({ description: "Follows at most 10 redirects" }),
  verify_tls: z.boolean(),
  body: z
    .string()
    .max(BODY_LENGTH_MAX)
    .meta({ description: "Sent with POST, PUT, PATCH, DELETE or OPTIONS" }),
  degraded_after_ms: z.number().int().min(1).max(300_000).meta({
    description: "A check slower than this is `degraded`",
  }),
};

const readOnlyFields = {
  id: readOnly,
  status: readOnly,
  status_since: readOnly,
  status_reason: readOnly,
  paused_reason: readOnly,
  last_checked_at: readOnly,
  last_response_time_ms: readOnly,
  ssl_expires_at: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

const createFields = {
  ...readOnlyFields,
  org_id: orgIdField,
  name: fields.name,
  type: fields.type,
  url: fields.url.nullish(),
  method: fields.method.nullish().meta({ default: "GET" }),
  host: fields.host.nullish(),
  port: fields.port.nullish(),
  interval: fields.interval.default(60),
  timeout: fields.timeout.default(30),
  locations: fields.locations.default(["default"]),
  headers: fields.headers.nullish(),
  assertions: fields.assertions.nullish(),
  enabled: fields.enabled.default(true),
  retries: fields.retries.default(1),
  follow_redirects: fields.follow_redirects.default(true),
  verify_tls: fields.verify_tls.default(true),
  body: fields.body.nullish(),
  degraded_after_ms: fields.degraded_after_ms.nullish(),
  tags: fields.tags.nullish(),
  parents: fields.parents.nullish(),
};

export const monitorCreate = z
  .strictObject(createFields)
  // Reported together with errors of single fields, so that one response lists them all.
  .check(evenAfterErrors(z.check(addCrossFieldErrors)))
  .meta({ id: "MonitorCreate" });

/** A monitor to test before it is saved; the name is optional. */
export const monitorTry = z
  .strictObject({ ...createFields, name: fields.name.nullish() })
  .check(evenAfterErrors(z.check(addCrossFieldErrors)))
  .meta({ id: "MonitorTry" });

/** Runs a check even if fields are already invalid; zod skips it by default. */
function evenAfterErrors<T extends z.core.$ZodCheck>(check: T): T {
  check._zod.def.when = () => true;
  return check;
}

type Parsed = { value: unknown; issues: { path?: PropertyKey[] | undefined }[] };

function addCrossFieldErrors(payload: z.core.ParsePayload): void {
  const { value, issues }: Parsed = payload;
  const bad = new Set(issues.map(({ path }) => path?.[0]));
  if (typeof value !== "object" || value === null || bad.has("type")) return;
  // Invalid fields are treated as absent; their own errors are already reported.
  const validFields = Object.fromEntries(Object.entries(value).filter(([name]) => !bad.has(name)));
  for (const { path, message } of monitorErrors(definitionOf(validFields as Partial<MonitorDefinition>))) {
    const error = path.split(".");
    if (!bad.has(error[0])) payload.issues.push({ code: "custom", path: error, message, input: value });
  }
}

function definitionOf(input: Partial<MonitorDefinition>): MonitorDefinition {
  return {
    type: input.type ?? "url",
    url: input.url ?? null,
    method: input.method ?? null,
    host: input.host ?? null,
    port: input.port ?? null,
    headers: input.headers ?? {},
    body: input.body ?? null,
    locations: input.locations ?? [],
    tags: input.tags ?? [],
    assertions: input.assertions ?? [],
  };
}

/** Changes only the fields in the request; null clears an optional field. */
export const monitorUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name.optional(),
    type: fields.type.optional(),
    url: fields.url.nullish(),
    method: fields.method.nullish(),
    host: fields.host.nullish(),
    port: fields.port.nullish(),
    interval: fields.interval.optional(),
    timeout: fields.timeout.optional(),
    locations: fields.locations.optional(),
    headers: fields.headers.nullish(),
    assertions: fields.assertions.nullish(),
    enabled: fields.enabled.optional(),
    retries: fields.retries.optional(),
    follow_redirects: fields.follow_redirects.optional(),
    verify_tls: fields.verify_tls.optional(),
    body: fields.body.nullish(),
    degraded_after_ms: fields.degraded_after_ms.nullish(),
    tags: fields.tags.nullish(),
    parents: fields.parents.nullish(),
  })
  .meta({ id: "MonitorUpdate" });

export type MonitorCreate = z.output<typeof monitorCreate>;
export type MonitorTry = z.output<typeof monitorTry>;
export type MonitorUpdate = z.output<typeof monitorUpdate>;

export const monitorSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    type: z.enum(MONITOR_TYPES),
    url: z.string().nullable(),
    method: z.enum(METHODS).nullable(),
    host: z.string().nullable(),
    port: z.number().nullable(),
    interval: z.number().meta({ description: "Seconds" }),
    timeout: z.number().meta({ description: "Seconds" }),
    locations: z.array(z.string()),
    headers: z.record(z.string(), z.string()),
    assertions: z.array(assertionSchema),
    enabled: z.boolean(),
    retries: z.number(),
    follow_redirects: z.boolean(),
    verify_tls: z.boolean(),
    body: z.string().nullable(),
    degraded_after_ms: z.number().nullable(),
    tags: z.array(z.string()),
    parents: z.array(z.string()),
    status: z.enum(MONITOR_STATUSES),
    status_since: timestamp,
    status_reason: statusReason,
    paused_reason: pausedReason,
    last_checked_at: timestamp.nullable(),
    last_response_time_ms: z.number().nullable(),
    ssl_expires_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Monitor" });

export type Monitor = z.output<typeof monitorSchema>;
