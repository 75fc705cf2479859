import { alertListQuery, alertSchema } from "@vedette/contract/alerts/alerts.ts";
import { BULK_ALERTS_MAX, bulkAlerts, bulkAlertsResultSchema } from "@vedette/contract/alerts/bulk-alerts.ts";
import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeAlertsInBulk } from "./bulk.ts";
import { acknowledge, getAlert, listAlertPage, resolveAlertByUser, unacknowledge } from "./service.ts";

/** Each alert is changed within some milliseconds. */
const BULK_TIMEOUT_MS = 60_000;

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
      id: "changeAlertsInBulk",
      tag,
      method: "POST",
      url: `${URL}/bulk`,
      summary: "Acknowledge, unacknowledge or resolve many alerts",
      description:
        `Changes at most ${BULK_ALERTS_MAX} alerts, all or none. Those that are as wanted already stay as they are. ` +
        "To snooze the targets of alerts, use `POST /targets/bulk` with the action `snooze`.",
      access: writing,
      request: { body: bulkAlerts },
      response: success(bulkAlertsResultSchema),
      status: 200,
      transaction: true,
      handlerTimeoutMs: BULK_TIMEOUT_MS,
      handler: async (ctx, { body }) => ok(await changeAlertsInBulk(ctx, body)),
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
    defineRoute({
      id: "unacknowledgeAlert",
      tag,
      method: "POST",
      url: `${URL}/:id/unacknowledge`,
      summary: "Withdraw the acknowledgement of an alert",
      description:
        "No one is handling the alert, so its reminders start again. Has no effect on an alert that is not acknowledged or " +
        "is resolved.",
      access: writing,
      request: { params: idParams },
      response: success(alertSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params }) => ok(await unacknowledge(ctx, params.id)),
    }),
  ];
}
