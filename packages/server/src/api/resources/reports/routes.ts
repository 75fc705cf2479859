import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  reportCreate,
  reportDeliverySchema,
  reportListQuery,
  reportPreviewQuery,
  reportSchema,
  reportSendRequest,
  reportSentSchema,
  reportUpdate,
} from "@vedette/contract/reports/reports.ts";
import type { Recipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import type { PrintPdf } from "../../../pipeline/reports/sending/report-mail.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { defineFile, defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import {
  changeReport,
  createReport,
  getReport,
  listDeliveriesOfReport,
  listReportPage,
  removeReport,
} from "./service.ts";
import { previewReport } from "./service-preview.ts";
import { requestReportConfirmations, sendReportToCaller } from "./service-sending.ts";

export type ReportRouteDeps = {
  database: Database;
  mailer: Mailer;
  recipients: Recipients;
  printPdf: PrintPdf;
};

const tag = "Reports";
const URL = "/api/v1/reports";
/** Recipients are addresses of people. */
const reading = { scope: "admin", role: "member" } as const;
const writing = { scope: "admin", role: "member" } as const;
/** The figures of a thousand targets in a quarter, and a PDF after others. */
const PREVIEW_TIMEOUT_MS = 90_000;

export function reportRoutes(deps: ReportRouteDeps): Route[] {
  return [...definitionRoutes(deps), ...sendingRoutes(deps)];
}

function definitionRoutes(deps: ReportRouteDeps): Route[] {
  const { recipients } = deps;
  return [
    defineRoute({
      id: "listReports",
      tag,
      method: "GET",
      url: URL,
      summary: "List reports",
      access: reading,
      request: { query: reportListQuery },
      response: page(reportSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listReportPage({ ...ctx, recipients }, query)),
      }),
    }),
    defineRoute({
      id: "createReport",
      tag,
      method: "POST",
      url: URL,
      summary: "Create a report",
      description:
        "Sent by email after each period. Addresses of no member are asked to confirm by a link first.",
      access: writing,
      request: { body: reportCreate },
      response: success(reportSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) =>
        ok(requestReportConfirmations({ ...ctx, ...deps }, await createReport({ ...ctx, recipients }, body))),
    }),
    defineRoute({
      id: "getReport",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get a report",
      access: reading,
      request: { params: idParams },
      response: success(reportSchema),
      status: 200,
      measured: ["target_count", "recipient_states", "next_at", "last_run"],
      handler: async (ctx, { params }) => ok(await getReport({ ...ctx, recipients }, params.id)),
    }),
    defineRoute({
      id: "updateReport",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update a report",
      description:
        "Changes the fields that are sent and keeps the rest; `selector`, `recipients` and `formats` are replaced as a whole.",
      access: writing,
      request: { params: idParams, body: reportUpdate },
      response: success(reportSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => {
        const report = await changeReport({ ...ctx, recipients }, { id: params.id, input: body });
        return ok(requestReportConfirmations({ ...ctx, ...deps }, report));
      },
    }),
    defineRoute({
      id: "deleteReport",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a report",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeReport({ ...ctx, recipients }, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}

function sendingRoutes(deps: ReportRouteDeps): Route[] {
  return [
    defineRoute({
      id: "sendReport",
      tag,
      method: "POST",
      url: `${URL}/:id/send`,
      summary: "Send a report to yourself",
      description: "The report of the last complete period, to the address of the signed-in person.",
      access: { scope: null, role: "member" },
      request: { params: idParams, body: reportSendRequest },
      response: success(reportSentSchema),
      status: 202,
      transaction: true,
      handler: async (ctx, { params }) => ok(await sendReportToCaller({ ...ctx, ...deps }, params.id)),
    }),
    defineRoute({
      id: "listReportDeliveries",
      tag,
      method: "GET",
      url: `${URL}/:id/deliveries`,
      summary: "List the emails of a report",
      description: "The newest 200, kept for 400 days.",
      access: reading,
      request: { params: idParams },
      response: page(reportDeliverySchema),
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        ...(await listDeliveriesOfReport(ctx, params.id)),
      }),
    }),
    defineFile({
      id: "previewReport",
      tag,
      method: "GET",
      url: `${URL}/:id/preview`,
      summary: "Get a report of any time",
      description:
        "Without `from`, of the last complete period. `html` is one document without scripts and requests; `pdf` needs a " +
        "Chromium on the server, as journeys do; `csv` has one line for each target.",
      access: reading,
      request: { params: idParams, query: reportPreviewQuery },
      contentType: "text/html",
      handlerTimeoutMs: PREVIEW_TIMEOUT_MS,
      handler: (ctx, { params, query }) =>
        previewReport({ ...ctx, printPdf: deps.printPdf }, params.id, query),
    }),
  ];
}
