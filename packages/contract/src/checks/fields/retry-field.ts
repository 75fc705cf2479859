import { z } from "zod";
import type { ErrorDetail } from "../../common/errors.ts";
import { RETRY_BACKOFFS, RETRY_WAIT_MAX_MS, type RetryWait } from "../check-duration.ts";
import type { CheckField } from "../check-kind.ts";

/** `retry` of a monitor. Its count is the field `retries`, the short form; the rest is part of the configuration. */

export const RETRIES_MAX = 5;
const RETRIES_DEFAULT = 1;

const retryInput = z.strictObject({
  count: z
    .number()
    .int()
    .min(0)
    .max(RETRIES_MAX)
    .optional()
    .meta({ description: "The same as `retries`; send one of them" }),
  interval_seconds: z
    .number()
    .int()
    .min(1)
    .max(RETRY_WAIT_MAX_MS / 1_000)
    .default(1)
    .meta({ description: "Wait before the first retry" }),
  backoff: z
    .enum(RETRY_BACKOFFS)
    .default("fixed")
    .meta({
      description: `How the wait grows: not, by one interval each time, or doubled each time; at most ${RETRY_WAIT_MAX_MS / 1_000} s`,
    }),
  other_location: z
    .boolean()
    .default(false)
    .meta({ description: "Retry scheduled checks at the other locations of the monitor, in turn" }),
});
const description = "How a failed attempt is repeated before the check counts as down; replaced as a whole";

const storedRetry = z.object({
  interval_seconds: z.number().default(1),
  backoff: z.enum(RETRY_BACKOFFS).default("fixed"),
  other_location: z.boolean().default(false),
});
type StoredRetry = z.output<typeof storedRetry>;

export const retryField = {
  create: retryInput.nullish().meta({ description }),
  update: retryInput.nullish().meta({ description }),
  response: storedRetry.extend({ count: z.number() }),
  stored: storedRetry.prefault({}),
  absent: {},
} satisfies CheckField;

export type MonitorRetry = z.output<typeof retryField.response>;

/** Returns what a spec holds for a retry: nothing for one second, always, at the same location. */
export function retrySpec({ interval_seconds, backoff, other_location }: StoredRetry): {
  retryWait?: RetryWait;
  retriesElsewhere?: true;
} {
  const isDefault = interval_seconds === 1 && backoff === "fixed";
  return {
    ...(!isDefault && { retryWait: { intervalMs: interval_seconds * 1_000, backoff } }),
    ...(other_location && { retriesElsewhere: true }),
  };
}

/** Returns an error if a monitor has no other location for its retries. */
export function otherLocationErrors(
  { other_location }: StoredRetry,
  locations: readonly string[],
): ErrorDetail[] {
  if (!other_location || new Set(locations).size > 1) return [];
  return [{ path: "retry.other_location", message: "needs at least two locations" }];
}

type RetryInput = { retries?: number | undefined; retry?: { count?: number | undefined } | null | undefined };

/**
 * Returns the number of retries after a request; `stored` is null for a new monitor. If the two forms differ, the one
 * that changes the stored number counts, so that a client may change one of them in an object from a GET.
 */
export function retriesAfter({ retries, retry }: RetryInput, stored: number | null): number {
  const count = retry?.count;
  if (count !== undefined && count !== stored) return count;
  return retries ?? count ?? stored ?? RETRIES_DEFAULT;
}

/** Returns an error if a request sets two different numbers of retries. */
export function retryErrors({ retries, retry }: RetryInput, stored: number | null): ErrorDetail[] {
  const count = retry?.count;
  if (retries === undefined || count === undefined || retries === count) return [];
  if (retries === stored || count === stored) return [];
  return [{ path: "retry.count", message: `differs from retries (${retries}); send only one of them` }];
}
