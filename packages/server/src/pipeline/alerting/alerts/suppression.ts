import type { Db } from "../../../platform/storage/database.ts";

/**
 * What keeps alerts back: maintenance, or a parent that is down. Asked when an alert opens; whoever ends the reason
 * calls `releaseAlerts` (open-alerts.ts).
 */
export type Suppression = {
  /** Of these targets, those whose alerts are kept back, and why. */
  isSuppressed(db: Db, targetIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

/** Keeps nothing back. */
export const NO_SUPPRESSION: Suppression = { isSuppressed: async () => new Map() };
