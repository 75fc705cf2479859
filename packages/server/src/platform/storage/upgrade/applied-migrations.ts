import { StartError } from "../../kernel/errors.ts";

/** Compares the migrations that a database has with those of this version. Pure. */

/** A row of `schema_migration`, whose columns these are. */
export type AppliedMigration = { name: string; sha256: string; works_with: string | null };
type OwnMigration = { name: string; sha256: string };

/**
 * Returns the pending migrations and those applied by a newer Vedette, after verifying that the others are identical. `rows` is
 * in the order of names. Throws a StartError if this version cannot work with the database.
 */
export function compareMigrations<T extends OwnMigration>(
  rows: readonly AppliedMigration[],
  migrations: readonly T[],
): { pending: T[]; newer: string[] } {
  rows.forEach((row, index) => {
    const migration = migrations.find(({ name }) => name === row.name);
    if (migration === undefined) {
      assertWorksHere(row, migrations);
      return;
    }
    if (migration.sha256 !== row.sha256) {
      throw new StartError(
        `The migration ${row.name} differs from the applied one: restore the released file, and add changes as a new migration.`,
      );
    }
    if (migrations[index]?.name !== row.name) {
      throw new StartError(
        `The migration ${migrations[index]?.name} comes before ${row.name}, which is already applied: use the next free number.`,
      );
    }
  });
  return {
    pending: migrations.slice(rows.length),
    newer: rows.slice(migrations.length).map(({ name }) => name),
  };
}

/** During an upgrade of a fleet, processes of the previous version start in parallel to those of the new one. */
function assertWorksHere(
  { name, works_with: worksWith }: AppliedMigration,
  migrations: readonly OwnMigration[],
): void {
  const newest = migrations.at(-1)?.name ?? "";
  if (name > newest && worksWith !== null && worksWith <= numberOf(newest)) return;
  throw new StartError(
    `The database was migrated by a newer Vedette (${name} is unknown here), and no longer works with this version: start that version, or restore an earlier backup.`,
  );
}

function numberOf(name: string): string {
  return name.slice(0, 4);
}
