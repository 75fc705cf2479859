import type { ReportRange } from "../report-period.ts";
import type { ReportTexts } from "./texts/report-texts.ts";

/** Writes numbers and times in the language and the time zone of a report. */
export type ReportFigures = {
  percent(value: number | null): string;
  milliseconds(value: number | null): string;
  count(value: number): string;
  /** `1 d 2 h`, at most two units. */
  duration(ms: number): string;
  instant(ms: number): string;
  date(ms: number): string;
  /** The first and the last day, or the instants if the limits are no midnights. */
  range(range: ReportRange): string;
};

const SECOND_MS = 1_000;
const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", SECOND_MS],
] as const;

export function createReportFigures({ locale, noData }: ReportTexts, timezone: string): ReportFigures {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const percentage = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: timezone });
  const minute = new Intl.DateTimeFormat(locale, {
    ...{ dateStyle: "medium", timeStyle: "short", timeZone: timezone },
    hourCycle: "h23",
  });
  const time = new Intl.DateTimeFormat("en", {
    ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: timezone },
    hourCycle: "h23",
  });
  const isMidnight = (ms: number) => ms % SECOND_MS === 0 && time.format(ms) === "00:00:00";
  return {
    percent: (value) => (value === null ? noData : `${percentage.format(value)} %`),
    milliseconds: (value) => (value === null ? noData : `${number.format(value)} ms`),
    count: (value) => number.format(value),
    duration,
    instant: (ms) => minute.format(ms),
    date: (ms) => day.format(ms),
    range: ({ fromMs, toMs }) =>
      isMidnight(fromMs) && isMidnight(toMs)
        ? day.formatRange(fromMs, toMs - 1)
        : minute.formatRange(fromMs, toMs),
  };
}

function duration(ms: number): string {
  const first = UNITS.findIndex(([, unitMs]) => ms >= unitMs);
  if (first < 0) return ms > 0 ? "< 1 s" : "0 s";
  let restMs = ms;
  return UNITS.slice(first, first + 2)
    .flatMap(([unit, unitMs]) => {
      const count = Math.floor(restMs / unitMs);
      restMs -= count * unitMs;
      return count === 0 ? [] : [`${count} ${unit}`];
    })
    .join(" ");
}
