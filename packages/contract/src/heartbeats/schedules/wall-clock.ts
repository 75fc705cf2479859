/**
 * Conversion between instants and the wall clock of a time zone. A wall time is written as the epoch milliseconds that it
 * would be in UTC.
 */

const formats = new Map<string, Intl.DateTimeFormat>();
/** There are about 600 time zones; `Intl` accepts their names in any case. */
const FORMATS_MAX = 1_000;

/** Whether this is the name of a time zone. `Intl` also accepts offsets, which know no daylight saving time. */
export function isTimezoneName(text: string): boolean {
  if (!/^[A-Za-z]/.test(text) || text.length > 64) return false;
  try {
    formatOf(text);
    return true;
  } catch {
    return false;
  }
}

/** The wall time at an instant. */
export function wallTimeAt(instantMs: number, timezone: string): number {
  if (timezone === "UTC") return instantMs;
  const parts = formatOf(timezone).formatToParts(new Date(instantMs));
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const milliseconds = ((instantMs % 1_000) + 1_000) % 1_000;
  return (
    Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")) + milliseconds
  );
}

/** The first instant with this wall time, or null if the clock skips it. */
export function instantOf(wallMs: number, timezone: string): number | null {
  if (timezone === "UTC") return wallMs;
  // No offset differs from UTC by more than a day, and no two changes of an offset are so close together.
  const offsets = [wallMs - DAY_MS, wallMs + DAY_MS].map((atMs) => wallTimeAt(atMs, timezone) - atMs);
  const found = offsets
    .map((offsetMs) => wallMs - offsetMs)
    .filter((instantMs) => wallTimeAt(instantMs, timezone) === wallMs);
  return found.length === 0 ? null : Math.min(...found);
}

const DAY_MS = 86_400_000;

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const numeric = { month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: timezone, calendar: "gregory", hourCycle: "h23", year: "numeric", second: "numeric" },
    ...numeric,
  });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(timezone, format);
  return format;
}
