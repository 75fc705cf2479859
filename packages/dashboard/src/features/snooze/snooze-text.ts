import type { Snooze } from "@vedette/contract/targets/snooze.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";

const TIME = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short" });
const DATE_AND_TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });

/** Returns when a snooze ends, in the browser's time zone: "until 14:30", "until Nov 24, 2026, 14:30"; null once it has expired. */
export function snoozeText(snooze: Pick<Snooze, "until"> | null, nowMs: number): string | null {
  if (snooze === null) return null;
  if (snooze.until === null) return t("until recovery");
  const [end, now] = [new Date(snooze.until), new Date(nowMs)];
  if (end <= now) return null;
  const isToday = end.toDateString() === now.toDateString();
  return t("until {format}", { format: (isToday ? TIME : DATE_AND_TIME).format(end) });
}
