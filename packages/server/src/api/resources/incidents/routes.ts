import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  incidentChange,
  incidentCreate,
  incidentListQuery,
  incidentSchema,
  incidentSummarySchema,
} from "@vedette/contract/incidents/incidents.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { incidentActionRoutes } from "./routes-actions.ts";
import type { IncidentRouteDeps } from "./routes-context.ts";
import { incidentNoteRoutes } from "./routes-notes.ts";
import { incidentSettingsRoutes } from "./routes-settings.ts";
import { changeIncidentFields, createIncident, getIncident, listIncidentPage } from "./service.ts";

const tag = "Incidents";
const URL = "/api/v1/incidents";
const reading = { scope: "agent", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

/** The record of what went wrong; posts for visitors are incidents of status pages. */
export function incidentRoutes(deps: IncidentRouteDeps): Route[] {
  return [
    defineRoute({
      id: "listIncidents",
      tag,
      method: "GET",
      url: URL,
      summary: "List incidents",
      description: "Newest first.",
      access: reading,
      request: { query: incidentListQuery },
      response: page(incidentSummarySchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listIncidentPage(ctx, query)),
      }),
    }),
    defineRoute({
      id: "createIncident",
      tag,
      method: "POST",
      url: URL,
      summary: "Open an incident",
      description: "It stays open until a person resolves it, also if all its alerts resolve.",
      access: writing,
      request: { body: incidentCreate },
      response: success(incidentSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createIncident(ctx, body)),
    }),
    ...incidentSettingsRoutes(deps),
    ...singleIncidentRoutes(),
    ...incidentActionRoutes(deps),
    ...incidentNoteRoutes(deps),
  ];
}

function singleIncidentRoutes(): Route[] {
  return [
    defineRoute({
      id: "getIncident",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get an incident",
      description: "With its alerts and why each belongs to it.",
      access: reading,
      request: { params: idParams },
      response: success(incidentSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getIncident(ctx, params.id)),
    }),
    defineRoute({
      id: "updateIncident",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update an incident",
      description: "Updates the given fields and keeps the rest.",
      access: writing,
      request: { params: idParams, body: incidentChange },
      response: success(incidentSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) =>
        ok(await changeIncidentFields(ctx, { id: params.id, input: body })),
    }),
  ];
}
