import { spanText } from "../format.ts";
import { useNow } from "./use-now.ts";

const ABSOLUTE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

/** The instant in words, in the zone of the person who reads it. */
export function absoluteTime(at: string): string {
  return ABSOLUTE.format(new Date(at));
}

/** How long ago an instant was, or how far off it is: "4 min ago", "in 3 h". The instant itself on hover. */
export function TimeAgo({ at }: { at: string }) {
  const ms = useNow() - Date.parse(at);
  const words = ms >= 0 ? `${spanText(ms)} ago` : `in ${spanText(-ms)}`;
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {words}
    </time>
  );
}

/** How long something lasts that began then and goes on, or has ended: "4 min". */
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
