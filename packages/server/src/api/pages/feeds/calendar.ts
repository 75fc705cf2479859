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
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Vedette//Status page//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${text(page.title)}`,
    `X-WR-CALNAME:${text(page.title)}`,
    `URL:${page.url}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...events.flat(),
    "END:VCALENDAR",
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join("");
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
    `DTSTAMP:${time(updatedAtMs)}`,
    `LAST-MODIFIED:${time(updatedAtMs)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${time(fromMs)}`,
    `DTEND:${time(toMs)}`,
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(description)}`,
    `URL:${url}`,
    "STATUS:CONFIRMED",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

function time(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

/** RFC 5545, section 3.3.11. Control characters are not allowed. */
function text(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, "\\n")
    .replaceAll(/\p{Cc}/gu, "");
}

/** Lines have at most 75 octets; a longer one continues after a space. RFC 5545, section 3.1. */
const LINE_BYTES_MAX = 75;

function folded(line: string): string {
  let result = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES_MAX) {
      result += "\r\n ";
      bytes = 1;
    }
    result += character;
    bytes += size;
  }
  return result;
}
