import { backUpNightly } from "../../../pipeline/backups/nightly-backup.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { JobHandlers } from "../../../platform/jobs/job-definitions.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { backUpInThread } from "../../threads/backup/back-up-in-thread.ts";
import type { OpenDatabase } from "../open-database.ts";
import { backupPlanOf } from "./backup-plan.ts";

/** The nightly backup, if VEDETTE_BACKUP is set. */
export function backupJobs({
  config,
  openedDatabase: { connection, database },
  log,
}: {
  config: Config;
  openedDatabase: Pick<OpenDatabase, "connection" | "database">;
  log: Logger;
}): Pick<JobHandlers, "backup.nightly"> {
  const { location, minuteOfDay, keep, withResults } = config.backup;
  if (location === null) return { "backup.nightly": async () => {} };
  const plan = backupPlanOf(config, connection, { location, withResults });
  const nightly = { minuteOfDay, keep, plan, make: backUpInThread };
  return { "backup.nightly": (run) => backUpNightly({ database, clock: systemClock, log, nightly }, run) };
}
