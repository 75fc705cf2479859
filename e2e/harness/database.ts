import { join } from "node:path";
import { createApiKey } from "../../packages/server/src/api/resources/api-keys/service.ts";
import { phaseMs } from "../../packages/server/src/pipeline/scheduler/grid.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import type { Database } from "../../packages/server/src/platform/storage/database.ts";
import { findRunningEmbedded } from "../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { openDatabase } from "../../packages/server/src/platform/storage/pool.ts";
import { identifier, sql } from "../../packages/server/src/platform/storage/sql.ts";
import { makeOrganization } from "../../packages/server/test/builders.ts";

/** Connects to the database of a running Vedette through its socket, for data that no endpoint returns. */

async function withDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const connection = await findRunningEmbedded(join(dataDir, "postgres"));
  if (connection === null) throw new Error(`no PostgreSQL runs in ${dataDir}`);
  const options = { connection, log: silentLogger, maxConnections: 2, statementTimeoutMs: 10_000 };
  const database = await openDatabase(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Creates a second organization, which only the database can do, and returns its admin key. */
export function createOtherOrganizationKey(dataDir: string): Promise<string> {
  return withDatabase(dataDir, async (database) => {
    const orgId = await makeOrganization(database);
    const wanted = { orgId, name: "stranger", scope: "admin", createdBy: "e2e", nowMs: Date.now() } as const;
    return (await createApiKey(database, wanted)).key;
  });
}

/** The number of stored results of monitors, less the number that usage counts. Should be zero. */
export function usageMismatch(dataDir: string): Promise<number> {
  return withDatabase(dataDir, async (database) => {
    const row = await database.find<{ miscounted: number }>(sql`
      select (select count(*) from check_result)::int4
        - (select coalesce(sum(check_runs), 0) from usage_month)::int4 as miscounted`);
    return row?.miscounted ?? Number.NaN;
  });
}

/** Every row of every table, as text; bytes are hexadecimal. */
export function dumpDatabase(dataDir: string): Promise<{ table: string; text: string }[]> {
  return withDatabase(dataDir, async (database) => {
    const tables = await database.rows<{ schema: string; name: string }>(sql`
      select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`);
    const dumped: { table: string; text: string }[] = [];
    for (const { schema, name } of tables) {
      const rows = await database.rows<{ row: string }>(
        sql`select t::text as row from ${identifier(schema)}.${identifier(name)} as t`,
      );
      dumped.push({ table: `${schema}.${name}`, text: rows.map(({ row }) => row).join("\n") });
    }
    return dumped;
  });
}

export type SlotRecord = "result" | "missed" | "skipped";
export type Slot = { slotMs: number; records: SlotRecord[] };

/**
 * Reads what is stored for each slot of a monitor's grid after its first check, which is not on the grid, up to
 * `untilMs`. Each slot must have exactly one record.
 */
export function readSlots(
  dataDir: string,
  { monitorId, intervalMs, untilMs }: { monitorId: string; intervalMs: number; untilMs: number },
): Promise<Slot[]> {
  return withDatabase(dataDir, async (database) => {
    const seriesKeys = sql`(select series_key from series where target_id = ${monitorId})`;
    const results = await database.rows<{ ms: number }>(
      sql`select (extract(epoch from slot) * 1000)::float8 as ms from check_result
        where trigger = 's' and series_key in ${seriesKeys} order by slot`,
    );
    const gaps = await database.rows<{ from: number; to: number; kind: SlotRecord }>(
      sql`select (extract(epoch from from_slot) * 1000)::float8 as from, (extract(epoch from to_slot) * 1000)::float8 as to,
        kind from slot_gap where series_key in ${seriesKeys} order by from_slot`,
    );
    const firstMs = Math.min(...results.map(({ ms }) => ms), ...gaps.map(({ from }) => from));
    const phase = phaseMs(monitorId, intervalMs);
    const slots: Slot[] = [];
    for (
      let slotMs = Math.floor((firstMs - phase) / intervalMs + 1) * intervalMs + phase;
      slotMs <= untilMs;
      slotMs += intervalMs
    ) {
      const stored = results.filter(({ ms }) => ms === slotMs).map((): SlotRecord => "result");
      const missing = gaps.filter(({ from, to }) => from <= slotMs && slotMs <= to).map(({ kind }) => kind);
      slots.push({ slotMs, records: [...stored, ...missing] });
    }
    return slots;
  });
}

/** Adds a migration as a later version would have left it; null removes all of them. */
export function pretendMigration(
  dataDir: string,
  migration: { name: string; worksWith: string } | null,
): Promise<number> {
  return withDatabase(dataDir, (database) =>
    database.run(
      migration === null
        ? sql`delete from schema_migration where sha256 = 'pretended'`
        : sql`insert into schema_migration (name, sha256, works_with)
            values (${migration.name}, 'pretended', ${migration.worksWith})`,
    ),
  );
}
