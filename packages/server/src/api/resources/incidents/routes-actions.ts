import { success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  incidentAlertAdd,
  incidentAlertParams,
  incidentSchema,
  statusPageDraftCreate,
} from "@vedette/contract/incidents/incidents.ts";
import { pageIncidentSchema } from "@vedette/contract/status-pages/page-incidents.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { draftContext, type IncidentRouteDeps } from "./routes-context.ts";
import { addAlertToIncident, removeAlertFromIncident } from "./service-alerts.ts";
import { draftPagePost } from "./service-draft.ts";
import { acknowledgeIncident, mitigateIncident, resolveIncident } from "./service-states.ts";
import { draftPostmortem } from "./service-timeline.ts";

const tag = "Incidents";
const URL = "/api/v1/incidents/:id";
const writing = { scope: "admin", role: "member" } as const;

const shared = {
  tag,
  access: writing,
  response: success(incidentSchema),
  status: 200,
  transaction: true,
} as const;

/** What people do with an incident: its state, its alerts, its postmortem and posts drafted from it. */
export function incidentActionRoutes(deps: IncidentRouteDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      id: "acknowledgeIncident",
      method: "POST",
      url: `${URL}/acknowledge`,
      summary: "Acknowledge an incident and its open alerts",
      description: "Has no effect on an incident that is resolved.",
      request: { params: idParams },
      handler: async (ctx, { params }) => ok(await acknowledgeIncident(ctx, params.id)),
    }),
    defineRoute({
      ...shared,
      id: "mitigateIncident",
      method: "POST",
      url: `${URL}/mitigate`,
      summary: "Mark an incident as mitigated",
      description: "The impact is over, the cause may not be. Its alerts stay as they are.",
      request: { params: idParams },
      handler: async (ctx, { params }) => ok(await mitigateIncident(ctx, params.id)),
    }),
    defineRoute({
      ...shared,
      id: "resolveIncident",
      method: "POST",
      url: `${URL}/resolve`,
      summary: "Resolve an incident and its open alerts",
      description: "A resolved incident stays resolved: an alert that opens later opens another one.",
      request: { params: idParams },
      handler: async (ctx, { params }) => ok(await resolveIncident(ctx, params.id)),
    }),
    defineRoute({
      ...shared,
      id: "addAlertToIncident",
      method: "POST",
      url: `${URL}/alerts`,
      summary: "Add an alert to an incident",
      description: "An alert belongs to one incident.",
      request: { params: idParams, body: incidentAlertAdd },
      handler: async (ctx, { params, body }) =>
        ok(await addAlertToIncident(ctx, { id: params.id, alertId: body.alert_id })),
    }),
    defineRoute({
      ...shared,
      id: "removeAlertFromIncident",
      method: "DELETE",
      url: `${URL}/alerts/:alert_id`,
      summary: "Remove an alert from an incident",
      description: "It is not added to an incident again by itself.",
      request: { params: incidentAlertParams },
      handler: async (ctx, { params }) =>
        ok(await removeAlertFromIncident(ctx, { id: params.id, alertId: params.alert_id })),
    }),
    defineRoute({
      ...shared,
      id: "draftPostmortem",
      method: "POST",
      url: `${URL}/postmortem`,
      summary: "Write the postmortem of an incident from the template",
      description: "Fills in what is known. Has no effect if there is a postmortem.",
      request: { params: idParams },
      handler: async (ctx, { params }) => ok(await draftPostmortem(ctx, params.id)),
    }),
    defineRoute({
      ...shared,
      id: "draftStatusPagePost",
      method: "POST",
      url: `${URL}/status-page-draft`,
      summary: "Draft a post for a status page from an incident",
      description:
        "Creates an incident of the status page that is not published, with the components that follow targets of the " +
        "incident, in the default language of the page. A person publishes it.",
      request: { params: idParams, body: statusPageDraftCreate },
      response: success(pageIncidentSchema),
      status: 201,
      idempotent: true,
      handler: async (ctx, { params, body }) =>
        ok(await draftPagePost(draftContext(deps, ctx), { id: params.id, pageId: body.page_id })),
    }),
  ];
}
