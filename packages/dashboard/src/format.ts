import { LOCALE } from "./language/language.ts";
import { serverText } from "./language/server-texts/server-text.ts";
import { t } from "./language/t.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a duration in its two largest units: "8 s", "4 min", "3 h 12 min", "2 d 4 h", "12 days". */
export function spanText(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.floor(ms / SECOND_MS))} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS)
    return twoUnits(Math.floor(ms / HOUR_MS), "h", Math.floor((ms % HOUR_MS) / MINUTE_MS), "min");
  if (ms < 7 * DAY_MS)
    return twoUnits(Math.floor(ms / DAY_MS), t("d"), Math.floor((ms % DAY_MS) / HOUR_MS), "h");
  return t("{days} days", { days: Math.floor(ms / DAY_MS) });
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

const ONE_DECIMAL = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const TWO_DECIMALS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });

/** Formats a number in the browser's language: "4,321". */
export function numberText(count: number): string {
  return TWO_DECIMALS.format(count);
}

/** Formats a response time: a decimal below 10 ms, seconds from 10,000 ms, a dash for null. */
export function responseText(ms: number | null): string {
  if (ms === null) return "–";
  if (ms > 0 && ms < 0.05) return `< ${ONE_DECIMAL.format(0.1)} ms`;
  if (ms >= 10_000) return `${ONE_DECIMAL.format(ms / 1_000)} s`;
  return `${ONE_DECIMAL.format(ms < 10 ? ms : Math.round(ms))} ms`;
}

/** Formats the range of response times: "12 ms – 340 ms", or a dash without any. */
export function responseRangeText(times: readonly (number | null)[]): string {
  const known = times.filter((ms) => ms !== null);
  if (known.length === 0) return responseText(null);
  const [least, most] = [responseText(Math.min(...known)), responseText(Math.max(...known))];
  return least === most ? least : `${least} – ${most}`;
}

/** Formats an interval: "60 s", "5 min", or "on demand" for null. */
export function intervalText(seconds: number | null): string {
  if (seconds === null) return t("on demand");
  return seconds > 60 && seconds % 60 === 0 ? spanText(seconds * SECOND_MS) : `${seconds} s`;
}

/** Formats a percentage: "99.95 %", or a dash for null. Rounds down, so that 99.999 does not become 100. */
export function percentText(value: number | null): string {
  if (value === null) return "–";
  // Without the inner rounding 29.15 would become 29.14.
  return `${TWO_DECIMALS.format(Math.floor(Number((value * 100).toFixed(6))) / 100)} %`;
}

const THREE_DECIMALS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 });

type UptimeBounds = { min: number | null; max: number | null; observed: number | null };

/** What missed checks leave open about an uptime: "99.93 – 99.95 %, observed 99.997 %"; undefined without any. */
export function uptimeRangeText({ min, max, observed }: UptimeBounds): string | undefined {
  if (observed === null || observed === 100 || min === null || max === null) return undefined;
  const exact = (value: number) =>
    THREE_DECIMALS.format(Math.floor(Number((value * 1_000).toFixed(5))) / 1_000);
  const range = exact(min) === exact(max) ? "" : `${exact(min)} – ${exact(max)} %, `;
  return t("{range}observed {percent} %", { range, percent: exact(observed) });
}

type ObservedStats = {
  observed_percentage: number;
  missed_seconds: number;
  uptime_percentage_min: number | null;
  uptime_percentage_max: number | null;
};

/** Returns a note for a statistic that covers only a part of its period, else undefined. */
export function observedText(stats: ObservedStats): string | undefined {
  const { observed_percentage: observed, uptime_percentage_min: min, uptime_percentage_max: max } = stats;
  if (observed === 0) return t("not observed in this period");
  if (stats.missed_seconds > 0) return uptimeRangeText({ min, max, observed });
  return observed < 99
    ? t("observed {percent} of the period", { percent: percentText(observed) })
    : undefined;
}

/** Adds `https://` to a typed URL without a scheme. */
export function completeUrl(typed: string): string {
  const text = typed.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  return text === "" || hasScheme ? text : `https://${text}`;
}

/** What looks like a host, an address, a path or an identifier: names are not capitalized. */
const NAME = /^\S*[.:@/_\d]\S/;

/** Turns an error clause of the API into a sentence in the language of the dashboard. */
export function sentenceOf(clause: string): string {
  const translated = serverText(clause);
  const text = NAME.test(translated) ? translated : translated.charAt(0).toUpperCase() + translated.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
