import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { DELETE_MAX, deleteOldAlerts, deleteOldNotifications } from "./queries.ts";

/** As long as changes of status, beside which alerts are looked at. */
const ALERT_DAYS = 400;
const DAY_MS = 86_400_000;

/** Deletes what happened long ago, with all that was told of it; what is open stays, whatever its age. */
export async function dropOldAlerts(
  { database, clock }: { database: Database; clock: Clock },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const before = new Date(clock.now() - ALERT_DAYS * DAY_MS);
  for (const deleteSome of [deleteOldAlerts, deleteOldNotifications]) {
    while (!signal.aborted && (await deleteSome(database, before)) >= DELETE_MAX);
  }
}
