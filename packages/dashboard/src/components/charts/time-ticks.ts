import { LOCALE } from "../../language/language.ts";

/** Texts of the time axis in the browser's language and time zone. Pure. */

const DAY_SECONDS = 86_400;

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, options);
const SECONDS = format({ hour: "numeric", minute: "2-digit", second: "2-digit" });
const TIME = format({ hour: "numeric", minute: "2-digit" });
const DAY = format({ day: "numeric", month: "short" });

/** Returns the text of each tick, with the date below the first one and below the first one of each day. */
export function timeTicks(seconds: readonly number[], stepSeconds: number): string[] {
  const dates = seconds.map((second) => new Date(second * 1_000));
  if (stepSeconds >= DAY_SECONDS) return dates.map((date) => DAY.format(date));
  const time = stepSeconds < 60 ? SECONDS : TIME;
  return dates.map((date, index) => {
    const day = DAY.format(date);
    const before = dates[index - 1];
    const isNewDay = before === undefined || DAY.format(before) !== day;
    return isNewDay ? `${time.format(date)}\n${day}` : time.format(date);
  });
}
