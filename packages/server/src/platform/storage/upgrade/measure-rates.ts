import type { Clock } from "../../kernel/clock.ts";
import type { Database, Db } from "../database.ts";
import { sql } from "../sql.ts";
import type { MigrationRates } from "./plan-upgrade.ts";

/** Large enough that a step takes tens of milliseconds, small enough for a server that works: 16 MB, half a second. */
const ROWS = 100_000;
/** A step that takes less is not measured well. */
const SECONDS_MIN = 0.001;

/**
 * Measures how fast the database does what migrations do, with a table of its own, in a transaction that is rolled back. What
 * it writes goes to the write-ahead log as in a migration.
 */
export async function measureRates(
  database: Pick<Database, "transaction">,
  clock: Pick<Clock, "monotonic">,
): Promise<MigrationRates> {
  let rates: MigrationRates | null = null;
  const rolledBack = new Error("measured");
  await database
    .transaction(async (db) => {
      rates = await measureIn(db, clock);
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  if (rates === null) throw new Error("the rates were not measured");
  return rates;
}

async function measureIn(db: Db, clock: Pick<Clock, "monotonic">): Promise<MigrationRates> {
  const seconds = async (work: () => Promise<unknown>) => {
    const startedMs = clock.monotonic();
    await work();
    return Math.max((clock.monotonic() - startedMs) / 1_000, SECONDS_MIN);
  };
  const secondsPerStatement = await seconds(() =>
    db.run(sql`create table vedette_upgrade_check (id bigint not null, key uuid not null, note text)`),
  );
  await db.run(sql`
    insert into vedette_upgrade_check
    select n, md5(n::text)::uuid, repeat(md5(n::text), 3) from generate_series(1, ${ROWS}::int) n`);
  const scan = await seconds(() => db.run(sql`select from vedette_upgrade_check where note is null`));
  const rewrite = await seconds(() =>
    db.run(sql`alter table vedette_upgrade_check alter column id type numeric`),
  );
  const row = await db.find<{ bytes: number }>(
    sql`select pg_table_size('vedette_upgrade_check')::float8 as bytes`,
  );
  const index = await seconds(() => db.run(sql`create index on vedette_upgrade_check (key, id)`));
  const update = await seconds(() => db.run(sql`update vedette_upgrade_check set id = id + 1`));
  const bytes = row?.bytes ?? 0;
  return {
    secondsPerStatement,
    scanBytesPerSecond: bytes / scan,
    rewriteBytesPerSecond: bytes / rewrite,
    indexRowsPerSecond: ROWS / index,
    updateRowsPerSecond: ROWS / update,
  };
}
