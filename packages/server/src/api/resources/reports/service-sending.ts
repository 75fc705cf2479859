import { REPORTS_SENT_PER_HOUR } from "@vedette/contract/reports/report-limits.ts";
import type { Report, ReportSent } from "@vedette/contract/reports/reports.ts";
import { requestConfirmations } from "../../../pipeline/alerting/recipients/request-confirmations.ts";
import { audit } from "../../../pipeline/audit/audit.ts";
import { insertReportDeliveries, insertReportRun } from "../../../pipeline/reports/queries.ts";
import { lastPeriod } from "../../../pipeline/reports/report-period.ts";
import { sendJob } from "../../../platform/jobs/send-job.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { getOrganization } from "../organizations/service.ts";
import { getReportRow, type ReportWriteContext } from "./service.ts";

/** Sends a report to the caller, and links of confirmation to recipients who are no members. */

export type ReportMailContext = ReportWriteContext & {
  database: Database;
  mailer: Mailer;
  log: Logger;
  afterCommit(work: () => Promise<void>): void;
};

const HOUR_MS = 3_600_000;

export async function sendReportToCaller(ctx: ReportMailContext, id: string): Promise<ReportSent> {
  const { db, orgId, clock, actor, mailer, recipients } = ctx;
  const row = await getReportRow(ctx, id);
  if (actor.kind !== "member")
    throw new AppError("BAD_REQUEST", "A report is sent to the person who asks for it. Sign in to send it.");
  if (!mailer.isConfigured)
    throw new AppError("SERVICE_UNAVAILABLE", "This server sends no mail. Ask its operator to set SMTP_URL.");
  const email = actor.email.toLowerCase();
  const state = (await recipients.statesOf(db, orgId, [email])).get(email);
  if (state?.status !== "confirmed")
    throw new AppError(
      "BAD_REQUEST",
      "Your email address is not verified, or you unsubscribed from emails of this organization.",
    );
  const nowMs = clock.now();
  await assertNotTooOften(ctx, `reports sent by ${actor.personId}`);
  const range = lastPeriod(row, nowMs);
  const run = { id: newId(nowMs), report: row, trigger: "manual", range, now: new Date(nowMs) } as const;
  await insertReportRun(db, run);
  await insertReportDeliveries(db, { runId: run.id, emails: [email], now: run.now });
  await sendJob(db, { name: "reports.deliver", data: {} });
  await audit(ctx, { action: "report.send", target: { type: "report", id: row.id }, after: { email } });
  return {
    ...{ email, from: new Date(range.fromMs).toISOString(), to: new Date(range.toMs).toISOString() },
  };
}

async function assertNotTooOften({ db, clock }: ReportMailContext, subject: string): Promise<void> {
  const counted = await countAction(db, { subject, windowMs: HOUR_MS, nowMs: clock.now() });
  if (counted.actions <= REPORTS_SENT_PER_HOUR) return;
  throw new AppError(
    "TOO_MANY_REQUESTS",
    `You sent yourself ${REPORTS_SENT_PER_HOUR} reports within an hour. Use the preview, or try again later.`,
    { retryAfterSeconds: Math.ceil(counted.endsInMs / 1_000) },
  );
}

/** After the commit, sends a link to the recipients who are no members and got none yet. */
export function requestReportConfirmations(ctx: ReportMailContext, report: Report): Report {
  const emails = report.recipient_states.flatMap(({ email, status }) =>
    status === "unconfirmed" && email !== null ? [email] : [],
  );
  if (emails.length === 0) return report;
  const { orgId } = ctx;
  ctx.afterCommit(async () => {
    try {
      // The transaction of the request has ended.
      const outside = { ...ctx, db: ctx.database };
      const { name: organizationName } = await getOrganization(outside);
      await requestConfirmations(outside, { orgId, organizationName }, emails);
    } catch (error) {
      ctx.log.warn("recipients.confirmation_mail_failed", errorFacts(error));
    }
  });
  return report;
}
