import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { MailError } from "../../../platform/mail/mail-error.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { Recipients } from "../../alerting/recipients/recipients.ts";
import {
  type ClaimedReport,
  claimReportDeliveries,
  deleteOldReportRuns,
  findReportById,
  finishReportDelivery,
  retryReportDelivery,
} from "../queries.ts";
import { readReport } from "../reading/read-report.ts";
import type { ReportRow } from "../report-definition.ts";
import { createDueRuns } from "./create-due-runs.ts";
import { type PrintPdf, type RenderedReport, renderReportMails } from "./report-mail.ts";

/**
 * The jobs of reports: create what is due, and send what waits. A delivery is claimed before it is sent and stored as sent
 * right after it was accepted. If the process ends in between, the claim expires and that one email is sent again, with the
 * same message ID.
 */
export type ReportJobDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  recipients: Recipients;
  printPdf: PrintPdf;
};

/** A run of the job ends before its timeout, and the next one goes on. */
const RUN_MS = 120_000;
/** How long a claim is valid. An email is sent only if its claim lasts for a rendering with a PDF and an email. */
const CLAIM_MS = 240_000;
const SEND_MS = 120_000;
const CLAIMED_MAX = 5;
const TRIES_MAX = 8;
const RETRY_FIRST_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;
const RUNS_KEPT_MS = 400 * 86_400_000;

export type ReportJob = "reports.send" | "reports.deliver" | "reports.retention";

export function reportJobs(deps: ReportJobDeps) {
  const send = (run: { signal: AbortSignal }) => sendDueReports(deps, run);
  return {
    "reports.send": async (run: { signal: AbortSignal }) => {
      await createDueRuns(deps, run);
      await send(run);
    },
    "reports.deliver": send,
    "reports.retention": async () =>
      void (await deleteOldReportRuns(deps.database, new Date(deps.clock.now() - RUNS_KEPT_MS))),
  };
}

async function sendDueReports(deps: ReportJobDeps, { signal }: { signal: AbortSignal }): Promise<void> {
  const { database, clock } = deps;
  const endsAt = clock.monotonic() + RUN_MS;
  const rendered = new Map<string, RenderedReport & { report: ReportRow }>();
  while (!signal.aborted && clock.monotonic() < endsAt) {
    const nowMs = clock.now();
    const claim = { now: new Date(nowMs), until: new Date(nowMs + CLAIM_MS), limit: CLAIMED_MAX };
    const claimed = await claimReportDeliveries(database, claim);
    if (claimed.length === 0) return;
    const startedAt = clock.monotonic();
    for (const delivery of claimed) {
      // What is left is due again when its claim expires.
      if (signal.aborted || clock.monotonic() - startedAt > CLAIM_MS - SEND_MS) return;
      try {
        await deliver(deps, delivery, { rendered, signal });
      } catch (error) {
        deps.log.error("reports.delivery_failed", { run_id: delivery.run_id, ...errorFacts(error) });
        await retry(deps, delivery, "an internal error; the server's log has it");
      }
    }
  }
}

type Rendered = Map<string, RenderedReport & { report: ReportRow }>;

async function deliver(
  deps: ReportJobDeps,
  delivery: ClaimedReport,
  { rendered, signal }: { rendered: Rendered; signal: AbortSignal },
): Promise<void> {
  const { database, clock, mailer, recipients } = deps;
  const { run_id: runId, email } = delivery;
  const report = rendered.get(runId)?.report ?? (await findReportById(database, delivery.report_id));
  if (report === null) return;
  const { org_id: orgId } = report;
  const state = (await recipients.statesOf(database, orgId, [email])).get(email);
  if (state?.status !== "confirmed")
    return fail(deps, delivery, state?.status === "refused" ? UNSUBSCRIBED : UNCONFIRMED);
  if (!mailer.isConfigured) return fail(deps, delivery, "this server sends no email: SMTP_URL is not set");
  const budget = await recipients.takeMails(database, orgId, 1);
  if (!budget.ok) return retry(deps, delivery, TOO_MANY, budget.retryAfterSeconds * 1_000);
  try {
    // Only the run that is being sent is kept.
    const ready = rendered.get(runId) ?? (await render(deps, report, { delivery, signal }));
    if (!rendered.has(runId)) rendered.clear();
    rendered.set(runId, ready);
    const unsubscribeUrl = state.isMember ? null : recipients.urlOf({ orgId, email, nowMs: clock.now() });
    const reportUrl = `${recipients.serverUrl}/reports/${report.id}`;
    await mailer.send(ready.mailTo({ runId, email, unsubscribeUrl, reportUrl }));
    await finish(deps, delivery, { state: "sent", error: ready.problem });
  } catch (error) {
    if (error instanceof AppError) return fail(deps, delivery, sentenceOf(error));
    if (!(error instanceof MailError)) throw error;
    const { message, isTemporary } = error;
    await (isTemporary ? retry(deps, delivery, message) : fail(deps, delivery, message));
  }
}

const UNSUBSCRIBED = "the recipient unsubscribed from emails of this organization";
const UNCONFIRMED = "the recipient has not confirmed the address";
const TOO_MANY = "the organization has reached its limit of emails per hour";

async function render(
  { database, clock, printPdf }: ReportJobDeps,
  report: ReportRow,
  { delivery, signal }: { delivery: ClaimedReport; signal: AbortSignal },
): Promise<RenderedReport & { report: ReportRow }> {
  const range = { fromMs: delivery.from_at.getTime(), toMs: delivery.to_at.getTime() };
  const content = await readReport({ db: database, clock }, report, range);
  return { ...(await renderReportMails(content, report, { printPdf, signal })), report };
}

function sentenceOf({ message, details }: AppError): string {
  const [detail] = details ?? [];
  return detail === undefined ? message : `${detail.path} ${detail.message}`;
}

const fail = (deps: ReportJobDeps, delivery: ClaimedReport, error: string) =>
  finish(deps, delivery, { state: "failed", error });

async function finish(
  { database, clock }: ReportJobDeps,
  delivery: ClaimedReport,
  outcome: { state: "sent" | "failed"; error: string | null },
): Promise<void> {
  await finishReportDelivery(database, delivery, { ...outcome, now: new Date(clock.now()) });
}

async function retry(
  deps: ReportJobDeps,
  delivery: ClaimedReport,
  error: string,
  leastMs = 0,
): Promise<void> {
  if (delivery.tries + 1 >= TRIES_MAX) return fail(deps, delivery, error);
  const waitMs = Math.max(leastMs, Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** delivery.tries));
  await retryReportDelivery(deps.database, delivery, { at: new Date(deps.clock.now() + waitMs), error });
}
