import { success } from "@vedette/contract/common/envelope.ts";
import {
  inboundBody,
  inboundParams,
  inboundResultSchema,
  inboundTokenSchema,
  incidentSettingsSchema,
  incidentSettingsUpdate,
  incidentStatsQuery,
  incidentStatsSchema,
} from "@vedette/contract/incidents/incident-settings.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { IncidentRouteDeps } from "./routes-context.ts";
import { receiveInbound } from "./service-inbound.ts";
import {
  changeIncidentSettings,
  createInboundToken,
  getIncidentSettings,
  getIncidentStats,
  revokeInboundToken,
} from "./service-settings.ts";

const tag = "Incidents";
const URL = "/api/v1/incidents";
const reading = { scope: "agent", role: "viewer" } as const;
const managing = { scope: "admin", role: "admin" } as const;

/** Statistics, settings, and the webhook with which other products open incidents. */
export function incidentSettingsRoutes(deps: IncidentRouteDeps): Route[] {
  return [
    defineRoute({
      id: "getIncidentStats",
      tag,
      method: "GET",
      url: `${URL}/stats`,
      summary: "Get MTTA and MTTR of the incidents of a period",
      description: "Of the incidents that started in the period.",
      access: reading,
      request: { query: incidentStatsQuery },
      response: success(incidentStatsSchema),
      status: 200,
      handler: async (ctx, { query }) => ok(await getIncidentStats(ctx, query)),
    }),
    defineRoute({
      id: "getIncidentSettings",
      tag,
      method: "GET",
      url: `${URL}/settings`,
      summary: "Get the settings of incidents",
      access: reading,
      request: {},
      response: success(incidentSettingsSchema),
      status: 200,
      handler: async (ctx) => ok(await getIncidentSettings(ctx)),
    }),
    defineRoute({
      id: "updateIncidentSettings",
      tag,
      method: "PUT",
      url: `${URL}/settings`,
      summary: "Change the settings of incidents",
      access: managing,
      request: { body: incidentSettingsUpdate },
      response: success(incidentSettingsSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { body }) => ok(await changeIncidentSettings(ctx, body)),
    }),
    defineRoute({
      id: "createIncidentInboundToken",
      tag,
      method: "POST",
      url: `${URL}/inbound-token`,
      summary: "Create the token of the inbound webhook",
      description: "Replaces the token before. Shown only once.",
      access: managing,
      request: {},
      response: success(inboundTokenSchema),
      status: 201,
      transaction: true,
      isSecret: true,
      handler: async (ctx) => ok(await createInboundToken(ctx)),
    }),
    defineRoute({
      id: "revokeIncidentInboundToken",
      tag,
      method: "DELETE",
      url: `${URL}/inbound-token`,
      summary: "Revoke the token of the inbound webhook",
      access: managing,
      request: {},
      response: success(incidentSettingsSchema),
      status: 200,
      transaction: true,
      handler: async (ctx) => ok(await revokeInboundToken(ctx)),
    }),
    defineRoute({
      id: "receiveIncident",
      tag,
      method: "POST",
      url: `${URL}/inbound/:token`,
      summary: "Open or resolve an incident by a webhook of another product",
      description:
        "Alertmanager, Grafana alerting, or the generic shape. A repeated key does not open a second incident; `resolved` " +
        "resolves it, if the settings allow and its alerts are resolved.",
      access: "public",
      request: { params: inboundParams, body: inboundBody },
      response: success(inboundResultSchema),
      status: 200,
      handler: async ({ requestId, visitor }, { params, body }) =>
        ok(await receiveInbound(deps, { requestId, ip: visitor.address, token: params.token, body })),
    }),
  ];
}
