import { z } from "zod";
import { createConfig, findConfigErrors, findInapplicable } from "../checks/check-config.ts";
import { type CheckConfig, checkShape } from "../checks/check-kinds.ts";
import { CHECK_TYPES, type CheckType, intervalsOf, isComputed } from "../checks/check-types.ts";
import { otherLocationErrors, RETRIES_MAX, retryErrors } from "../checks/fields/retry-field.ts";
import type { ErrorDetail } from "../common/errors.ts";
import { repeated } from "../common/http-rules.ts";
import { timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { recordBaselineSchema } from "./monitor-state/record-baseline.ts";
import { registrationSchema } from "./monitor-state/registration.ts";
import { setStatusSchema } from "./monitor-state/set-status.ts";
import {
  targetCreateFields,
  targetFields,
  targetResponseFields,
  targetUpdateFields,
} from "./target-fields.ts";

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

const DEFAULT_LOCATION = "default";

/** Writable fields without defaults, in addition to those of checks; shared by create and update. */
const fields = {
  ...targetFields,
  type: z.enum(CHECK_TYPES),
  timeout: targetFields.timeout.meta({ description: "Timeout of each attempt in seconds" }),
  retries: z.number().int().min(0).max(RETRIES_MAX).meta({
    description: "Retries before a check counts as down; the short form of `retry.count`",
  }),
};

const readOnlyFields = {
  last_checked_at: readOnly,
  last_response_time_ms: readOnly,
  ssl_expires_at: readOnly,
  baseline: readOnly,
  set_status: readOnly,
  domain_expires_at: readOnly,
  registration: readOnly,
};

const createFields = {
  ...targetCreateFields,
  ...readOnlyFields,
  type: fields.type,
  ...checkShape("create"),
  interval: fields.interval.optional().meta({
    description:
      "Seconds between checks; fractions are allowed. Type `domain`: at least 21,600, default 43,200",
    default: 60,
  }),
  timeout: fields.timeout.default(30),
  locations: fields.locations.default([DEFAULT_LOCATION]),
  retries: fields.retries.optional().meta({ default: 1 }),
};

export const monitorCreate = z
  .strictObject(createFields)
  // Reported together with errors of single fields, so that one response lists them all.
  .check(evenIfInvalid(z.check(addCrossFieldErrors)))
  .meta({ id: "MonitorCreate" });

/** A monitor to test before it is saved; the name is optional. */
export const monitorTry = z
  .strictObject({ ...createFields, name: fields.name.nullish() })
  .check(evenIfInvalid(z.check(addCrossFieldErrors)))
  .meta({ id: "MonitorTry" });

/** Runs a check even if fields are already invalid; zod skips it by default. */
function evenIfInvalid<T extends z.core.$ZodCheck>(check: T): T {
  check._zod.def.when = () => true;
  return check;
}

type Parsed = { value: unknown; issues: { path?: PropertyKey[] | undefined }[] };

function addCrossFieldErrors(payload: z.core.ParsePayload): void {
  const { value, issues }: Parsed = payload;
  const bad = new Set(issues.map(({ path }) => path?.[0]));
  if (typeof value !== "object" || value === null || bad.has("type") || !("type" in value)) return;
  // Invalid fields are treated as absent; their own errors are already reported.
  const valid: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).filter(([name]) => !bad.has(name)),
  );
  const type = valid.type as CheckType;
  const { locations = [], tags } = valid as { locations?: string[]; tags?: string[] | null };
  const interval = typeof valid.interval === "number" ? valid.interval : intervalsOf(type).initial;
  const monitor = { type, config: createConfig(type, valid), locations, tags: tags ?? [] };
  const errors = [
    ...findInapplicable(type, valid),
    ...retryErrors(valid, null),
    ...intervalErrors(type, interval),
    ...confirmErrors(monitor.config.confirm_interval, interval),
    ...findMonitorErrors(monitor),
  ];
  for (const { path, message } of errors) {
    const segments = path.split(".");
    if (!bad.has(segments[0])) payload.issues.push({ code: "custom", path: segments, message, input: value });
  }
}

/** Returns an error if a monitor would be checked less often while it is down. Both are seconds. */
export function confirmErrors(confirmInterval: number | null, interval: number): ErrorDetail[] {
  if (confirmInterval === null || confirmInterval < interval) return [];
  return [{ path: "confirm_interval", message: `must be shorter than the interval, which is ${interval} s` }];
}

/** Returns an error if a monitor would be checked more often than its type allows. */
export function intervalErrors(type: CheckType, interval: number): ErrorDetail[] {
  const { min } = intervalsOf(type);
  if (interval >= min) return [];
  return [{ path: "interval", message: `must be at least ${min} s for type '${type}'` }];
}

/** What the rules across the fields of a monitor are about, after defaults and merging. */
export type MonitorDefinition = {
  type: CheckType;
  config: CheckConfig;
  locations: readonly string[];
  tags: readonly string[];
};

/** Returns everything that is wrong across the fields of a monitor; empty if it may be saved. */
export function findMonitorErrors({ type, config, locations, tags }: MonitorDefinition): ErrorDetail[] {
  return [
    ...findConfigErrors(type, config),
    ...repeated("locations", locations),
    ...computedErrors(type, locations),
    ...otherLocationErrors(config.retry, locations),
    ...repeated("tags", tags),
  ];
}

/** A computed monitor has one series, which belongs to no location. */
function computedErrors(type: CheckType, locations: readonly string[]): ErrorDetail[] {
  if (!isComputed(type) || locations.every((location) => location === DEFAULT_LOCATION)) return [];
  return [
    { path: "locations", message: `does not apply to type '${type}', which no runner checks; remove it` },
  ];
}

/** Changes only the fields in the request; null clears an optional field. */
export const monitorUpdate = z
  .strictObject({
    ...targetUpdateFields,
    ...readOnlyFields,
    type: fields.type.optional(),
    ...checkShape("update"),
    interval: fields.interval.optional(),
    timeout: fields.timeout.optional(),
    locations: fields.locations.optional(),
    retries: fields.retries.optional(),
  })
  .meta({ id: "MonitorUpdate" });

export type MonitorCreate = z.output<typeof monitorCreate>;
export type MonitorCreateInput = z.input<typeof monitorCreate>;
export type MonitorTry = z.output<typeof monitorTry>;
export type MonitorUpdate = z.output<typeof monitorUpdate>;

export const monitorSchema = z
  .object({
    ...targetResponseFields,
    status: z.enum(MONITOR_STATUSES),
    type: z.enum(CHECK_TYPES),
    ...checkShape("response"),
    interval: z.number().meta({ description: "Seconds" }),
    timeout: z.number().meta({ description: "Seconds" }),
    retries: z.number(),
    last_checked_at: timestamp.nullable(),
    last_response_time_ms: z.number().nullable(),
    ssl_expires_at: timestamp.nullable(),
    baseline: recordBaselineSchema.nullable().meta({
      description:
        "The records that a monitor with `expect`: `unchanged` compares with; null before the first check",
    }),
    domain_expires_at: timestamp.nullable().meta({
      description:
        "When the registration of the domain ends; null for monitors without TLS, and if it is not known",
    }),
    registration: registrationSchema.nullable().meta({
      description: "The registration of the domain that is checked over TLS, or of a domain monitor",
    }),
    set_status: setStatusSchema.nullable().meta({
      description: "Of a manual monitor: its status as it was set; null before that, when it is up",
    }),
  })
  .meta({ id: "Monitor" });

export type Monitor = z.output<typeof monitorSchema>;
