import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { sloPreviewRequest, sloReportSchema } from "@vedette/contract/slos/slo-report.ts";
import { sloCreate, sloListQuery, sloSchema, sloUpdate } from "@vedette/contract/slos/slos.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeSlo, createSlo, getSlo, getSloReport, listSloPage, previewSlo, removeSlo } from "./service.ts";

const tag = "SLOs";
const URL = "/api/v1/slos";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;
/** A report of the maximum of targets over 90 days takes some seconds on a busy machine. */
const REPORT_TIMEOUT_MS = 35_000;

const REPORT_TEXT =
  "Measured now, with the same rules as statistics: closed hours from rollups, the rest from results. Missed time is always " +
  "left out, and its amount is in `excluded`.";

export function sloRoutes(): Route[] {
  return [
    defineRoute({
      id: "listSlos",
      tag,
      method: "GET",
      url: URL,
      summary: "List SLOs",
      access: reading,
      request: { query: sloListQuery },
      response: page(sloSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listSloPage(ctx, query)) }),
    }),
    defineRoute({
      id: "createSlo",
      tag,
      method: "POST",
      url: URL,
      summary: "Create an SLO",
      description: "Rules of the type `burn_rate` alert when its error budget is used up too fast.",
      access: writing,
      request: { body: sloCreate },
      response: success(sloSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createSlo(ctx, body)),
    }),
    defineRoute({
      id: "previewSlo",
      tag,
      method: "POST",
      url: `${URL}/preview`,
      summary: "Preview an SLO",
      description: `The report that an SLO would have now. ${REPORT_TEXT} Stores nothing.`,
      access: { scope: "read", role: "member", isRead: true },
      request: { body: sloPreviewRequest },
      response: success(sloReportSchema),
      status: 200,
      handlerTimeoutMs: REPORT_TIMEOUT_MS,
      handler: async (ctx, { body }) => ok(await previewSlo(ctx, body)),
    }),
    defineRoute({
      id: "getSlo",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get an SLO",
      access: reading,
      request: { params: idParams },
      response: success(sloSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getSlo(ctx, params.id)),
    }),
    defineRoute({
      id: "updateSlo",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update an SLO",
      description: "Changes the fields that are sent and keeps the rest; `selector` is replaced as a whole.",
      access: writing,
      request: { params: idParams, body: sloUpdate },
      response: success(sloSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await changeSlo(ctx, { id: params.id, input: body })),
    }),
    defineRoute({
      id: "deleteSlo",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete an SLO",
      description: "Refused while a rule is about it.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeSlo(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "getSloReport",
      tag,
      method: "GET",
      url: `${URL}/:id/report`,
      summary: "Get the report of an SLO",
      description: REPORT_TEXT,
      access: reading,
      request: { params: idParams },
      response: success(sloReportSchema),
      status: 200,
      handlerTimeoutMs: REPORT_TIMEOUT_MS,
      handler: async (ctx, { params }) => ok(await getSloReport(ctx, params.id)),
    }),
  ];
}
