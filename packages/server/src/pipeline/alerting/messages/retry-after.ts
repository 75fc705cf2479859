/** How long a receiver asks to wait before the next message. Pure. */

/** A receiver may request a pause, but not longer than the retry time. */
const RETRY_AFTER_SECONDS_MAX = 3_600;

/** Null if it is no number. */
export function limitedSeconds(seconds: number): number | null {
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX) : null;
}

/** Reads a Retry-After header: seconds or an HTTP date. Source: RFC 9110, section 10.2.3. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(header)) return limitedSeconds(Number(header));
  return limitedSeconds(Math.ceil((Date.parse(header) - nowMs) / 1_000));
}
