import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { REPORT_DAYS_MAX, type ReportFormat } from "@vedette/contract/reports/report-limits.ts";
import type { ReportPreviewQuery } from "@vedette/contract/reports/reports.ts";
import { readReport } from "../../../pipeline/reports/reading/read-report.ts";
import type { ReportContent } from "../../../pipeline/reports/reading/report-content.ts";
import { renderReportCsv } from "../../../pipeline/reports/rendering/render-csv.ts";
import { renderReportHtml } from "../../../pipeline/reports/rendering/render-html.ts";
import { REPORT_TEXTS } from "../../../pipeline/reports/rendering/texts/catalog.ts";
import type { ReportRow } from "../../../pipeline/reports/report-definition.ts";
import { lastPeriod, type ReportRange } from "../../../pipeline/reports/report-period.ts";
import { type PrintPdf, reportFileName } from "../../../pipeline/reports/sending/report-mail.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { getReportRow } from "./service.ts";

/** A report of any past time, without sending it. */

export type PreviewContext = { db: Db; orgId: OrgId; clock: Clock; signal: AbortSignal; printPdf: PrintPdf };

/** A file that a route can send. */
export type ReportFile = {
  contentType: string;
  isInline: boolean;
  fileName: string;
  bytes: number;
  etag: string;
  framing: "own-origin" | "none";
  open(part: { start: number; end: number } | undefined): Promise<Readable>;
};

const DAY_MS = 86_400_000;

export async function previewReport(
  ctx: PreviewContext,
  id: string,
  query: ReportPreviewQuery,
): Promise<ReportFile> {
  const row = await getReportRow(ctx, id);
  const range = rangeOf(row, query, ctx.clock.now());
  const content = await readReport(ctx, row, range);
  const { contentType, bytes } = await render(ctx, { row, content, format: query.format });
  return {
    contentType,
    isInline: query.format !== "csv",
    fileName: `${reportFileName(content)}.${query.format}`,
    bytes: bytes.length,
    etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`,
    framing: query.format === "html" ? "own-origin" : "none",
    open: async (part) => Readable.from([part ? bytes.subarray(part.start, part.end + 1) : bytes]),
  };
}

function rangeOf(row: ReportRow, { from, to }: ReportPreviewQuery, nowMs: number): ReportRange {
  if (from === undefined) {
    if (to !== undefined) throw badFields([{ path: "from", message: "is required with to" }]);
    return lastPeriod(row, nowMs);
  }
  const range = { fromMs: from.getTime(), toMs: Math.min(to?.getTime() ?? nowMs, nowMs) };
  if (range.fromMs >= range.toMs)
    throw badFields([{ path: "from", message: "must be before to, and in the past" }]);
  if (range.toMs - range.fromMs > REPORT_DAYS_MAX * DAY_MS)
    throw badFields([{ path: "to", message: `must be at most ${REPORT_DAYS_MAX} days after from` }]);
  return range;
}

type Rendering = { row: ReportRow; content: ReportContent; format: ReportFormat };

async function render(
  { orgId, signal, printPdf }: PreviewContext,
  { row, content, format }: Rendering,
): Promise<{ contentType: string; bytes: Buffer }> {
  if (format === "csv")
    return { contentType: "text/csv; charset=utf-8", bytes: Buffer.from(renderReportCsv(content)) };
  const texts = REPORT_TEXTS[row.language];
  const html = renderReportHtml(content, { texts, targetsMax: content.targets.length, links: null });
  if (format === "html") return { contentType: "text/html; charset=utf-8", bytes: Buffer.from(html) };
  return { contentType: "application/pdf", bytes: await printPdf(html, { orgId, signal }) };
}
