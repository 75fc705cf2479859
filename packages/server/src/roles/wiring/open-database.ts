import { readPlans } from "../../api/resources/billing/plans.ts";
import { offerPlans } from "../../api/resources/billing/service-plans.ts";
import type { Config } from "../../platform/config/config.ts";
import { installJobs } from "../../platform/jobs/install-jobs.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import { type MasterKeySource, openMasterKeys } from "../../platform/secrets/master-keys.ts";
import { createVault, type Vault } from "../../platform/secrets/vault.ts";
import type { Connection } from "../../platform/storage/connection.ts";
import type { Database } from "../../platform/storage/database.ts";
import { migrate } from "../../platform/storage/migrate.ts";
import { openDatabase } from "../../platform/storage/pool.ts";
import { isSplit, type Role } from "../roles.ts";
import { makeFirstKey } from "./first-start.ts";
import { prepareMasterKeys } from "./master-keys.ts";
import { startStorage } from "./storage.ts";

/** The common base of API and scheduler: the migrated database, and the master keys, verified against it. */
export type OpenDatabase = {
  connection: Connection;
  database: Database;
  masterKeys: MasterKeySource;
  vault: Vault;
  /** Shown once; null if an earlier start created it. */
  firstKey: string | null;
};

/** Longer than any query should take, shorter than a client waits. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** Adds to `ends` everything that must be closed again, also if a later part fails. */
export async function openRoleDatabase({
  config,
  roles,
  log,
  ends,
}: {
  config: Config;
  roles: ReadonlySet<Role>;
  log: Logger;
  ends: (() => Promise<void>)[];
}): Promise<OpenDatabase> {
  const { connection, stop } = await startStorage(config, log);
  ends.push(stop);
  await migrate(connection, log);
  // Before any code that sends a job.
  await installJobs({ connection, log });
  const database = await openDatabase({
    connection,
    log,
    maxConnections: config.database.connectionsMax,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  ends.push(database.close);
  await offerPlans(database, readPlans(config.billing.plansFile));
  // A process with only some roles creates no key, because the others would not have it.
  const masterKeys = await prepareMasterKeys(config, database, { mayCreate: !isSplit(roles) });
  const vault = createVault(openMasterKeys(masterKeys));
  // Everything that can stop the start comes before the first key is created.
  const firstKey = roles.has("api") ? await makeFirstKey(database, systemClock.now()) : null;
  return { connection, database, masterKeys, vault, firstKey };
}
