import type {
  MaintenanceWindowCreate,
  MaintenanceWindowUpdate,
} from "@vedette/contract/alerts/maintenance-windows.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import {
  createTimetable,
  instantMs,
  type Timetable,
} from "../../../pipeline/alerting/maintenance/timetable.ts";
import type { WindowDefinitionRow, WindowFields } from "./queries.ts";

/** Converts requests to stored fields: defaults, merging and validation across fields. No database access. */

/** The target ids of a window, by the kind of target. */
export type NamedTargets = Record<TargetKind, string[]>;

export const ID_FIELDS = {
  monitor: "monitor_ids",
  api_monitor: "api_monitor_ids",
  journey: "journey_ids",
  heartbeat: "heartbeat_ids",
} as const satisfies Record<TargetKind, keyof MaintenanceWindowCreate>;

const KINDS = Object.keys(ID_FIELDS) as TargetKind[];

export function windowCreateFields(
  input: MaintenanceWindowCreate,
  { timezone: defaultTimezone, nowMs }: { timezone: string; nowMs: number },
): WindowFields {
  const timezone = input.timezone ?? defaultTimezone;
  return {
    name: input.name,
    mode: input.mode,
    starts_at: input.starts_at == null ? wholeSecond(nowMs) : startOf(input.starts_at, timezone),
    duration_seconds: durationOf(input) ?? 0,
    rrule: input.rrule ?? null,
    timezone,
    counts_uptime: input.counts_uptime,
    target_ids: flat(namedIn(input)),
    tags: distinct(input.tags ?? []),
    selector: input.selector ?? null,
    show_on: distinct(input.show_on ?? []),
    announcement: input.announcement ?? "",
  };
}

/** Merges the request into the stored fields; null resets a field to its empty value. */
export function windowUpdateFields(
  row: WindowDefinitionRow,
  { input, named }: { input: MaintenanceWindowUpdate; named: NamedTargets },
): WindowFields {
  const timezone = input.timezone ?? row.timezone;
  return {
    name: input.name ?? row.name,
    mode: input.mode ?? row.mode,
    starts_at: input.starts_at === undefined ? row.starts_at : startOf(input.starts_at, timezone),
    duration_seconds: durationOf(input) ?? row.duration_seconds,
    rrule: input.rrule === undefined ? row.rrule : input.rrule,
    timezone,
    counts_uptime: input.counts_uptime ?? row.counts_uptime,
    ...targetsOfUpdate(row, { input, named }),
    show_on: input.show_on === undefined ? row.show_on : distinct(input.show_on ?? []),
    announcement: input.announcement === undefined ? row.announcement : (input.announcement ?? ""),
  };
}

/** A selector replaces ids and tags, and the other way round. */
function targetsOfUpdate(
  row: WindowDefinitionRow,
  { input, named }: { input: MaintenanceWindowUpdate; named: NamedTargets },
): Pick<WindowFields, "target_ids" | "tags" | "selector"> {
  if (input.selector)
    return { target_ids: flat(namedIn(input)), tags: input.tags ?? [], selector: input.selector };
  const target_ids = idsOfUpdate(row, { input, named });
  const tags = input.tags === undefined ? row.tags : distinct(input.tags ?? []);
  const isListed = target_ids.length + tags.length > 0;
  return { target_ids, tags, selector: isListed || input.selector === null ? null : row.selector };
}

/** A selector decides alone. */
export function selectorErrors({ selector, target_ids, tags }: WindowFields): ErrorDetail[] {
  if (selector === null || target_ids.length + tags.length === 0) return [];
  return [{ path: "selector", message: "cannot be combined with ids and tags; put them into the selector" }];
}

/**
 * Keeps the ids of deleted targets unless the request changes the ids. Without any id the window would cover
 * every target, which was not requested.
 */
function idsOfUpdate(
  row: WindowDefinitionRow,
  { input, named }: { input: MaintenanceWindowUpdate; named: NamedTargets },
): string[] {
  const wanted = KINDS.map((kind) => {
    const given = input[ID_FIELDS[kind]];
    return given === undefined ? named[kind] : distinct(given ?? []);
  });
  const isSame = KINDS.every((kind, index) => isSameSet(wanted[index] ?? [], named[kind]));
  return isSame ? row.target_ids : distinct(wanted.flat());
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}

/** The target ids that a request contains. */
export function namedIn(input: MaintenanceWindowCreate | MaintenanceWindowUpdate): NamedTargets {
  const idsOf = (kind: TargetKind) => input[ID_FIELDS[kind]] ?? [];
  return {
    monitor: idsOf("monitor"),
    api_monitor: idsOf("api_monitor"),
    journey: idsOf("journey"),
    heartbeat: idsOf("heartbeat"),
  };
}

function flat(named: NamedTargets): string[] {
  return distinct(KINDS.flatMap((kind) => named[kind]));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

/** A time without an offset is local time in the time zone of the window. */
function startOf(text: string, timezone: string): Date {
  const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
  return wholeSecond(hasOffset ? Date.parse(text) : instantMs(Date.parse(`${text}Z`), timezone));
}

function wholeSecond(ms: number): Date {
  return new Date(Math.floor(ms / 1_000) * 1_000);
}

type Durations = Pick<MaintenanceWindowUpdate, "duration_seconds" | "duration_minutes">;

function durationOf({ duration_seconds: seconds, duration_minutes: minutes }: Durations): number | null {
  return seconds ?? (minutes == null ? null : minutes * 60);
}

/** Validates the duration; a new window requires one. */
export function durationErrors(input: Durations, isNew: boolean): ErrorDetail[] {
  const { duration_seconds: seconds, duration_minutes: minutes } = input;
  if (seconds == null && minutes == null)
    return isNew ? [{ path: "duration_seconds", message: "is required, or set duration_minutes" }] : [];
  if (seconds == null || minutes == null || seconds === minutes * 60) return [];
  return [{ path: "duration_minutes", message: "differs from duration_seconds; send only one of them" }];
}

/** The maximum planning horizon. */
const YEARS_AHEAD_MAX = 10;
const YEAR_MS = 365.25 * 86_400_000;
const FIRST_START_MS = Date.UTC(2000, 0);

/** Validates the schedule: the window must be active at some time from now on. */
export function timeErrors(fields: WindowFields, nowMs: number): ErrorDetail[] {
  const startsAtMs = fields.starts_at.getTime();
  if (startsAtMs < FIRST_START_MS || startsAtMs > nowMs + YEARS_AHEAD_MAX * YEAR_MS)
    return [{ path: "starts_at", message: `must be between 2000 and ${YEARS_AHEAD_MAX} years from now` }];
  const timetable = readTimetable(fields);
  if (typeof timetable === "string")
    return [{ path: "rrule", message: `is not a valid recurrence rule: ${timetable}` }];
  if (timetable.nextStartMs(startsAtMs - 1) === null)
    return [{ path: "rrule", message: "has no occurrence from starts_at on" }];
  if (timetable.onAt(nowMs) !== null || timetable.nextStartMs(nowMs) !== null) return [];
  return [{ path: "starts_at", message: "is so far in the past that the window has already ended" }];
}

/** Returns the timetable, or the error message of the recurrence parser. */
function readTimetable(fields: WindowFields): Timetable | string {
  try {
    return timetableOf({ ...fields, ended_at: null });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function timetableOf(row: WindowFields & Pick<WindowDefinitionRow, "ended_at">): Timetable {
  return createTimetable({
    startsAtMs: row.starts_at.getTime(),
    durationMs: row.duration_seconds * 1_000,
    rrule: row.rrule,
    timezone: row.timezone,
    endedAtMs: row.ended_at?.getTime() ?? null,
  });
}
