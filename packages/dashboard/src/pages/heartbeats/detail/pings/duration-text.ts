import { responseText, spanText } from "../../../../format.ts";

const MINUTE_MS = 60_000;

/** Formats how long a job ran: "820 ms", "42.5 s", "3 h 12 min", or a dash. */
export function durationText(ms: number | null): string {
  return ms !== null && ms >= MINUTE_MS ? spanText(ms) : responseText(ms);
}
