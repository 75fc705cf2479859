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
import type { WindowFields, WindowRow } from "./queries.ts";

/** How requests become what is stored: defaults, merging, the rules across fields. No database here. */

/** The ids of a window, each under the field in which it is named. */
export type NamedTargets = Record<TargetKind, string[]>;

export const ID_FIELDS = {
  monitor: "monitor_ids",
  api_monitor: "api_monitor_ids",
  journey: "journey_ids",
} as const satisfies Record<TargetKind, keyof MaintenanceWindowCreate>;

const KINDS = Object.keys(ID_FIELDS) as TargetKind[];

export function fieldsOfCreate(
  input: MaintenanceWindowCreate,
  { timezone: usual, nowMs }: { timezone: string; nowMs: number },
): WindowFields {
  const timezone = input.timezone ?? usual;
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
  };
}

/** The stored fields with those of the request in their place; null stands for the empty value. */
export function fieldsOfUpdate(
  row: WindowRow,
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
    target_ids: idsOfUpdate(row, { input, named }),
    tags: input.tags === undefined ? row.tags : distinct(input.tags ?? []),
  };
}

/**
 * Targets that are gone stay named as long as nobody names others: without any id the window would be about
 * everything, and nobody has asked for that.
 */
function idsOfUpdate(
  row: WindowRow,
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

/** The ids that a request names. */
export function namedIn(input: MaintenanceWindowCreate | MaintenanceWindowUpdate): NamedTargets {
  const { monitor_ids: monitor, api_monitor_ids: apiMonitor, journey_ids: journey } = input;
  return { monitor: monitor ?? [], api_monitor: apiMonitor ?? [], journey: journey ?? [] };
}

function flat(named: NamedTargets): string[] {
  return distinct(KINDS.flatMap((kind) => named[kind]));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

/** Without an offset it is what the clock on the wall shows. */
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

/** What is wrong with how long a window is said to be; a new one has to say it. */
export function durationFaults(input: Durations, isNew: boolean): ErrorDetail[] {
  const { duration_seconds: seconds, duration_minutes: minutes } = input;
  if (seconds == null && minutes == null)
    return isNew ? [{ path: "duration_seconds", message: "is needed, or duration_minutes" }] : [];
  if (seconds == null || minutes == null || seconds === minutes * 60) return [];
  return [{ path: "duration_minutes", message: "says something else than duration_seconds; leave one out" }];
}

/** How far ahead somebody plans. */
const YEARS_AHEAD_MAX = 10;
const YEAR_MS = 365.25 * 86_400_000;
const FIRST_START_MS = Date.UTC(2000, 0);

/** What is wrong with when a window is to be: it has to be on some day from now on. */
export function timeFaults(fields: WindowFields, nowMs: number): ErrorDetail[] {
  const startsAtMs = fields.starts_at.getTime();
  if (startsAtMs < FIRST_START_MS || startsAtMs > nowMs + YEARS_AHEAD_MAX * YEAR_MS)
    return [{ path: "starts_at", message: `must lie between 2000 and ${YEARS_AHEAD_MAX} years from now` }];
  const timetable = readTimetable(fields);
  if (typeof timetable === "string") return [{ path: "rrule", message: `cannot be read: ${timetable}` }];
  if (timetable.nextStartMs(startsAtMs - 1) === null)
    return [{ path: "rrule", message: "never comes from starts_at on" }];
  if (timetable.onAt(nowMs) !== null || timetable.nextStartMs(nowMs) !== null) return [];
  return [{ path: "starts_at", message: "lies so far back that the window is over already" }];
}

/** Or why the recurrence cannot be read, in the words of the library that reads it. */
function readTimetable(fields: WindowFields): Timetable | string {
  try {
    return timetableOf({ ...fields, ended_at: null });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function timetableOf(row: WindowFields & Pick<WindowRow, "ended_at">): Timetable {
  return createTimetable({
    startsAtMs: row.starts_at.getTime(),
    durationMs: row.duration_seconds * 1_000,
    rrule: row.rrule,
    timezone: row.timezone,
    endedAtMs: row.ended_at?.getTime() ?? null,
  });
}
