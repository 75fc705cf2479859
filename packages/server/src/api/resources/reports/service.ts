import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { REPORTS_MAX } from "@vedette/contract/reports/report-limits.ts";
import type {
  Report,
  ReportCreate,
  ReportDelivery,
  ReportListQuery,
  ReportUpdate,
} from "@vedette/contract/reports/reports.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { nextReportAt } from "../../../pipeline/reports/report-period.ts";
import { findSelectorErrors } from "../../../pipeline/selectors/queries.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { onePage, type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { getTimezone } from "../organizations/service.ts";
import {
  fieldsOfReport,
  findRecipientErrors,
  type ReportFields,
  reportCreateFields,
  reportUpdateFields,
} from "./definition.ts";
import * as rows from "./queries.ts";
import { type ReportViewContext, toReports } from "./report-view.ts";

/** Reports: what they are about and who receives them. `pipeline/reports/` makes and sends them. */

export type ReportWriteContext = AuditContext & Pick<ReportViewContext, "recipients">;

export async function listReportPage(ctx: ReportViewContext, query: ReportListQuery): Promise<Page<Report>> {
  const found = await rows.listReports(ctx.db, ctx.orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(found, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: await toReports(ctx, data), meta };
}

export async function getReport(ctx: ReportViewContext, id: string): Promise<Report> {
  const [view] = await toReports(ctx, [await getReportRow(ctx, id)]);
  return view ?? Promise.reject(new Error("a report was not shown"));
}

export async function createReport(ctx: ReportWriteContext, input: ReportCreate): Promise<Report> {
  const { db, orgId, clock } = ctx;
  await rows.lockReports(db, orgId);
  if ((await rows.countReports(db, orgId)) >= REPORTS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `There are ${REPORTS_MAX} reports, the maximum. Delete one before you create another.`,
    );
  const fields = reportCreateFields(input, { timezone: await getTimezone(db, orgId) });
  await assertValid(ctx, { before: null, after: fields });
  const nowMs = clock.now();
  const now = new Date(nowMs);
  const next_at = new Date(nextReportAt(fields, nowMs));
  const id = newId(nowMs);
  await rows.saveReport(db, { ...fields, id, org_id: orgId, next_at, created_at: now, updated_at: now });
  await audit(ctx, { action: "report.create", target: { type: "report", id }, after: fields });
  return getReport(ctx, id);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function changeReport(
  ctx: ReportWriteContext,
  { id, input }: { id: string; input: ReportUpdate },
): Promise<Report> {
  const { db, orgId, clock } = ctx;
  await rows.lockReports(db, orgId);
  const row = await getReportRow(ctx, id);
  const before = fieldsOfReport(row);
  const fields = reportUpdateFields(before, input);
  await assertValid(ctx, { before, after: fields });
  if (isSame<ReportFields>(before, fields)) return getReport(ctx, id);
  const next_at = isSame<object>(timesOf(before), timesOf(fields))
    ? row.next_at
    : new Date(nextReportAt(fields, clock.now()));
  const updated_at = new Date(Math.max(clock.now(), row.updated_at.getTime() + 1));
  const { created_at } = row;
  await rows.saveReport(db, { ...fields, id: row.id, org_id: orgId, next_at, created_at, updated_at });
  const target = { type: "report", id: row.id } as const;
  await audit(ctx, { action: "report.update", target, ...changedFields(before, fields) });
  return getReport(ctx, id);
}

/** Also ends what waits to be sent. */
export async function removeReport(ctx: ReportWriteContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  await rows.lockReports(db, orgId);
  const row = await getReportRow(ctx, id);
  await rows.deleteReport(db, orgId, row.id);
  const target = { type: "report", id: row.id } as const;
  await audit(ctx, { action: "report.delete", target, before: fieldsOfReport(row) });
}

const DELIVERIES_MAX = 200;

/** The newest emails, sent or not. */
export async function listDeliveriesOfReport(
  ctx: { db: Db; orgId: OrgId },
  id: string,
): Promise<Page<ReportDelivery>> {
  const { id: reportId } = await getReportRow(ctx, id);
  const found = await rows.listReportDeliveries(ctx.db, ctx.orgId, { reportId, limit: DELIVERIES_MAX });
  return onePage(
    found.map(({ from_at: from, to_at: to, created_at, finished_at, ...row }) => ({
      ...row,
      ...{ from: from.toISOString(), to: to.toISOString(), created_at: created_at.toISOString() },
      finished_at: finished_at?.toISOString() ?? null,
    })),
  );
}

export async function getReportRow(
  { db, orgId }: { db: Db; orgId: OrgId },
  id: string,
): Promise<rows.ListedReportRow> {
  const row = UUID_PATTERN.test(id) ? await rows.findReport(db, orgId, id) : null;
  if (row === null) throw notFound("report");
  return row;
}

async function assertValid(
  { db, orgId }: ReportWriteContext,
  { before, after }: { before: ReportFields | null; after: ReportFields },
): Promise<void> {
  const errors = [
    ...(await findSelectorErrors(db, orgId, { before: before?.selector ?? null, after: after.selector })),
    ...(await findRecipientErrors(db, orgId, {
      before: before?.recipients ?? [],
      after: after.recipients,
    })),
  ];
  if (errors.length > 0) throw badFields(errors);
}

/** What the time of sending depends on. A report that is enabled again sends nothing of the time before. */
function timesOf({ period, timezone, weekday, day, hour, enabled }: ReportFields) {
  return { period, timezone, weekday, day, hour, enabled };
}
