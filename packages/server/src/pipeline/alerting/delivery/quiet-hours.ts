import { type QuietHours, quietMinutes } from "@vedette/contract/alerts/channels/quiet-hours.ts";
import { instantOf, wallTimeAt } from "@vedette/contract/heartbeats/schedules/wall-clock.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** When the quiet hours at an instant end, in epoch milliseconds; null if it is not in quiet hours. Pure. */
export function quietUntilMs({ timezone, ranges }: QuietHours, nowMs: number): number | null {
  const minutes = quietMinutes(ranges);
  const wallMs = Math.floor(wallTimeAt(nowMs, timezone) / MINUTE_MS) * MINUTE_MS;
  const first = new Date(wallMs).getUTCDay() * DAY_MINUTES + (Math.floor(wallMs / MINUTE_MS) % DAY_MINUTES);
  if (!minutes[first]) return null;
  let count = 1;
  while (count < minutes.length && minutes[(first + count) % minutes.length]) count += 1;
  const endMs = wallMs + count * MINUTE_MS;
  // The clock may skip the end, or show it twice and the first time is over.
  const end = instantOf(endMs, timezone);
  return end !== null && end > nowMs ? end : nowMs + (endMs - wallMs);
}
