import { z } from "zod";

/** The parts of responses of PagerDuty's REST API v2 that an import reads. Unknown fields are ignored. */

const LIST_MAX = 1_000;
const text = z.string().max(2_000);

const reference = z.object({
  id: text,
  type: text.nullish(),
  summary: text.nullish(),
  email: text.nullish(),
});
export type PagerdutyReference = z.output<typeof reference>;

const layer = z.object({
  name: text.nullish(),
  start: text,
  end: text.nullish(),
  rotation_virtual_start: text,
  rotation_turn_length_seconds: z.number().int().min(1),
  users: z.array(z.object({ user: reference })).max(LIST_MAX),
  restrictions: z
    .array(
      z.object({
        type: z.enum(["daily_restriction", "weekly_restriction"]),
        start_time_of_day: z.string().regex(/^\d{2}:\d{2}(:\d{2})?$/),
        duration_seconds: z.number().int().min(1),
        start_day_of_week: z.number().int().min(1).max(7).nullish(),
      }),
    )
    .max(LIST_MAX)
    .default([]),
});
export type PagerdutyLayer = z.output<typeof layer>;

export const pagerdutySchedule = z.object({
  id: text,
  name: text,
  description: text.nullish(),
  time_zone: text,
  schedule_layers: z.array(layer).max(LIST_MAX),
  overrides_subschedule: z
    .object({
      rendered_schedule_entries: z
        .array(z.object({ start: text, end: text, user: reference }))
        .max(LIST_MAX)
        .default([]),
    })
    .nullish(),
});
export type PagerdutySchedule = z.output<typeof pagerdutySchedule>;

export const pagerdutyPolicy = z.object({
  name: text,
  description: text.nullish(),
  num_loops: z.number().int().min(0).default(0),
  escalation_rules: z
    .array(
      z.object({ escalation_delay_in_minutes: z.number().min(0), targets: z.array(reference).max(LIST_MAX) }),
    )
    .max(LIST_MAX),
});
export type PagerdutyPolicy = z.output<typeof pagerdutyPolicy>;

export const pagerdutyUser = z.object({ id: text, email: text });
