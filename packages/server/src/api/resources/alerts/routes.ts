import { alertListQuery, alertSchema } from "@vedette/contract/alerts/alerts.ts";
import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { acknowledge, getAlert, listAlertPage, resolveAlertByUser } from "./service.ts";

const tag = "Alerts";
const URL = "/api/v1/alerts";
const reading = { scope: "agent", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function alertRoutes(): Route[] {
  return [
    defineRoute({
      id: "listAlerts",
      tag,
      method: "GET",
      url: URL,
      summary: "List alerts",
      description: "Alerts that are not `resolved` are open.",
      access: reading,
      request: { query: alertListQuery },
      response: page(alertSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listAlertPage(ctx, query)) }),
    }),
    defineRoute({
      id: "getAlert",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get an alert",
      description: "Includes every delivery attempt.",
      access: reading,
      request: { params: idParams },
      response: success(alertSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getAlert(ctx, params.id)),
    }),
    defineRoute({
      id: "resolveAlert",
      tag,
      method: "POST",
      url: `${URL}/:id/resolve`,
      summary: "Resolve an alert",
      description:
        "Its rule opens another alert for the same target only after the condition has cleared and holds again. Resolving a " +
        "resolved alert has no effect.",
      access: writing,
      request: { params: idParams },
      response: success(alertSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params }) => ok(await resolveAlertByUser(ctx, params.id)),
    }),
    defineRoute({
      id: "acknowledgeAlert",
      tag,
      method: "POST",
      url: `${URL}/:id/acknowledge`,
      summary: "Acknowledge an alert",
      description:
        "Marks the alert as being handled and stops reminders. It stays open until it is resolved.",
      access: writing,
      request: { params: idParams },
      response: success(alertSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params }) => ok(await acknowledge(ctx, params.id)),
    }),
  ];
}
