import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { RecentResult } from "@vedette/contract/targets/monitor-list.ts";
import type { Beat } from "../../../components/charts/beats/heartbeat-bars.tsx";
import { responseText, sentenceOf } from "../../../format.ts";
import { LOCALE } from "../../../language/language.ts";

/** Checks as bars. The API returns the newest first; they are drawn oldest first. Pure. */
export function beatsOf(results: readonly CheckResult[]): Beat[] {
  return results
    .map(({ id, status, checked_at: at, error, response_time_ms: ms }) => ({
      id,
      status,
      at,
      detail: error ? sentenceOf(error.message) : responseText(ms),
    }))
    .reverse();
}

/** The same for short results without an ID: time and location identify them. */
export function beatsOfRecent(results: readonly RecentResult[]): Beat[] {
  const seen = new Map<string, number>();
  return results.toReversed().map((result) => {
    const key = keyOf(result);
    const nr = seen.get(key) ?? 0;
    seen.set(key, nr + 1);
    const { status, checked_at: at, error_message: message, response_time_ms: ms } = result;
    return {
      id: `${key} ${nr}`,
      status,
      at,
      detail: message === null ? responseText(ms) : sentenceOf(message),
    };
  });
}

/** Results of events come first, unless the list contains them. */
export function afterLive(
  results: readonly RecentResult[],
  added: readonly CheckResult[],
): readonly RecentResult[] {
  const known = new Set(results.map(keyOf));
  const fresh = added
    .map(({ checked_at, location, status, response_time_ms, error }) => {
      return { checked_at, location, status, response_time_ms, error_message: error?.message ?? null };
    })
    .filter((result) => !known.has(keyOf(result)));
  return [...results, ...fresh].sort((a, b) => Date.parse(b.checked_at) - Date.parse(a.checked_at));
}

const TWO_DECIMALS = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Truncated, not rounded: 99.999 % must not look like no downtime. */
export function uptimeText(percentage: number | null): string {
  if (percentage === null) return "–";
  if (percentage === 100) return "100 %";
  return `${TWO_DECIMALS.format(Math.floor(percentage * 100) / 100)} %`;
}

const keyOf = ({ checked_at: at, location }: RecentResult): string => `${at} ${location}`;
