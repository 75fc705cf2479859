import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import { percentText, spanText, uptimeRangeText } from "../../../format.ts";
import { phraseInSentence } from "../../../language/in-sentence.ts";
import { LOCALE } from "../../../language/language.ts";
import { t } from "../../../language/t.ts";
import { missedReasonText } from "../../../missed-text.ts";

/** What a day of the strip looks like. Pure. */

export type DayTone = "up" | "partial" | "down" | "maintenance" | "none";

export const DAY_TONES: readonly DayTone[] = ["up", "partial", "down", "maintenance", "none"];

export const DAY_LABELS: Record<DayTone, string> = {
  up: t("No downtime"),
  partial: t("Less than 1 % downtime"),
  down: t("1 % downtime or more"),
  maintenance: t("Maintenance"),
  none: t("No data"),
};

const PARTIAL_FROM_PERCENT = 99;

export const DAY_WIDTH = 10;
export const DAY_HEIGHT = 32;

/** A shape for each tone, 8 wide in a cell of 10 × 32, so that it is not shown by color alone. */
const SHAPES: Record<DayTone, string> = {
  up: "v32h8v-32z",
  // A notch at the top.
  partial: "v32h8v-32l-4 13z",
  // Narrow in the middle.
  down: "l3 16l-3 16h8l-3 -16l3 -16z",
  // Half as high.
  maintenance: "m0 16v16h8v-16z",
  // Only a base line.
  none: "m0 28v4h8v-4z",
};

export function dayTone(day: UptimeDay): DayTone {
  const { uptime_percentage: uptime, outages, maintenance_seconds: maintenance } = day;
  if (uptime === null) return maintenance > 0 ? "maintenance" : "none";
  if (outages === 0) return "up";
  return uptime > PARTIAL_FROM_PERCENT ? "partial" : "down";
}

/** Seconds of a day must be visible. */
const MISSED_HEIGHT_MIN = 4;

/** The path of missed time, which covers the days from the bottom up by its share. */
export function missedPath(days: readonly UptimeDay[]): string {
  return days
    .map((day, index) => {
      const height = missedHeight(day);
      return height === 0 ? "" : `M${index * DAY_WIDTH + 1} ${DAY_HEIGHT - height}v${height}h8v-${height}z`;
    })
    .join("");
}

function missedHeight({ missed_seconds: missed, observed_percentage: observed }: UptimeDay): number {
  if (missed === 0 || observed === null) return 0;
  const share = (100 - observed) / 100;
  return Math.min(DAY_HEIGHT, Math.max(MISSED_HEIGHT_MIN, Math.round(share * DAY_HEIGHT)));
}

/** The path of one cell, at the position of a day. */
export function shapePath(tone: DayTone, index = 0): string {
  return `M${index * DAY_WIDTH + 1} 0${SHAPES[tone]}`;
}

/** The path of all days of one tone. */
export function dayPath(days: readonly UptimeDay[], tone: DayTone): string {
  return days.map((day, index) => (dayTone(day) === tone ? shapePath(tone, index) : "")).join("");
}

const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: "UTC" });

/** Formats a day of the organization's time zone. */
export function dateText(date: string): string {
  return DATE.format(new Date(`${date}T00:00:00Z`));
}

/** The date, and what happened on it. */
export function dayTexts(day: UptimeDay): string[] {
  const { outages, down_seconds, degraded_seconds, maintenance_seconds, unmeasured_seconds } = day;
  const texts = [
    dateText(day.date),
    day.uptime_percentage === null
      ? day.missed_seconds > 0
        ? t("Not measured")
        : t("No data")
      : t("{percent} uptime", { percent: percentText(day.uptime_percentage) }),
  ];
  if (outages > 0)
    texts.push(
      t("{outages, plural, one {# outage} other {# outages}}, {span} down", {
        outages,
        span: spanText(down_seconds * 1_000),
      }),
    );
  if (degraded_seconds >= 1) texts.push(t("{span} degraded", { span: spanText(degraded_seconds * 1_000) }));
  if (maintenance_seconds >= 1)
    texts.push(t("{span} in maintenance", { span: spanText(maintenance_seconds * 1_000) }));
  if (unmeasured_seconds >= 1)
    texts.push(t("{span} without a status", { span: spanText(unmeasured_seconds * 1_000) }));
  texts.push(...missedTexts(day));
  return texts;
}

function missedTexts(day: UptimeDay): string[] {
  if (day.missed_seconds === 0) return [];
  const reasons = day.missed_reasons.map(missedReasonText);
  const range = uptimeRangeText({
    min: day.uptime_percentage_min,
    max: day.uptime_percentage_max,
    observed: day.observed_percentage,
  });
  const time = t("{span} not measured", { span: spanText(Math.ceil(day.missed_seconds) * 1_000) });
  return [reasons.length === 0 ? time : `${time}: ${reasons.join(", ")}`, ...(range ? [range] : [])];
}

/** A summary of all days for screen readers. */
export function daysSummary(days: readonly UptimeDay[]): string {
  const counts = DAY_TONES.map((tone) => ({
    tone,
    count: days.filter((day) => dayTone(day) === tone).length,
  })).filter(({ count }) => count > 0);
  const parts = counts.map(({ tone, count }) => `${count} × ${phraseInSentence(DAY_LABELS[tone])}`);
  const missed = days.filter((day) => day.missed_seconds > 0).length;
  if (missed > 0) parts.push(t("{missed} × partly not measured", { missed }));
  return t("{days} days: {counts}.", { days: days.length, counts: parts.join(", ") });
}
