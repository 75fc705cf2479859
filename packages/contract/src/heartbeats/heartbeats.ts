import { z } from "zod";
import { cursorSchema, limitSchema, sortSchema, timestamp, wordsSchema } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { MONITOR_STATUSES } from "../targets/monitors.ts";
import {
  tagSchema,
  targetCreateFields,
  targetFields,
  targetResponseFields,
  targetUpdateFields,
} from "../targets/target-fields.ts";
import {
  BODY_BYTES_DEFAULT,
  BODY_BYTES_MAX,
  FILTER_OTHERWISE,
  FILTER_WORD_LENGTH_MAX,
  FILTER_WORDS_MAX,
  GRACE_SECONDS_DEFAULT,
  GRACE_SECONDS_MAX,
  HEARTBEAT_STATES,
  PAUSED_PING_MODES,
  PERIOD_SECONDS_DEFAULT,
  PING_METHODS,
  RUNTIME_SECONDS_MAX,
  SLUG_LENGTH_MAX,
  SLUG_PATTERN,
} from "./heartbeat-limits.ts";
import { heartbeatScheduleSchema } from "./heartbeat-schedule.ts";

/** Heartbeats: a job pings Vedette on a schedule, and a missing ping is a failure. */

const filterWords = z
  .array(z.string().trim().min(1).max(FILTER_WORD_LENGTH_MAX))
  .max(FILTER_WORDS_MAX)
  .default([]);

const filtersSchema = z
  .strictObject({
    failure: filterWords,
    success: filterWords,
    start: filterWords,
    otherwise: z.enum(FILTER_OTHERWISE).default("ignore").meta({
      description: "What a ping without any of the words is",
    }),
  })
  .refine(({ failure, success, start }) => failure.length + success.length + start.length > 0, {
    message: "must contain a word; use null for no filters",
  })
  .meta({
    id: "HeartbeatFilters",
    description:
      "Words in the body decide what a ping means if its URL does not: first those for failure, then success, then start. " +
      "Upper and lower case differ",
  });
export type HeartbeatFilters = z.output<typeof filtersSchema>;

const UUID = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;

/** Writable fields without defaults, in addition to those of all targets. */
const fields = {
  schedule: heartbeatScheduleSchema,
  grace_seconds: z.number().int().min(0).max(GRACE_SECONDS_MAX).meta({
    description: "How late a ping may be before the heartbeat is down",
  }),
  max_runtime_seconds: z.number().int().min(1).max(RUNTIME_SECONDS_MAX).meta({
    description: "Longest time between `/start` and the end of a run; null for `grace_seconds`",
  }),
  slug: z
    .string()
    .max(SLUG_LENGTH_MAX)
    .regex(SLUG_PATTERN, "must be a-z, 0-9, _ and -")
    .meta({ description: "Identifies the heartbeat in URLs with a ping key; default: from the name" }),
  methods: z.enum(PING_METHODS).meta({
    description: "`post_only` ignores GET and HEAD, which link previews send",
  }),
  filters: filtersSchema,
  body_bytes_max: z.number().int().min(0).max(BODY_BYTES_MAX).meta({
    description: "Bytes that are kept of the body of a ping",
  }),
  paused_ping: z.enum(PAUSED_PING_MODES).meta({
    description: "What a ping does while the heartbeat is paused: `resume` it, or `ignore`",
  }),
  push_token: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,200}$/, "must be 8 to 200 characters: letters, digits, _ and -")
    .meta({
      description:
        "Token with which senders for Uptime Kuma (`/api/push/<token>`) or Gatus (bearer token) ping it, if the server accepts " +
        "them",
    }),
};

const readOnlyFields = {
  ping_url: readOnly,
  state: readOnly,
  last_ping_at: readOnly,
  last_duration_ms: readOnly,
  next_expected_at: readOnly,
  ping_count: readOnly,
  locations: readOnly,
};

export const heartbeatCreate = z
  .strictObject({
    ...targetCreateFields,
    ...readOnlyFields,
    schedule: fields.schedule.default({ type: "period", seconds: PERIOD_SECONDS_DEFAULT }),
    grace_seconds: fields.grace_seconds.default(GRACE_SECONDS_DEFAULT),
    max_runtime_seconds: fields.max_runtime_seconds.nullish(),
    slug: fields.slug.nullish(),
    methods: fields.methods.default("any"),
    filters: fields.filters.nullish(),
    body_bytes_max: fields.body_bytes_max.default(BODY_BYTES_DEFAULT),
    paused_ping: fields.paused_ping.default("resume"),
    push_token: fields.push_token.nullish(),
    ping_uuid: z.string().regex(UUID, "must be a UUID").nullish().meta({
      description: "UUID of the ping URL, for a check that is moved from Healthchecks; default: a random one",
    }),
  })
  .meta({ id: "HeartbeatCreate" });

/** Changes only the fields in the request; null clears an optional field. */
export const heartbeatUpdate = z
  .strictObject({
    ...targetUpdateFields,
    ...readOnlyFields,
    ping_uuid: readOnly,
    schedule: fields.schedule.optional(),
    grace_seconds: fields.grace_seconds.optional(),
    max_runtime_seconds: fields.max_runtime_seconds.nullish(),
    slug: fields.slug.optional(),
    methods: fields.methods.optional(),
    filters: fields.filters.nullish(),
    body_bytes_max: fields.body_bytes_max.optional(),
    paused_ping: fields.paused_ping.optional(),
    push_token: fields.push_token.nullish(),
  })
  .meta({ id: "HeartbeatUpdate" });

export type HeartbeatCreate = z.output<typeof heartbeatCreate>;
export type HeartbeatCreateInput = z.input<typeof heartbeatCreate>;
export type HeartbeatUpdate = z.output<typeof heartbeatUpdate>;
export type HeartbeatUpdateInput = z.input<typeof heartbeatUpdate>;

export const heartbeatSchema = z
  .object({
    ...targetResponseFields,
    status: z.enum(MONITOR_STATUSES),
    state: z.enum(HEARTBEAT_STATES).meta({
      description:
        "`new`: never pinged. `started`: a run is in progress. `late`: a ping is due, and the grace time has not passed",
    }),
    schedule: heartbeatScheduleSchema,
    grace_seconds: z.number(),
    max_runtime_seconds: z.number().nullable(),
    slug: z.string(),
    methods: z.enum(PING_METHODS),
    filters: filtersSchema.nullable(),
    body_bytes_max: z.number(),
    paused_ping: z.enum(PAUSED_PING_MODES),
    ping_url: z.string().nullable().meta({
      description: "Credential of the job; null for keys and members that only read",
    }),
    ping_uuid: z.string().nullable().meta({ description: "The UUID in `ping_url`; null like it" }),
    push_token: z.string().nullable().meta({ description: "Null like `ping_url`, or if it is not set" }),
    ping_count: z.number().meta({ description: "Pings received so far" }),
    last_ping_at: timestamp.nullable().meta({ description: "The last ping that is not ignored" }),
    last_duration_ms: z.number().nullable().meta({ description: "Of the last run that started and ended" }),
    next_expected_at: timestamp.nullable().meta({
      description: "When the next ping is due; null before the first ping, and without a next time",
    }),
  })
  .meta({ id: "Heartbeat" });
export type Heartbeat = z.output<typeof heartbeatSchema>;

export const heartbeatListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  status: wordsSchema(MONITOR_STATUSES).optional(),
  tag: tagSchema.optional(),
  q: z.string().trim().min(1).max(200).optional().meta({ description: "Text in the name or description" }),
  slug: fields.slug.optional().meta({ description: "Only the heartbeat with this slug" }),
  org_id: targetFields.group_id.optional(),
});
export type HeartbeatListQuery = z.output<typeof heartbeatListQuery>;
