import { z } from "zod";
import { managedByField } from "../code/managed-by.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { timezoneSchema } from "../common/timezone.ts";
import { selectorSchema, selectorView } from "../targets/selectors.ts";
import { orgIdField, tagSchema, targetFields } from "../targets/target-fields.ts";

/** Maintenance windows: periods of planned work during which no notifications are sent. */

/** `mute`: checks continue without notifications. `pause`: no checks start either. */
export const MAINTENANCE_MODES = ["mute", "pause"] as const;
export type MaintenanceMode = (typeof MAINTENANCE_MODES)[number];

export const DURATION_SECONDS_MIN = 60;
/** 30 days. For longer periods, pause the monitor instead. */
export const DURATION_SECONDS_MAX = 2_592_000;
const TARGETS_MAX = 500;
const RRULE_LENGTH_MAX = 500;
const SHOW_ON_MAX = 100;
const ANNOUNCEMENT_LENGTH_MAX = 5_000;

/** Returns a test for a comma-separated list of integers; with `isSigned`, negative values count from the end. */
function numbers({ max, isSigned }: { max: number; isSigned: boolean }): (text: string) => boolean {
  return (text) =>
    text.split(",").every((entry) => {
      const value = /^[+-]?\d{1,3}$/.test(entry) ? Number(entry) : 0;
      return value !== 0 && value <= max && (isSigned ? value >= -max : value > 0);
    });
}

function wholeNumber(max: number): (text: string) => boolean {
  return (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}

const WEEKDAY = "(?:MO|TU|WE|TH|FR|SA|SU)";

/**
 * The supported parts of a recurrence rule; each may occur once. The time of day comes from `starts_at`: parts that
 * would add other times and frequencies below a day are not supported, which also bounds how often a window starts.
 */
const RRULE_PARTS: Readonly<Record<string, (text: string) => boolean>> = {
  FREQ: (text) => ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].includes(text),
  INTERVAL: wholeNumber(1_000),
  COUNT: wholeNumber(1_000),
  UNTIL: isUntil,
  BYMONTH: numbers({ max: 12, isSigned: false }),
  BYMONTHDAY: numbers({ max: 31, isSigned: true }),
  BYYEARDAY: numbers({ max: 366, isSigned: true }),
  BYWEEKNO: numbers({ max: 53, isSigned: true }),
  BYDAY: (text) =>
    new RegExp(`^(?:[+-]?[1-9]\\d?)?${WEEKDAY}(?:,(?:[+-]?[1-9]\\d?)?${WEEKDAY})*$`).test(text),
  BYSETPOS: numbers({ max: 366, isSigned: true }),
  WKST: (text) => new RegExp(`^${WEEKDAY}$`).test(text),
};

/** Accepts a date or an instant, and rejects dates that do not exist. */
function isUntil(text: string): boolean {
  const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(T\d{6}Z?)?$/.exec(text) ?? [];
  if (year === undefined) return false;
  const clock = time === undefined ? "000000" : time.slice(1, 7);
  const [hour, minute, second] = [clock.slice(0, 2), clock.slice(2, 4), clock.slice(4, 6)];
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const parsed = new Date(written);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === written;
}

/** Returns what is wrong with a recurrence rule, or null. Does not check whether it ever occurs. */
function rruleError(rrule: string): string | null {
  const parts = rrule.split(";").map((part) => part.split("=") as [string, string?]);
  const names = parts.map(([name]) => name);
  for (const [name, text] of parts) {
    const isValid = RRULE_PARTS[name];
    if (isValid === undefined) return `has the part '${name}'; use ${Object.keys(RRULE_PARTS).join(", ")}`;
    if (text === undefined || !isValid(text)) return `has an invalid ${name}: '${text ?? ""}'`;
  }
  if (new Set(names).size < names.length) return "contains a part twice";
  if (!names.includes("FREQ")) return "must contain FREQ, as in FREQ=WEEKLY;BYDAY=SU";
  return names.includes("COUNT") && names.includes("UNTIL") ? "must not contain both COUNT and UNTIL" : null;
}

const rruleSchema = z
  .string()
  .max(RRULE_LENGTH_MAX)
  .transform((text) =>
    text
      .trim()
      .toUpperCase()
      .replace(/^RRULE:/, "")
      .replace(/;$/, ""),
  )
  .check((payload) => {
    const message = rruleError(payload.value);
    if (message !== null) payload.issues.push({ code: "custom", message, input: payload.value });
  })
  .meta({
    description:
      "Recurrence rule of RFC 5545 without DTSTART, such as `FREQ=WEEKLY;BYDAY=SU`. Every occurrence starts at the time of " +
      "day of `starts_at` in `timezone`, across daylight saving changes; null for a single window",
  });

const idsSchema = z.array(z.string()).max(TARGETS_MAX);

/** Every writable field, without defaults. */
const fields = {
  name: targetFields.name,
  mode: z.enum(MAINTENANCE_MODES).meta({
    description: "`mute`: keep checking, mute notifications. `pause`: pause checks and notifications",
  }),
  starts_at: z.iso
    .datetime({
      offset: true,
      local: true,
      message:
        "must be an instant such as 2026-01-31T02:30:00Z, or a local time in `timezone` without an offset",
    })
    .meta({ description: "ISO 8601; without an offset, local time in `timezone`. Default: now" }),
  duration_seconds: z.number().int().min(DURATION_SECONDS_MIN).max(DURATION_SECONDS_MAX),
  duration_minutes: z
    .number()
    .int()
    .min(DURATION_SECONDS_MIN / 60)
    .max(DURATION_SECONDS_MAX / 60)
    .meta({ description: "Alternative to `duration_seconds`, in minutes" }),
  rrule: rruleSchema,
  timezone: timezoneSchema.meta({
    description: "IANA name; default: the time zone of the organization",
  }),
  counts_uptime: z.boolean().meta({
    description:
      "With `mute`: whether results count as uptime and downtime; if false, the status is `maintenance`. " +
      "Not applicable with `pause`",
  }),
  monitor_ids: idsSchema,
  api_monitor_ids: idsSchema,
  journey_ids: idsSchema,
  heartbeat_ids: idsSchema,
  tags: z.array(tagSchema).max(20).meta({
    description:
      "Targets with at least one of these tags. Without IDs and tags the window covers the whole organization",
  }),
  /** Cannot be combined with ids and tags. */
  selector: selectorSchema,
  show_on: z.array(z.string().max(64)).max(SHOW_ON_MAX).meta({
    description: "IDs of status pages that announce the window with its name, its times and `announcement`",
  }),
  announcement: z.string().max(ANNOUNCEMENT_LENGTH_MAX).meta({
    description: "Markdown: what the status pages of `show_on` say about the work",
  }),
};

const readOnlyFields = {
  id: readOnly,
  covers_all: readOnly,
  target_count: readOnly,
  active: readOnly,
  ends_at: readOnly,
  next_starts_at: readOnly,
  ended_at: readOnly,
  created_by: readOnly,
  managed_by: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

export const maintenanceWindowCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name,
    mode: fields.mode.default("mute"),
    starts_at: fields.starts_at.nullish(),
    duration_seconds: fields.duration_seconds.nullish(),
    duration_minutes: fields.duration_minutes.nullish(),
    rrule: fields.rrule.nullish(),
    timezone: fields.timezone.nullish(),
    counts_uptime: fields.counts_uptime.default(false),
    monitor_ids: fields.monitor_ids.nullish(),
    api_monitor_ids: fields.api_monitor_ids.nullish(),
    journey_ids: fields.journey_ids.nullish(),
    heartbeat_ids: fields.heartbeat_ids.nullish(),
    tags: fields.tags.nullish(),
    selector: fields.selector.nullish(),
    show_on: fields.show_on.nullish(),
    announcement: fields.announcement.nullish(),
  })
  .meta({ id: "MaintenanceWindowCreate" });
export type MaintenanceWindowCreate = z.output<typeof maintenanceWindowCreate>;
export type MaintenanceWindowCreateInput = z.input<typeof maintenanceWindowCreate>;

/** Changes only the fields in the request. */
export const maintenanceWindowUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name.optional(),
    mode: fields.mode.optional(),
    starts_at: fields.starts_at.optional(),
    duration_seconds: fields.duration_seconds.nullish(),
    duration_minutes: fields.duration_minutes.nullish(),
    rrule: fields.rrule.nullish(),
    timezone: fields.timezone.optional(),
    counts_uptime: fields.counts_uptime.optional(),
    monitor_ids: fields.monitor_ids.nullish(),
    api_monitor_ids: fields.api_monitor_ids.nullish(),
    journey_ids: fields.journey_ids.nullish(),
    heartbeat_ids: fields.heartbeat_ids.nullish(),
    tags: fields.tags.nullish(),
    selector: fields.selector.nullish(),
    show_on: fields.show_on.nullish(),
    announcement: fields.announcement.nullish(),
  })
  .meta({ id: "MaintenanceWindowUpdate" });
export type MaintenanceWindowUpdate = z.output<typeof maintenanceWindowUpdate>;
export type MaintenanceWindowUpdateInput = z.input<typeof maintenanceWindowUpdate>;

export const maintenanceWindowSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    mode: z.enum(MAINTENANCE_MODES),
    starts_at: timestamp.meta({ description: "Start of the first occurrence" }),
    duration_seconds: z.number(),
    rrule: z.string().nullable(),
    timezone: z.string(),
    counts_uptime: z.boolean(),
    monitor_ids: z.array(z.string()),
    api_monitor_ids: z.array(z.string()),
    journey_ids: z.array(z.string()),
    heartbeat_ids: z.array(z.string()),
    tags: z.array(z.string()),
    selector: selectorView.nullable(),
    show_on: z.array(z.string()).meta({ description: "IDs of the status pages that announce the window" }),
    announcement: z.string().meta({ description: "Markdown" }),
    target_count: z.number().meta({ description: "Number of targets that the window covers now" }),
    covers_all: z
      .boolean()
      .meta({ description: "Whether the window covers every target of the organization" }),
    active: z.boolean().meta({ description: "Whether the window is in effect now" }),
    ends_at: timestamp.nullable().meta({ description: "End of the current occurrence" }),
    next_starts_at: timestamp.nullable(),
    ended_at: timestamp.nullable().meta({ description: "When an occurrence was last ended early" }),
    created_by: z.string().meta({ description: "ID of the user or API key" }),
    managed_by: managedByField,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "MaintenanceWindow" });
export type MaintenanceWindow = z.output<typeof maintenanceWindowSchema>;

export const maintenanceWindowListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  org_id: z.string().optional(),
});
export type MaintenanceWindowListQuery = z.output<typeof maintenanceWindowListQuery>;
