import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { deleteOldEscalations } from "../../on-call/escalations/escalation-queries.ts";
import { ALERTS_DELETE_MAX, deleteOldAlerts, deleteOldNotifications } from "./queries.ts";

/** Equals the retention of status changes, which are shown next to alerts. */
const ALERT_DAYS = 400;
const DAY_MS = 86_400_000;

/** Deletes resolved alerts past the retention, with their notifications and escalations. Open alerts stay at any age. */
export async function dropOldAlerts(
  { database, clock }: { database: Database; clock: Clock },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const before = new Date(clock.now() - ALERT_DAYS * DAY_MS);
  for (const deleteSome of [deleteOldEscalations, deleteOldAlerts, deleteOldNotifications]) {
    while (!signal.aborted && (await deleteSome(database, before)) >= ALERTS_DELETE_MAX);
  }
}
