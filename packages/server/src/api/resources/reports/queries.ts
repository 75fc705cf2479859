import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ReportDelivery, ReportListQuery } from "@vedette/contract/reports/reports.ts";
import { REPORT_COLUMNS } from "../../../pipeline/reports/queries.ts";
import type { ReportRow } from "../../../pipeline/reports/report-definition.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** A report with the last run of its schedule; null before the first one. */
export type ListedReportRow = ReportRow & {
  last_from_at: Date | null;
  last_to_at: Date | null;
  last_at: Date | null;
};

const LISTED = sql`select ${REPORT_COLUMNS}, last.from_at as last_from_at, last.to_at as last_to_at,
    last.created_at as last_at
  from report r
  left join lateral (
    select from_at, to_at, created_at from report_run
    where report_id = r.id and trigger = 'schedule' order by id desc limit 1
  ) last on true`;

export const findReport = (db: Db, orgId: OrgId, id: string) =>
  db.find<ListedReportRow>(sql`${LISTED} where r.org_id = ${orgId} and r.id = ${id}`);

export const listReports = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: ReportListQuery; position: CursorPosition | null },
) => {
  const columns = { at: sql`r.created_at`, name: sql`r.name`, id: sql`r.id` };
  const { after, order } = keyset(query.sort, columns, position);
  const bySearch = query.search ? sql` and position(lower(${query.search}) in lower(r.name)) > 0` : sql``;
  return db.rows<ListedReportRow>(sql`
    ${LISTED} where r.org_id = ${orgId}${bySearch}${after}${order} limit ${query.limit + 1}`);
};

/** Serializes changes of the reports of an organization until the transaction ends. */
export const lockReports = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`reports of ${orgId}`}, 0))`);

export async function countReports(db: Db, orgId: OrgId): Promise<number> {
  const row = await db.find<{ reports: number }>(
    sql`select count(*)::int4 as reports from report where org_id = ${orgId}`,
  );
  return row?.reports ?? 0;
}

export const saveReport = (db: Db, row: ReportRow) =>
  db.run(sql`
    insert into report (id, org_id, name, selector, period, timezone, weekday, day, hour, goal, exclude_maintenance,
      recipients, formats, language, enabled, next_at, created_at, updated_at)
    values (${row.id}, ${row.org_id}, ${row.name}, ${JSON.stringify(row.selector)}::jsonb, ${row.period},
      ${row.timezone}, ${row.weekday}, ${row.day}, ${row.hour}, ${row.goal}, ${row.exclude_maintenance},
      ${JSON.stringify(row.recipients)}::jsonb, ${row.formats}, ${row.language}, ${row.enabled}, ${row.next_at},
      ${row.created_at}, ${row.updated_at})
    on conflict (id) do update set name = excluded.name, selector = excluded.selector, period = excluded.period,
      timezone = excluded.timezone, weekday = excluded.weekday, day = excluded.day, hour = excluded.hour,
      goal = excluded.goal, exclude_maintenance = excluded.exclude_maintenance, recipients = excluded.recipients,
      formats = excluded.formats, language = excluded.language, enabled = excluded.enabled, next_at = excluded.next_at,
      updated_at = excluded.updated_at`);

export const deleteReport = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`delete from report where org_id = ${orgId} and id = ${id}`);

export type ReportDeliveryRow = Omit<ReportDelivery, "from" | "to" | "created_at" | "finished_at"> & {
  from_at: Date;
  to_at: Date;
  created_at: Date;
  finished_at: Date | null;
};

export const listReportDeliveries = (
  db: Db,
  orgId: OrgId,
  { reportId, limit }: { reportId: string; limit: number },
) =>
  db.rows<ReportDeliveryRow>(sql`
    select d.email, r.trigger, r.from_at, r.to_at, d.state, d.tries, d.error, r.created_at, d.finished_at
    from report_run r join report_delivery d on d.run_id = r.id
    where r.org_id = ${orgId} and r.report_id = ${reportId}
    order by r.id desc, d.email limit ${limit}`);
