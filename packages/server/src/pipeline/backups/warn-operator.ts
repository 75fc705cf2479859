import { sendJob } from "../../platform/jobs/send-job.ts";
import type { Database } from "../../platform/storage/database.ts";
import { OVERDUE_MS, readBackupState } from "./backup-state.ts";
import { findOperatorOrganization } from "./queries.ts";

/**
 * Emails the owners of the first organization, which is the operator's, if the last complete backup is overdue. The text has
 * no place and no reason: the log of the server has both.
 */
export async function warnOperator(database: Database, nowMs: number): Promise<void> {
  const { lastAt } = await readBackupState(database);
  if (lastAt !== null && nowMs - lastAt.getTime() <= OVERDUE_MS) return;
  const row = await findOperatorOrganization(database);
  if (row === null) return;
  const last =
    lastAt === null ? "There is no complete backup." : `The last one is of ${lastAt.toISOString()}.`;
  const data = {
    orgId: row.id,
    title: "Backups of Vedette fail",
    text: `The nightly backup has failed, and will be tried again next night. ${last} The log of the server has the reason (backup.failed).`,
  };
  await database.transaction((db) => sendJob(db, { name: "billing.notify_owners", data }));
}
