import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import { Temporal } from "temporal-polyfill";
import type { Messages } from "./messages.ts";

/** Writes texts, numbers, times and durations in one language and time zone. */
export type Locale = {
  language: PageLanguage;
  direction: "ltr" | "rtl";
  timezone: string;
  messages: Messages;
  /** Replaces `{…}` in a text. */
  fill(text: string, values: Record<string, string>): string;
  /** A percentage with up to three decimals, never rounded up. */
  percent(value: number): string;
  milliseconds(value: number): string;
  /** Date and time. */
  time(ms: number): string;
  timeRange(fromMs: number, toMs: number): string;
  /** A day of the page's time zone, `2026-11-24`. */
  day(date: string): string;
  /** A month, `2026-11`. */
  month(month: string): string;
  duration(ms: number): string;
  days(count: number): string;
  /** Today, or how many days ago. */
  daysAgo(count: number): string;
  /** Name of the time zone. */
  zone(ms: number): string;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export function createLocale(
  language: PageLanguage,
  { timezone, messages }: { timezone: string; messages: Messages },
): Locale {
  // Western digits in Arabic too: all numbers on the page have the same digits as those in texts of the owner.
  const tag = language === "ar" ? "ar-u-nu-latn" : language;
  const percent = new Intl.NumberFormat(tag, {
    style: "percent",
    maximumFractionDigits: 3,
    roundingMode: "trunc",
  });
  const ms = new Intl.NumberFormat(tag, { style: "unit", unit: "millisecond", maximumFractionDigits: 0 });
  const time = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", timeZone: timezone });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
  const zone = new Intl.DateTimeFormat(tag, { timeZoneName: "long", timeZone: timezone });
  const days = new Intl.NumberFormat(tag, { style: "unit", unit: "day", unitDisplay: "long" });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  return {
    ...{ language, timezone, messages },
    direction: language === "ar" ? "rtl" : "ltr",
    fill: (text, values) => text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place),
    // Without rounding, 99.96 / 100 is a little less than 0.9996.
    percent: (value) => percent.format(Number((value / 100).toFixed(7))),
    milliseconds: (value) => ms.format(value),
    time: (value) => time.format(value),
    timeRange: (fromMs, toMs) => time.formatRange(fromMs, toMs),
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    month: (text) => month.format(new Date(`${text}-15T00:00:00Z`)),
    duration: (value) => durationOf(tag, value),
    days: (count) => days.format(count),
    daysAgo: (count) => relative.format(-count, "day"),
    zone: (at) => zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? timezone,
  };
}

/** Seconds of short times, minutes of longer ones: more is noise. */
function durationOf(tag: string, ms: number): string {
  const unit = ms < 10 * MINUTE_MS ? SECOND_MS : MINUTE_MS;
  const rounded = Math.max(Math.round(ms / unit), 1) * unit;
  return Temporal.Duration.from({ milliseconds: rounded })
    .round({ largestUnit: "day" })
    .toLocaleString(tag, { style: "short" });
}
