import { z } from "zod";
import { managedByField } from "../code/managed-by.ts";
import { cursorSchema, instantSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { timezoneSchema } from "../common/timezone.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import {
  LAYER_PEOPLE_MAX,
  LAYER_RESTRICTIONS_MAX,
  LAYERS_MAX,
  ROTATION_EVERY_MAX,
  SHIFT_DAYS_MAX,
} from "./schedule-limits.ts";
import { WEEKDAYS } from "./weekdays.ts";

/** On-call schedules: who is on call when. */

export const ROTATION_UNITS = ["hour", "day", "week"] as const;

const localDateTime = z
  .string()
  .regex(
    /^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:00)?$/,
    "must be a local time without an offset, such as 2026-01-05T09:00",
  )
  .refine((text) => new Date(`${text.slice(0, 16)}Z`).toISOString().startsWith(text.slice(0, 16)), {
    error: "must be a date that exists",
  })
  .transform((text) => text.slice(0, 16));

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 08:30")
  .meta({ description: "HH:MM, local time" });

const restriction = z.strictObject({
  weekdays: z.array(z.enum(WEEKDAYS)).min(1).max(WEEKDAYS.length),
  from: timeOfDay,
  to: timeOfDay.meta({ description: "If it is not after `from`, the range ends on the next day" }),
});
export type LayerRestriction = z.output<typeof restriction>;

export const layerSchema = z
  .strictObject({
    id: z.string().max(64).optional().meta({ description: "Without one, the layer is new" }),
    name: targetFields.name,
    people: z.array(z.string().max(64)).max(LAYER_PEOPLE_MAX).meta({
      description: "IDs of people in the order of their turns; a person may occur more than once",
    }),
    rotation: z.strictObject({
      unit: z.enum(ROTATION_UNITS),
      every: z.number().int().min(1).max(ROTATION_EVERY_MAX),
    }),
    starts_at: localDateTime.meta({
      description: "First handoff, local time in `timezone`. It defines the time of day of all handoffs",
    }),
    ends_at: localDateTime.nullish().meta({ description: "Local time at which the layer ends" }),
    restrictions: z
      .array(restriction)
      .max(LAYER_RESTRICTIONS_MAX)
      .default([])
      .meta({ description: "The only times at which the layer has someone; empty: always" }),
  })
  .refine((layer) => layer.ends_at == null || layer.ends_at > layer.starts_at, {
    path: ["ends_at"],
    error: "must be after starts_at",
  })
  .meta({ id: "ScheduleLayerFields" });
export type ScheduleLayerInput = z.input<typeof layerSchema>;

/** A layer as it is stored. */
export type ScheduleLayer = Omit<z.output<typeof layerSchema>, "id" | "ends_at"> & {
  id: string;
  ends_at: string | null;
};

const fields = {
  name: targetFields.name,
  description: targetFields.description,
  timezone: timezoneSchema.meta({ description: "IANA name; default: the time zone of the organization" }),
  layers: z
    .array(layerSchema)
    .max(LAYERS_MAX)
    .meta({ description: "A later layer wins over an earlier one while it has someone" }),
};

const readOnlyFields = {
  ...{ id: readOnly, people: readOnly, warnings: readOnly, has_calendar: readOnly, managed_by: readOnly },
  ...{ created_by: readOnly, created_at: readOnly, updated_at: readOnly },
};

export const scheduleCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name,
    description: fields.description.default(""),
    timezone: fields.timezone.nullish(),
    layers: fields.layers.default([]),
  })
  .meta({ id: "ScheduleCreate" });
export type ScheduleCreate = z.output<typeof scheduleCreate>;

/** Changes only the fields in the request. */
export const scheduleUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name.optional(),
    description: fields.description.optional(),
    timezone: fields.timezone.optional(),
    layers: fields.layers.optional(),
  })
  .meta({ id: "ScheduleUpdate" });
export type ScheduleUpdate = z.output<typeof scheduleUpdate>;

/** A person of a schedule. */
export const schedulePerson = z.object({ id: z.string(), name: z.string() }).meta({ id: "SchedulePerson" });
export type SchedulePerson = z.output<typeof schedulePerson>;

const layerView = z
  .object({
    id: z.string(),
    name: z.string(),
    people: z.array(z.string()),
    rotation: z.object({ unit: z.enum(ROTATION_UNITS), every: z.number() }),
    starts_at: z.string().meta({ description: "Local time" }),
    ends_at: z.string().nullable(),
    restrictions: z.array(
      z.object({ weekdays: z.array(z.enum(WEEKDAYS)), from: z.string(), to: z.string() }),
    ),
  })
  .meta({ id: "ScheduleLayer" });

export const scheduleSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    description: z.string().meta({ description: "Markdown" }),
    timezone: z.string(),
    layers: z.array(layerView),
    people: z.array(schedulePerson).meta({ description: "The members among the people of the layers" }),
    warnings: z
      .array(z.string())
      .meta({ description: "What an owner should change, such as people who are no longer members" }),
    has_calendar: z.boolean().meta({ description: "Whether the calendar of the schedule has a URL" }),
    managed_by: managedByField,
    created_by: z.string().meta({ description: "ID of the user or API key" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Schedule" });
export type Schedule = z.output<typeof scheduleSchema>;

export const scheduleListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  org_id: z.string().optional(),
});
export type ScheduleListQuery = z.output<typeof scheduleListQuery>;

/** A range of time in a query string. */
export const shiftQuery = z.strictObject({
  from: instantSchema.optional().meta({ description: "Default: now", type: "string", format: "date-time" }),
  to: instantSchema.optional().meta({
    description: `At most ${SHIFT_DAYS_MAX} days after \`from\`; default: 30 days after it`,
    type: "string",
    format: "date-time",
  }),
  org_id: z.string().optional(),
});
export type ShiftQuery = z.output<typeof shiftQuery>;

const shiftView = z
  .object({
    person_id: z.string(),
    name: z.string(),
    from: timestamp,
    to: timestamp,
    layer_id: z.string().nullable(),
    override_id: z.string().nullable(),
  })
  .meta({ id: "Shift" });
export type ShiftView = z.output<typeof shiftView>;

export const shiftsSchema = z
  .object({
    from: timestamp,
    to: timestamp,
    shifts: z.array(shiftView),
    gaps: z.array(z.object({ from: timestamp, to: timestamp })).meta({
      description: "Times in which no one is on call",
    }),
    is_complete: z.boolean().meta({ description: "False if the range has too many shifts for one response" }),
  })
  .meta({ id: "Shifts" });
export type ShiftsView = z.output<typeof shiftsSchema>;
