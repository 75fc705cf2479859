import { calendarText, calendarTime, formatCalendar } from "../../../platform/kernel/icalendar.ts";
import type { FeedSource } from "./entries.ts";

/** The calendar of a page, RFC 5545: its maintenances, and past incidents. */
export function renderCalendar({ snapshot, latest, locale }: FeedSource): string {
  const { page, maintenances } = snapshot;
  const events = [
    ...maintenances.map(({ publicId, message: description, ...maintenance }) =>
      event({
        ...maintenance,
        uid: `maintenance-${publicId}`,
        description,
        url: `${page.url}/maintenances/${publicId}`,
      }),
    ),
    ...latest.flatMap(({ publicId, title, impact, startedAtMs, resolvedAtMs, createdAtMs, updatedAtMs }) =>
      resolvedAtMs === null
        ? []
        : event({
            uid: `incident-${publicId}`,
            title,
            description: `${locale.messages.impactLabel}: ${locale.messages.impact[impact]}`,
            url: `${page.url}/incidents/${publicId}`,
            fromMs: startedAtMs,
            // An event without a duration is not shown by some programs.
            toMs: Math.max(resolvedAtMs, startedAtMs + 60_000),
            sequence: Math.max(Math.floor((updatedAtMs - createdAtMs) / 1_000), 0),
            updatedAtMs,
          }),
    ),
  ];
  return formatCalendar([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Vedette//Status page//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${calendarText(page.title)}`,
    `X-WR-CALNAME:${calendarText(page.title)}`,
    `URL:${page.url}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...events.flat(),
    "END:VCALENDAR",
  ]);
}

type CalendarEvent = {
  uid: string;
  title: string;
  description: string;
  url: string;
  fromMs: number;
  toMs: number;
  sequence: number;
  updatedAtMs: number;
};

function event({
  uid,
  title,
  description,
  url,
  fromMs,
  toMs,
  sequence,
  updatedAtMs,
}: CalendarEvent): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${uid}@vedette.invalid`,
    // Of the change and not of the request, so that the calendar changes only if an event does.
    `DTSTAMP:${calendarTime(updatedAtMs)}`,
    `LAST-MODIFIED:${calendarTime(updatedAtMs)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${calendarTime(fromMs)}`,
    `DTEND:${calendarTime(toMs)}`,
    `SUMMARY:${calendarText(title)}`,
    `DESCRIPTION:${calendarText(description)}`,
    `URL:${url}`,
    "STATUS:CONFIRMED",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}
