import { spanText } from "../format.ts";
import { LOCALE } from "../language/language.ts";
import { t } from "../language/t.ts";
import { useNow } from "./use-now.ts";

const ABSOLUTE = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "long" });

/** Formats an instant in the browser's time zone. */
export function absoluteTime(at: string): string {
  return ABSOLUTE.format(new Date(at));
}

const TIME = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short" });
const DAY_AND_TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });
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
  if (Math.abs(ms) < 1_000 || (ms < 0 && ms > -CLOCK_SKEW_MS)) return t("just now");
  return ms > 0 ? t("{span} ago", { span: spanText(ms) }) : t("in {span}", { span: spanText(-ms) });
}

const YEAR = new Intl.DateTimeFormat(LOCALE, { year: "numeric" });
const SECONDS = {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
} as const;
const THIS_YEAR = new Intl.DateTimeFormat(LOCALE, SECONDS);
const OTHER_YEAR = new Intl.DateTimeFormat(LOCALE, { ...SECONDS, year: "numeric" });

/** Shows an instant to the second: "Nov 24, 4:09:02 PM", with the year if it is another one. */
export function Instant({ at }: { at: string }) {
  const instant = new Date(at);
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {formatFor(instant).format(instant)}
    </time>
  );
}

/** Shows a time with both ends, without what they share: "Nov 24, 4:09:02 – 4:09:22 PM"; "since …" without an end. */
export function TimeSpan({ from, to }: { from: string; to: string | null }) {
  const start = new Date(from);
  const format = formatFor(start);
  return (
    <time
      dateTime={from}
      title={to === null ? absoluteTime(from) : `${absoluteTime(from)} – ${absoluteTime(to)}`}
    >
      {to === null
        ? t("since {format}", { format: format.format(start) })
        : format.formatRange(start, new Date(to))}
    </time>
  );
}

function formatFor(instant: Date): Intl.DateTimeFormat {
  return YEAR.format(instant) === YEAR.format(new Date()) ? THIS_YEAR : OTHER_YEAR;
}

/** Shows a duration: "4 min". Without an end it counts up to now. */
export function Duration({ from, to = null }: { from: string; to?: string | null }) {
  const now = useNow();
  const endMs = to === null ? now : Date.parse(to);
  const title =
    to === null
      ? t("since {absoluteTime}", { absoluteTime: absoluteTime(from) })
      : `${absoluteTime(from)} – ${absoluteTime(to)}`;
  return (
    <time dateTime={from} title={title}>
      {spanText(endMs - Date.parse(from))}
    </time>
  );
}
