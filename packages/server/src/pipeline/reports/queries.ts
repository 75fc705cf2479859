import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ReportDelivery } from "@vedette/contract/reports/reports.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";
import type { ReportRow } from "./report-definition.ts";
import type { ReportRange } from "./report-period.ts";

/* The job of reports works for all organizations. Unlike other statements, those of it do not start with an organization id. */

export const REPORT_COLUMNS: Sql = sql`r.id, r.org_id, r.name, r.selector, r.period, r.timezone, r.weekday, r.day, r.hour,
  r.goal, r.exclude_maintenance, r.recipients, r.formats, r.language, r.enabled, r.next_at, r.created_at, r.updated_at`;

/** A report that is due, locked until the transaction ends; null if there is none, or another process has it. */
export const findDueReport = (db: Db, now: Date) =>
  db.find<ReportRow>(sql`
    select ${REPORT_COLUMNS} from report r where r.enabled and r.next_at <= ${now}
    order by r.next_at, r.id limit 1 for no key update skip locked`);

export const setNextReport = (db: Db, { id, nextAt }: { id: string; nextAt: Date }) =>
  db.run(sql`update report set next_at = ${nextAt} where id = ${id}`);

export type NewReportRun = {
  id: string;
  report: Pick<ReportRow, "id" | "org_id">;
  trigger: ReportDelivery["trigger"];
  range: ReportRange;
  now: Date;
};

/** Returns 0 if the schedule sent the report of this period before. */
export const insertReportRun = (db: Db, { id, report, trigger, range, now }: NewReportRun) =>
  db.run(sql`
    insert into report_run (id, report_id, org_id, trigger, from_at, to_at, created_at)
    values (${id}, ${report.id}, ${report.org_id}, ${trigger}, ${new Date(range.fromMs)}, ${new Date(range.toMs)}, ${now})
    on conflict do nothing`);

export const insertReportDeliveries = (
  db: Db,
  { runId, emails, now }: { runId: string; emails: readonly string[]; now: Date },
) =>
  db.run(sql`
    insert into report_delivery (run_id, email, state, due_at)
    select ${runId}, email, 'pending', ${now} from unnest(${textArray(emails)}::text[]) as e (email)
    on conflict do nothing`);

export type ClaimedReport = {
  run_id: string;
  report_id: string;
  email: string;
  tries: number;
  trigger: ReportDelivery["trigger"];
  from_at: Date;
  to_at: Date;
  created_at: Date;
};

/** Takes deliveries that are due, those of one run together. No other process takes them before `until`. */
export const claimReportDeliveries = (
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
) =>
  db.rows<ClaimedReport>(sql`
    with due as (
      select run_id, email from report_delivery where state = 'pending' and due_at <= ${now}
      order by run_id, email limit ${limit} for no key update skip locked
    )
    update report_delivery d set due_at = ${until} from due, report_run r
    where d.run_id = due.run_id and d.email = due.email and r.id = d.run_id
    returning d.run_id, r.report_id, d.email, d.tries, r.trigger, r.from_at, r.to_at, r.created_at`);

type DeliveryKey = Pick<ClaimedReport, "run_id" | "email">;

export const finishReportDelivery = (
  db: Db,
  { run_id, email }: DeliveryKey,
  { state, error, now }: { state: "sent" | "failed"; error: string | null; now: Date },
) =>
  db.run(sql`
    update report_delivery set state = ${state}, error = ${error}, finished_at = ${now},
      tries = tries + ${state === "failed" ? 1 : 0}
    where run_id = ${run_id} and email = ${email} and state = 'pending'`);

export const retryReportDelivery = (
  db: Db,
  { run_id, email }: DeliveryKey,
  { at, error }: { at: Date; error: string },
) =>
  db.run(sql`
    update report_delivery set due_at = ${at}, error = ${error}, tries = tries + 1
    where run_id = ${run_id} and email = ${email} and state = 'pending'`);

export const findReportById = (db: Db, id: string) =>
  db.find<ReportRow>(sql`select ${REPORT_COLUMNS} from report r where r.id = ${id}`);

/** Deletes runs from before a time, except the newest of each report and those with an email that waits. */
export const deleteOldReportRuns = (db: Db, before: Date) =>
  db.run(sql`
    delete from report_run r where r.created_at < ${before}
      and not exists (select from report_delivery d where d.run_id = r.id and d.state = 'pending')
      and r.id <> (select max(newest.id::text)::uuid from report_run newest where newest.report_id = r.report_id)`);

export type MemberAddress = { id: string; name: string; email: string };

/** The members of an organization among these people. */
export const listMemberAddresses = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<MemberAddress>(sql`
    select p.id, p.name, p.email
    from membership m join person p on p.id = m.person_id
    where m.org_id = ${orgId} and p.id = any(${textArray(ids)}::uuid[])`);
