import { spanText } from "../format.ts";
import { useNow } from "./use-now.ts";

const ABSOLUTE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

/** How long ago an instant was: "4 min ago", or "4 min" without the suffix. The instant itself on hover. */
export function Age({ at, suffix = "" }: { at: string; suffix?: string }) {
  const span = spanText(useNow() - Date.parse(at));
  return (
    <time dateTime={at} title={ABSOLUTE.format(new Date(at))}>
      {span}
      {suffix}
    </time>
  );
}
