import type { Database } from "../../packages/server/src/platform/storage/database.ts";
import { sql } from "../../packages/server/src/platform/storage/sql.ts";
import type { MixedMonitor } from "./fill-mix.ts";

/** Bytes on disk of the days before `to` in check_result, with indexes. */
export async function openBytes(db: Database, to: Date): Promise<number> {
  const row = await db.find<{ bytes: number }>(sql`
    select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'check_result'::regclass and to_date(right(c.relname, 8), 'YYYYMMDD') < ${to}::date`);
  return row?.bytes ?? Number.NaN;
}

/** Bytes on disk of closed days, with indexes and with what is left of them in check_result. */
export async function closedBytes(db: Database, to: Date): Promise<number> {
  const row = await db.find<{ bytes: number }>(sql`
    select pg_total_relation_size('closed_day')::float8 as bytes`);
  return (row?.bytes ?? Number.NaN) + (await openBytes(db, to));
}

export type BytesOfKind = { kind: string; results: number; bytes: number };

/** Bytes of a result in its row of closed_day, by kind of monitor. */
export async function bytesOfKinds(db: Database, monitors: readonly MixedMonitor[]): Promise<BytesOfKind[]> {
  const rows = await db.rows<{ series_key: number; days: number; results: number; bytes: number }>(sql`
    select series_key, count(*)::float8 as days, sum(results)::float8 as results, sum(pg_column_size(d.*))::float8 as bytes
    from closed_day d group by series_key`);
  const kinds = new Map(monitors.map(({ seriesKey, kind }) => [seriesKey, kind]));
  return [...Map.groupBy(rows, (row) => kinds.get(row.series_key) ?? "")].map(([kind, own]) => {
    const sum = (pick: (row: (typeof rows)[number]) => number) =>
      own.reduce((all, row) => all + pick(row), 0);
    const results = sum((row) => row.results);
    return {
      kind,
      results: Math.round(results / sum((row) => row.days)),
      bytes: sum((row) => row.bytes) / results,
    };
  });
}
