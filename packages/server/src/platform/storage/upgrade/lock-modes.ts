/**
 * The table locks of PostgreSQL, the weakest first, and what they mean for a service that goes on.
 * Source: https://www.postgresql.org/docs/18/explicit-locking.html
 */
export const LOCK_MODES = [
  "ACCESS SHARE",
  "ROW SHARE",
  "ROW EXCLUSIVE",
  "SHARE UPDATE EXCLUSIVE",
  "SHARE",
  "SHARE ROW EXCLUSIVE",
  "EXCLUSIVE",
  "ACCESS EXCLUSIVE",
] as const;

export type LockMode = (typeof LOCK_MODES)[number];

/** What a lock keeps other transactions from doing with the table. */
export type LockBlocks = "nothing" | "writes" | "reads and writes";

export function blocksOf(mode: LockMode): LockBlocks {
  if (mode === "ACCESS EXCLUSIVE") return "reads and writes";
  return isAtLeast(mode, "SHARE") ? "writes" : "nothing";
}

export function strongerLock(one: LockMode, other: LockMode): LockMode {
  return isAtLeast(one, other) ? one : other;
}

function isAtLeast(mode: LockMode, minimum: LockMode): boolean {
  return LOCK_MODES.indexOf(mode) >= LOCK_MODES.indexOf(minimum);
}
