/** When a nightly backup is due. Pure. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A failed backup is repeated this often until the next night. */
const ATTEMPTS_MAX = 4;
/** After the first failure; doubled after each further one. */
const RETRY_FIRST_MS = 15 * MINUTE_MS;

/** Whether no further attempt follows after this one, in the same night. */
export function isLastAttempt(earlier: readonly NightlyAttempt[]): boolean {
  return earlier.length + 1 >= ATTEMPTS_MAX;
}

export type NightlyAttempt = { startedAtMs: number; status: "running" | "succeeded" | "failed" };

/** The last instant at or before now at which a backup should have been made. A server that was off catches up. */
export function lastNightMs(nowMs: number, minuteOfDay: number): number {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + minuteOfDay * MINUTE_MS;
  return today <= nowMs ? today : today - DAY_MS;
}

/** `attempts` are those since `lastNightMs`. */
export function isBackupDue(nowMs: number, attempts: readonly NightlyAttempt[]): boolean {
  if (attempts.some(({ status }) => status !== "failed")) return false;
  if (attempts.length === 0) return true;
  if (attempts.length >= ATTEMPTS_MAX) return false;
  const lastMs = Math.max(...attempts.map(({ startedAtMs }) => startedAtMs));
  return nowMs - lastMs >= RETRY_FIRST_MS * 2 ** (attempts.length - 1);
}
