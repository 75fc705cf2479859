import { spanText } from "../format.ts";
import { useNow } from "./use-now.ts";

const ABSOLUTE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

/** Formats an instant in the browser's time zone. */
export function absoluteTime(at: string): string {
  return ABSOLUTE.format(new Date(at));
}

/** Shows an instant relative to now: "4 min ago", "in 3 h". The tooltip shows the absolute time. */
export function TimeAgo({ at }: { at: string }) {
  const ms = useNow() - Date.parse(at);
  const text = ms >= 0 ? `${spanText(ms)} ago` : `in ${spanText(-ms)}`;
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {text}
    </time>
  );
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
