import { Temporal } from "temporal-polyfill";

const SECOND_MS = 1_000;
/** Clocks change at such instants in every time zone since 1972. */
const QUARTER_MS = 900_000;
/** A month of quarters is 3,000 entries. */
const KNOWN_MAX = 10_000;

/** Returns a function that writes an instant in a time zone: `2026-11-27 13:05:09.250+01:00`. Offsets are looked up once. */
export function createLocalTimes(timezone: string): (ms: number) => string {
  const offsets = new Map<number, { ms: number; text: string }>();
  const offsetAt = (ms: number) => {
    const quarter = Math.floor(ms / QUARTER_MS);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    if (offsets.size >= KNOWN_MAX) offsets.clear();
    const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);
    const found = { ms: at.offsetNanoseconds / 1_000_000, text: at.offset };
    offsets.set(quarter, found);
    return found;
  };
  return (ms) => {
    const whole = Math.floor(ms);
    const offset = offsetAt(whole);
    const local = new Date(whole + offset.ms).toISOString();
    const fraction = whole % SECOND_MS === 0 ? "" : local.slice(19, 23);
    return `${local.slice(0, 10)} ${local.slice(11, 19)}${fraction}${offset.text}`;
  };
}
