import {
  BODY_BYTES_DEFAULT,
  GRACE_SECONDS_DEFAULT,
  PERIOD_SECONDS_DEFAULT,
} from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { Heartbeat, HeartbeatCreateInput } from "@vedette/contract/heartbeats/heartbeats.ts";
import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import {
  type DurationDraft,
  secondsOfDuration,
  toDurationDraft,
} from "../../../components/forms/duration-draft.ts";
import {
  type AboutDraft,
  aboutBody,
  aboutDraft,
  EMPTY_ABOUT,
} from "../../../features/targets/fields/about-draft.ts";

/** Form state of a heartbeat: unfinished fields are text. Pure. */

export type HeartbeatDraft = AboutDraft &
  Pick<Heartbeat, "name" | "methods" | "paused_ping"> & {
    tags: readonly string[];
    parents: readonly string[];
    scheduleType: HeartbeatSchedule["type"];
    period: DurationDraft;
    cron: string;
    timezone: string;
    calendar: string;
    grace: DurationDraft;
    maxRuntime: DurationDraft;
    slug: string;
    bodyBytesMax: string;
    pushToken: string;
    hasFilters: boolean;
    filters: {
      failure: readonly string[];
      success: readonly string[];
      start: readonly string[];
      otherwise: "ignore" | "fail";
    };
  };

const NO_FILTERS: HeartbeatDraft["filters"] = { failure: [], success: [], start: [], otherwise: "ignore" };

export function newHeartbeatDraft(timezone: string): HeartbeatDraft {
  return {
    name: "",
    ...EMPTY_ABOUT,
    tags: [],
    parents: [],
    scheduleType: "period",
    period: toDurationDraft(PERIOD_SECONDS_DEFAULT),
    cron: "0 3 * * *",
    timezone,
    calendar: `*-*-* 03:00:00 ${timezone}`,
    grace: toDurationDraft(GRACE_SECONDS_DEFAULT),
    maxRuntime: toDurationDraft(null),
    slug: "",
    methods: "any",
    paused_ping: "resume",
    bodyBytesMax: String(BODY_BYTES_DEFAULT),
    pushToken: "",
    hasFilters: false,
    filters: NO_FILTERS,
  };
}

/** `timezone` is that of the user: it is used if the schedule has none and the type is changed. */
export function heartbeatDraft(heartbeat: Heartbeat, timezone: string): HeartbeatDraft {
  const { name, tags, parents, schedule, methods, paused_ping, slug, filters } = heartbeat;
  const empty = newHeartbeatDraft(timezone);
  return {
    ...empty,
    ...aboutDraft(heartbeat),
    ...{ name, tags, parents, methods, paused_ping, slug },
    scheduleType: schedule.type,
    ...(schedule.type === "period" && { period: toDurationDraft(schedule.seconds) }),
    ...(schedule.type === "cron" && { cron: schedule.expression, timezone: schedule.timezone }),
    ...(schedule.type === "oncalendar" && { calendar: schedule.expression }),
    grace: toDurationDraft(heartbeat.grace_seconds),
    maxRuntime: toDurationDraft(heartbeat.max_runtime_seconds),
    bodyBytesMax: String(heartbeat.body_bytes_max),
    pushToken: heartbeat.push_token ?? "",
    hasFilters: filters !== null,
    filters: filters ?? NO_FILTERS,
  };
}

/** The schedule as entered; a number that is none becomes NaN, which the server rejects. */
export function scheduleOf(draft: HeartbeatDraft): HeartbeatSchedule {
  switch (draft.scheduleType) {
    case "period":
      return { type: "period", seconds: secondsOfDuration(draft.period) ?? Number.NaN };
    case "cron":
      return { type: "cron", expression: draft.cron, timezone: draft.timezone };
    case "oncalendar":
      return { type: "oncalendar", expression: draft.calendar };
  }
}

export function heartbeatBody(draft: HeartbeatDraft): HeartbeatCreateInput {
  const { name, tags, parents, methods, paused_ping, slug, pushToken, filters } = draft;
  return {
    ...{ name, methods, paused_ping },
    ...aboutBody(draft),
    tags: [...tags],
    parents: [...parents],
    schedule: scheduleOf(draft),
    grace_seconds: secondsOfDuration(draft.grace) ?? Number.NaN,
    max_runtime_seconds: secondsOfDuration(draft.maxRuntime),
    ...(slug.trim() !== "" && { slug: slug.trim() }),
    body_bytes_max: draft.bodyBytesMax.trim() === "" ? Number.NaN : Number(draft.bodyBytesMax),
    push_token: pushToken.trim() || null,
    filters: draft.hasFilters
      ? {
          ...filters,
          ...{ failure: [...filters.failure], success: [...filters.success], start: [...filters.start] },
        }
      : null,
  };
}
