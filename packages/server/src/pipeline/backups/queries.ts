import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

export type BackupRow = {
  id: string;
  trigger: "nightly" | "command";
  place: string;
  with_results: boolean;
  status: "running" | "succeeded" | "failed";
  started_at: Date;
  finished_at: Date | null;
  bytes: string | null;
  error: string | null;
};

export async function hasBackupTable(db: Db): Promise<boolean> {
  const row = await db.find<{ found: boolean }>(sql`select to_regclass('backup') is not null as found`);
  return row?.found ?? false;
}

export const insertBackup = (
  db: Db,
  row: Pick<BackupRow, "id" | "trigger" | "place" | "with_results" | "started_at">,
) =>
  db.run(sql`
    insert into backup (id, trigger, place, with_results, status, started_at)
    values (${row.id}, ${row.trigger}, ${row.place}, ${row.with_results}, 'running', ${row.started_at})`);

export const finishBackup = (
  db: Db,
  id: string,
  end: { finishedAt: Date; bytes: number | null; rows: number | null; error: string | null },
) =>
  db.run(sql`
    update backup set status = ${end.error === null ? "succeeded" : "failed"}, finished_at = ${end.finishedAt},
      bytes = ${end.bytes}, rows = ${end.rows}, error = ${end.error}
    where id = ${id} and status = 'running'`);

/** Backups of processes that ended before they did: one process at a time makes nightly ones. */
export const failInterrupted = (db: Db, finishedAt: Date, error: string) =>
  db.run(sql`
    update backup set status = 'failed', finished_at = ${finishedAt}, error = ${error}
    where status = 'running' and trigger = 'nightly'`);

/** Nightly backups that started since an instant, newest first. */
export const listNightlyBackups = (db: Db, since: Date) =>
  db.rows<Pick<BackupRow, "status" | "started_at">>(sql`
    select status, started_at from backup where trigger = 'nightly' and started_at >= ${since}
    order by started_at desc`);

export const findOperatorOrganization = (db: Db) =>
  db.find<{ id: string }>(sql`select id from organization order by created_at, id limit 1`);

export const findLastBackup = (db: Db, status: "succeeded" | "failed") =>
  db.find<BackupRow>(sql`
    select id, trigger, place, with_results, status, started_at, finished_at, bytes, error
    from backup where status = ${status} order by started_at desc limit 1`);

/** Backups of any outcome, newest first. */
export const listRecentBackups = (db: Db, limit: number) =>
  db.rows<BackupRow>(sql`
    select id, trigger, place, with_results, status, started_at, finished_at, bytes, error
    from backup order by started_at desc limit ${limit}`);

/** The last successful backup stays at any age. */
export const deleteOldBackups = (db: Db, before: Date) =>
  db.run(sql`
    delete from backup where started_at < ${before}
      and id <> all (array(select id from backup where status = 'succeeded' order by started_at desc limit 1))`);
