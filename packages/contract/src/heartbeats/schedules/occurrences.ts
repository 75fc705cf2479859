import { calendarOccurrences } from "./calendar-schedule.ts";
import { cronOccurrences } from "./cron-schedule.ts";
import type { HeartbeatSchedule, Occurrences } from "./schedule-types.ts";

/** A schedule with fixed points in time, unlike a period, which starts with each ping. */
export type FixedSchedule = Exclude<HeartbeatSchedule, { type: "period" }>;

/** Throws a ScheduleError for an expression that is invalid, or that names no point in time. */
export function occurrencesOf(schedule: FixedSchedule): Occurrences {
  return schedule.type === "cron"
    ? cronOccurrences(schedule.expression, schedule.timezone)
    : calendarOccurrences(schedule.expression);
}

/** The next points in time after an instant, at most `count`. */
export function listOccurrences(occurrences: Occurrences, afterMs: number, count: number): number[] {
  const found: number[] = [];
  for (let atMs = occurrences.next(afterMs); atMs !== null && found.length < count; ) {
    found.push(atMs);
    atMs = occurrences.next(atMs);
  }
  return found;
}
