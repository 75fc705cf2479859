import type { Clock } from "../../platform/kernel/clock.ts";
import { deleteOldActions, LONGEST_ACTION_WINDOW_MS } from "../../platform/storage/action-count.ts";
import type { Database } from "../../platform/storage/database.ts";
import {
  deleteExpiredEmailChanges,
  deleteExpiredSessions,
  deleteExpiredSignUps,
  deleteExpiredVerifications,
  deleteOldAttempts,
} from "./queries.ts";
import { LONGEST_WINDOW_MS } from "./sign-in-limits.ts";

/** Deletes expired rows. They already have no effect; this keeps the tables small. */
export function identityJobs({ database, clock }: { database: Database; clock: Clock }) {
  return {
    async "identity.expiry"() {
      const now = clock.now();
      await deleteExpiredSessions(database, new Date(now));
      await deleteExpiredVerifications(database, new Date(now));
      await deleteExpiredSignUps(database, new Date(now));
      await deleteExpiredEmailChanges(database, new Date(now));
      await deleteOldAttempts(database, new Date(now - LONGEST_WINDOW_MS));
      await deleteOldActions(database, new Date(now - LONGEST_ACTION_WINDOW_MS));
    },
  };
}
