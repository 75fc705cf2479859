import type { Db } from "../../../platform/storage/database.ts";

/**
 * Decides which alerts are suppressed: by maintenance, or because a parent is down. Called when an alert
 * opens; the code that ends the reason calls `releaseAlerts` (open-alerts.ts).
 */
export type Suppression = {
  /** Returns the targets whose alerts are suppressed, with the reason. */
  isSuppressed(db: Db, targetIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

/** Suppresses nothing. */
export const NO_SUPPRESSION: Suppression = { isSuppressed: async () => new Map() };
