import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";

/** When and where a check of Checkly runs, and how it retries. */

const FREQUENCY_MINUTES_DEFAULT = 10;
const RETRIES_MAX = 5;
const WAIT_SECONDS_MAX = 60;
const UNIT_SECONDS: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
};
const BACKOFFS: Readonly<Record<string, "fixed" | "linear" | "exponential">> = {
  SINGLE: "fixed",
  SINGLE_RETRY: "fixed",
  FIXED: "fixed",
  LINEAR: "linear",
  EXPONENTIAL: "exponential",
};

/** A frequency of 0 minutes means that the offset is the interval, in seconds. */
export function intervalSeconds(check: DocumentObject): number {
  const { frequency, frequencyOffset: offset } = check;
  if (frequency === 0 && typeof offset === "number" && offset > 0) return offset;
  const minutes = typeof frequency === "number" && frequency > 0 ? frequency : FREQUENCY_MINUTES_DEFAULT;
  return Math.min(minutes * 60, 86_400);
}

/** Returns the retries, or none; those of a group replace those of the check. */
export function retriesOf(
  check: DocumentObject,
  group: DocumentObject,
  reasons: string[],
): {
  count: number;
  retry: DocumentObject | null;
} {
  const strategy = isObject(group.retryStrategy) ? group.retryStrategy : check.retryStrategy;
  // The older form: one retry at another location.
  if (!isObject(strategy))
    return { count: strategy === null || check.doubleCheck === false ? 0 : 1, retry: null };
  const backoff = BACKOFFS[textOf(strategy.type) ?? ""];
  if (backoff === undefined) return { count: 0, retry: null };
  const isSingle = (textOf(strategy.type) ?? "").startsWith("SINGLE");
  const wanted = isSingle ? 1 : numberOr(strategy.maxRetries, 2);
  const count = Math.min(Math.max(Math.trunc(wanted), 0), RETRIES_MAX);
  if (count !== wanted) reasons.push(`It retries ${count} times in place of ${wanted}.`);
  const wait = numberOr(strategy.baseBackoffSeconds, 60);
  const interval = Math.min(Math.max(Math.round(wait), 1), WAIT_SECONDS_MAX);
  if (interval !== wait) reasons.push(`It waits ${interval} seconds before a retry in place of ${wait}.`);
  if (strategy.sameRegion === false) reasons.push("Retries run at the same location.");
  if (strategy.onlyOn !== undefined && strategy.onlyOn !== null)
    reasons.push("It retries after each failure, not only after those of 'onlyOn'.");
  return { count, retry: { interval_seconds: interval, backoff } };
}

function numberOr(value: unknown, initial: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : initial;
}

/** Locations of Checkly are not those of this installation. */
export function locationReason(check: DocumentObject, group: DocumentObject): string[] {
  const all = [group.locations, check.locations, check.privateLocations].flatMap((list) =>
    listOf(list).flatMap((each) => textOf(each) ?? []),
  );
  if (all.length === 0) return [];
  return [
    `It ran at ${[...new Set(all)].join(", ").slice(0, 200)}: it runs at the default location until you choose others.`,
  ];
}

/** Returns the schedule of a heartbeat, whose periods have units. */
export function heartbeatFields(check: DocumentObject): DocumentObject {
  const { period, periodUnit, grace, graceUnit } = objectOf(check.heartbeat);
  const seconds = (value: unknown, unit: unknown) =>
    numberOr(value, 0) * (UNIT_SECONDS[textOf(unit) ?? ""] ?? 60);
  return {
    schedule: { type: "period", seconds: Math.round(seconds(period, periodUnit)) },
    grace_seconds: Math.round(seconds(grace, graceUnit)),
  };
}
