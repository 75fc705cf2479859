import { createZoneClock } from "@vedette/contract/on-call/shifts/zone-clock.ts";

/** Conversions between instants and the values of `datetime-local` inputs in a time zone. */

export function toInputTime(atMs: number, timezone: string): string {
  const clock = createZoneClock(timezone, { fromMs: atMs, toMs: atMs });
  return new Date(clock.toLocalMs(atMs)).toISOString().slice(0, 16);
}

/** Returns an ISO 8601 instant, or an empty text if the input is not complete. */
export function fromInputTime(value: string, timezone: string): string {
  const localMs = Date.parse(`${value}Z`);
  if (Number.isNaN(localMs)) return "";
  const clock = createZoneClock(timezone, { fromMs: localMs, toMs: localMs });
  return new Date(clock.toInstantMs(localMs)).toISOString();
}
