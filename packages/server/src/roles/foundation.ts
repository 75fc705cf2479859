import type { Config } from "../config/read-config.ts";
import { installJobs } from "../jobs/install-jobs.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import { readPlans } from "../resources/billing/plans.ts";
import { offerPlans } from "../resources/billing/service-plans.ts";
import { type MasterKeySource, openMasterKeys } from "../secrets/master-keys.ts";
import { createVault, type Vault } from "../secrets/vault.ts";
import type { Connection } from "../storage/connection.ts";
import type { Database } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import { openDatabase } from "../storage/pool.ts";
import { makeFirstKey } from "./first-start.ts";
import { prepareMasterKeys } from "./master-keys.ts";
import { isSplit, type Role } from "./roles.ts";
import { startStorage } from "./storage.ts";

/** What API and scheduler stand on: the database, brought up to date, and the master keys, proved to be its own. */
export type Foundation = {
  connection: Connection;
  database: Database;
  masterKeys: MasterKeySource;
  vault: Vault;
  /** Shown once; null where it was made by an earlier start. */
  firstKey: string | null;
};

/** Longer than any query of ours should take, shorter than a caller's patience. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** What is to be ended again is put into `ends`, also when a later part fails. */
export async function layFoundation({
  config,
  roles,
  log,
  ends,
}: {
  config: Config;
  roles: ReadonlySet<Role>;
  log: Logger;
  ends: (() => Promise<void>)[];
}): Promise<Foundation> {
  const { connection, stop } = await startStorage(config, log);
  ends.push(stop);
  await migrate(connection, log);
  // Before whatever sends a job.
  await installJobs({ connection, log });
  const database = await openDatabase({
    connection,
    log,
    maxConnections: config.database.connectionsMax,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  ends.push(database.close);
  await offerPlans(database, readPlans(config.billing.plansFile));
  // A part alone makes no key, for the others would not have it.
  const masterKeys = await prepareMasterKeys(config, database, { mayMake: !isSplit(roles) });
  const vault = createVault(openMasterKeys(masterKeys));
  // Whatever may refuse the start comes before the first key, which the API shows.
  const firstKey = roles.has("api") ? await makeFirstKey(database, systemClock.now()) : null;
  return { connection, database, masterKeys, vault, firstKey };
}
