import type { LayerRestriction } from "@vedette/contract/on-call/schedules.ts";
import { createZoneClock } from "@vedette/contract/on-call/shifts/zone-clock.ts";
import { WEEKDAYS } from "@vedette/contract/on-call/weekdays.ts";

const DAY_MINUTES = 1_440;

/** Returns the local date-time of an instant, to the minute; null if one of the texts is not valid. */
export function toLocalDateTime(instant: string, timezone: string): string | null {
  const atMs = Date.parse(instant);
  if (Number.isNaN(atMs)) return null;
  try {
    const clock = createZoneClock(timezone, { fromMs: atMs, toMs: atMs });
    return new Date(clock.toLocalMs(atMs)).toISOString().slice(0, 16);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the restrictions of a span of a week that starts on a day (0: Monday) at a minute: one for each day. */
export function toRestrictions({
  day,
  minute,
  minutes,
}: {
  day: number;
  minute: number;
  minutes: number;
}): LayerRestriction[] {
  const restrictions: LayerRestriction[] = [];
  let [fromDay, from, rest] = [day, minute, Math.min(minutes, 7 * DAY_MINUTES)];
  while (rest > 0) {
    const length = Math.min(rest, DAY_MINUTES - from);
    const weekday = WEEKDAYS[((fromDay % 7) + 7) % 7];
    if (weekday === undefined) throw new Error("a day is a whole number");
    restrictions.push({ weekdays: [weekday], from: timeOf(from), to: timeOf((from + length) % DAY_MINUTES) });
    [fromDay, from, rest] = [fromDay + 1, 0, rest - length];
  }
  return restrictions;
}

/** `HH:MM` of a minute of the day. */
export function timeOf(minute: number): string {
  const twoDigits = (value: number) => `${value}`.padStart(2, "0");
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}
