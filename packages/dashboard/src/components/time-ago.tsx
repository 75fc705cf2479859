import { spanText } from "../format.ts";
import { useNow } from "./use-now.ts";

const ABSOLUTE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

/** Formats an instant in the browser's time zone. */
export function absoluteTime(at: string): string {
  return ABSOLUTE.format(new Date(at));
}

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const TODAY_MS = 12 * 3_600_000;

/** Formats an instant as briefly as it is unambiguous: the time, with the day if it was not recent. */
export function shortTime(at: string): string {
  const isRecent = Math.abs(Date.now() - Date.parse(at)) < TODAY_MS;
  return (isRecent ? TIME : DAY_AND_TIME).format(new Date(at));
}

/** Shows an instant relative to now: "4 min ago", "in 3 h". The tooltip shows the absolute time. */
export function TimeAgo({ at }: { at: string }) {
  const ms = useNow() - Date.parse(at);
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {agoText(ms)}
    </time>
  );
}

/**
 * The clock of the page ticks once a second, and the clock of the server may be ahead of it: an instant in the next
 * seconds that something reports as past is now.
 */
const CLOCK_SKEW_MS = 5_000;

/** Returns how long ago an instant was; negative if it is in the future. */
export function agoText(ms: number): string {
  if (Math.abs(ms) < 1_000 || (ms < 0 && ms > -CLOCK_SKEW_MS)) return "just now";
  return ms > 0 ? `${spanText(ms)} ago` : `in ${spanText(-ms)}`;
}

/** Shows a duration: "4 min". Without an end it counts up to now. */
export function Duration({ from, to = null }: { from: string; to?: string | null }) {
  const now = useNow();
  const endMs = to === null ? now : Date.parse(to);
  const title = to === null ? `since ${absoluteTime(from)}` : `${absoluteTime(from)} – ${absoluteTime(to)}`;
  return (
    <time dateTime={from} title={title}>
      {spanText(endMs - Date.parse(from))}
    </time>
  );
}
