import { CALENDAR_DAYS_AHEAD, CALENDAR_DAYS_BACK } from "@vedette/contract/on-call/schedule-limits.ts";
import type { Shift } from "@vedette/contract/on-call/shifts/shift.ts";
import {
  type CalendarOwner,
  findCalendarOwner,
} from "../../../pipeline/on-call/schedules/calendar-queries.ts";
import { loadShifts } from "../../../pipeline/on-call/schedules/load-shifts.ts";
import {
  listAllSchedules,
  listSchedulesById,
  type ScheduleRow,
} from "../../../pipeline/on-call/schedules/schedule-queries.ts";
import { calendarText, calendarTime, formatCalendar } from "../../../platform/kernel/icalendar.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { hashCalendarToken } from "./service-calendars.ts";

/** Calendars of shifts, RFC 5545: of a schedule, or of a person in all schedules of an organization. */

const DAY_MS = 86_400_000;

/** Returns the calendar that a token reads, or null. */
export async function findCalendar(
  db: Db,
  { token, nowMs }: { token: string; nowMs: number },
): Promise<string | null> {
  const owner = await findCalendarOwner(db, hashCalendarToken(token));
  if (!owner) return null;
  const schedules = await schedulesOf(db, owner);
  // Whole days, so that the calendar changes only if a shift does or a day passes.
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const range = { fromMs: today - CALENDAR_DAYS_BACK * DAY_MS, toMs: today + CALENDAR_DAYS_AHEAD * DAY_MS };
  const { people, shiftsOf } = await loadShifts(db, owner.org_id, { schedules, ...range });
  const person = owner.person_id === null ? null : people.get(owner.person_id);
  const events = schedules.flatMap((schedule) =>
    shiftsOf(schedule, range)
      .shifts.filter(({ personId }) => owner.person_id === null || personId === owner.person_id)
      .flatMap((shift) => eventOf(schedule, { shift, name: people.get(shift.personId)?.name ?? "" })),
  );
  return document(person ? `On call: ${person.name}` : `On call: ${schedules[0]?.name ?? ""}`, events);
}

function schedulesOf(db: Db, { org_id: orgId, schedule_id: id }: CalendarOwner): Promise<ScheduleRow[]> {
  return id === null ? listAllSchedules(db, orgId) : listSchedulesById(db, orgId, [id]);
}

function document(title: string, events: readonly string[]): string {
  return formatCalendar([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Vedette//On call//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${calendarText(title)}`,
    `X-WR-CALNAME:${calendarText(title)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...events,
    "END:VCALENDAR",
  ]);
}

function eventOf(schedule: ScheduleRow, { shift, name }: { shift: Shift; name: string }): string[] {
  const source = shift.overrideId ?? shift.layerId;
  const layer = schedule.layers.find(({ id }) => id === shift.layerId);
  return [
    "BEGIN:VEVENT",
    // The end identifies the shift: its start may be before the range of the calendar.
    `UID:${source}-${shift.toMs}-${shift.personId}@vedette.invalid`,
    `DTSTAMP:${calendarTime(schedule.updated_at.getTime())}`,
    `DTSTART:${calendarTime(shift.fromMs)}`,
    `DTEND:${calendarTime(shift.toMs)}`,
    `SUMMARY:${calendarText(`${name} on call: ${schedule.name}`)}`,
    `DESCRIPTION:${calendarText(layer ? `Layer: ${layer.name}` : "Override")}`,
    "STATUS:CONFIRMED",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}
