import type { Clock } from "../../kernel/clock.ts";
import { StartError } from "../../kernel/errors.ts";
import type { Database, Db } from "../database.ts";
import { readMigrations } from "../migrate.ts";
import { sql } from "../sql.ts";
import { type AppliedMigration, compareMigrations } from "./applied-migrations.ts";
import { measureRates } from "./measure-rates.ts";
import { type PlannedMigration, planUpgrade } from "./plan-upgrade.ts";
import { readSchemaCatalog, readTableSizes } from "./read-catalog.ts";

/** What an upgrade to this version would do to a database. Changes nothing. */
export type UpgradeCheck = {
  /** The newest migration that the database has. */
  installed: string;
  /** The newest migration of this version. */
  program: string;
  pending: PlannedMigration[];
  /** Migrations of a newer version, which the database has. */
  newer: string[];
};

/** Throws a StartError if this version cannot work with the database, or the database is empty. */
export async function checkUpgrade(
  { database, clock }: { database: Database; clock: Clock },
  { directory }: { directory?: string } = {},
): Promise<UpgradeCheck> {
  const migrations = await readMigrations(directory);
  const applied = await listApplied(database);
  const installed = applied.at(-1)?.name;
  if (installed === undefined) {
    throw new StartError(
      'This database has no tables of Vedette, so there is nothing to upgrade: "vedette serve" creates them.',
    );
  }
  const { pending, newer } = compareMigrations(applied, migrations);
  const plan = pending.length === 0 ? [] : await planOf(pending, { database, clock, installed });
  return { installed, program: migrations.at(-1)?.name ?? "", pending: plan, newer };
}

async function planOf(
  pending: Awaited<ReturnType<typeof readMigrations>>,
  { database, clock, installed }: { database: Database; clock: Clock; installed: string },
): Promise<PlannedMigration[]> {
  const [catalog, sizes] = await Promise.all([readSchemaCatalog(database), readTableSizes(database)]);
  return planUpgrade({ pending, installed, catalog, sizes, rates: await measureRates(database, clock) });
}

/** A database of an early version has no column `works_with`. */
async function listApplied(db: Db): Promise<AppliedMigration[]> {
  const row = await db.find<{ found: boolean }>(
    sql`select to_regclass('schema_migration') is not null as found`,
  );
  if (!row?.found) return [];
  return db.rows(sql`
    select name, sha256, to_jsonb(m) ->> 'works_with' as works_with
    from schema_migration m order by name collate "C"`);
}
