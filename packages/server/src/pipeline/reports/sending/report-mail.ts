import { createHash } from "node:crypto";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { toPublicId } from "../../../platform/kernel/ids.ts";
import { harmlessName } from "../../../platform/mail/harmless-name.ts";
import type { Mail, MailAttachment } from "../../../platform/mail/mail-message.ts";
import type { ReportContent } from "../reading/report-content.ts";
import { renderReportCsv } from "../rendering/render-csv.ts";
import { renderReportHtml } from "../rendering/render-html.ts";
import { renderReportText } from "../rendering/render-text.ts";
import { createReportFigures } from "../rendering/report-figures.ts";
import { REPORT_TEXTS } from "../rendering/texts/catalog.ts";
import type { ReportRow } from "../report-definition.ts";

/** Makes a PDF of an HTML document; throws SERVICE_UNAVAILABLE if there is no browser. */
export type PrintPdf = (html: string, options: { orgId: OrgId; signal: AbortSignal }) => Promise<Buffer>;

/** Mail clients cut longer emails off: Gmail shows 102 KB. */
const TARGETS_IN_MAIL_MAX = 100;

/** A report that is ready for all of its recipients. */
export type RenderedReport = {
  mailTo(recipient: { runId: string; email: string; unsubscribeUrl: string | null; reportUrl: string }): Mail;
  /** Why the PDF is missing; null if it is there or was not asked for. */
  problem: string | null;
};

export async function renderReportMails(
  content: ReportContent,
  report: Pick<ReportRow, "org_id" | "formats" | "language">,
  { printPdf, signal }: { printPdf: PrintPdf; signal: AbortSignal },
): Promise<RenderedReport> {
  const texts = REPORT_TEXTS[report.language];
  const figures = createReportFigures(texts, content.timezone);
  const fileName = reportFileName(content);
  const attachments: MailAttachment[] = [];
  let problem: string | null = null;
  if (report.formats.includes("pdf")) {
    try {
      const bytes = await printPdf(
        renderReportHtml(content, { texts, targetsMax: content.targets.length, links: null }),
        { orgId: report.org_id, signal },
      );
      attachments.push({ fileName: `${fileName}.pdf`, contentType: "application/pdf", content: bytes });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problem = `without the PDF: ${error.message}`;
    }
  }
  if (report.formats.includes("csv"))
    attachments.push({
      ...{ fileName: `${fileName}.csv`, contentType: "text/csv; charset=utf-8" },
      content: Buffer.from(renderReportCsv(content)),
    });
  return {
    problem,
    mailTo({ runId, email, unsubscribeUrl, reportUrl }) {
      const options = { texts, targetsMax: TARGETS_IN_MAIL_MAX, links: { reportUrl, unsubscribeUrl } };
      return {
        to: email,
        subject: texts.subject(harmlessName(content.name), figures.range(content)),
        text: renderReportText(content, options),
        html: renderReportHtml(content, options),
        // The same for every try, so that a repeated email can be recognized.
        messageId: toPublicId(createHash("sha256").update(`${runId} ${email}`).digest()),
        attachments,
      };
    },
  };
}

/** ASCII without characters that have a meaning in headers and file systems. */
export function reportFileName({
  name,
  fromMs,
  timezone,
}: Pick<ReportContent, "name" | "fromMs" | "timezone">): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const date = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: timezone }).format(fromMs);
  return `${(words || "report").slice(0, 60)}-${date}`;
}
