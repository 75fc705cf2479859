import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  incidentUpdateCreate,
  incidentUpdateEdit,
  incidentUpdateParams,
  pageIncidentCreate,
  pageIncidentListQuery,
  pageIncidentParams,
  pageIncidentSchema,
  pageIncidentUpdate,
  pageMaintenanceSchema,
} from "@vedette/contract/status-pages/page-incidents.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { ContextOf } from "./routes-context.ts";
import {
  createIncidentUpdate,
  createPageIncident,
  deletePageIncident,
  editIncidentUpdate,
  getPageIncident,
  listPageIncidents,
  updatePageIncident,
} from "./service-incidents.ts";
import { listPageMaintenances } from "./service-status.ts";

const tag = "Status pages";
const PAGE = "/api/v1/status-pages/:id";
const URL = `${PAGE}/incidents` as const;
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function pageIncidentRoutes(contextOf: ContextOf): Route[] {
  return [
    defineRoute({
      id: "listPageIncidents",
      tag,
      method: "GET",
      url: URL,
      summary: "List the incidents of a status page",
      description: "Newest first, with their updates. Without `state`: drafts too.",
      access: reading,
      request: { params: idParams, query: pageIncidentListQuery },
      response: page(pageIncidentSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ({
        success: true as const,
        ...(await listPageIncidents(contextOf(ctx), params.id, query)),
      }),
    }),
    defineRoute({
      id: "createPageIncident",
      tag,
      method: "POST",
      url: URL,
      summary: "Post an incident on a status page",
      description: "`{title, message}` is enough. `message` becomes its first update.",
      access: writing,
      request: { params: idParams, body: pageIncidentCreate },
      response: success(pageIncidentSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { params, body }) => ok(await createPageIncident(contextOf(ctx), params.id, body)),
    }),
    defineRoute({
      id: "getPageIncident",
      tag,
      method: "GET",
      url: `${URL}/:incident_id`,
      summary: "Get an incident of a status page",
      access: reading,
      request: { params: pageIncidentParams },
      response: success(pageIncidentSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getPageIncident(contextOf(ctx), placeOf(params))),
    }),
    defineRoute({
      id: "updatePageIncident",
      tag,
      method: "PUT",
      url: `${URL}/:incident_id`,
      summary: "Update an incident of a status page",
      description: "Updates the given fields and keeps the rest. Post an update to change its status.",
      access: writing,
      request: { params: pageIncidentParams, body: pageIncidentUpdate },
      response: success(pageIncidentSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) =>
        ok(await updatePageIncident(contextOf(ctx), placeOf(params), body)),
    }),
    defineRoute({
      id: "deletePageIncident",
      tag,
      method: "DELETE",
      url: `${URL}/:incident_id`,
      summary: "Delete an incident of a status page",
      access: writing,
      request: { params: pageIncidentParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deletePageIncident(contextOf(ctx), placeOf(params));
        return ok({ id: params.incident_id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "createIncidentUpdate",
      tag,
      method: "POST",
      url: `${URL}/:incident_id/updates`,
      summary: "Post an update of an incident",
      description: "Sets the status of the incident and of `components`. `at` may be in the past.",
      access: writing,
      request: { params: pageIncidentParams, body: incidentUpdateCreate },
      response: success(pageIncidentSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { params, body }) =>
        ok(await createIncidentUpdate(contextOf(ctx), placeOf(params), body)),
    }),
    defineRoute({
      id: "editIncidentUpdate",
      tag,
      method: "PUT",
      url: `${URL}/:incident_id/updates/:update_id`,
      summary: "Edit a posted update of an incident",
      description: "The page marks it as edited. Subscribers are not notified again.",
      access: writing,
      request: { params: incidentUpdateParams, body: incidentUpdateEdit },
      response: success(pageIncidentSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) =>
        ok(
          await editIncidentUpdate(contextOf(ctx), { ...placeOf(params), updateId: params.update_id }, body),
        ),
    }),
    defineRoute({
      id: "listPageMaintenances",
      tag,
      method: "GET",
      url: `${PAGE}/maintenances`,
      summary: "List the maintenances of a status page",
      description:
        "Occurrences of the maintenance windows whose `show_on` names the page: from 90 days ago to 90 days ahead, newest first.",
      access: reading,
      request: { params: idParams },
      response: page(pageMaintenanceSchema),
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        ...onePage(await listPageMaintenances(contextOf(ctx), params.id)),
      }),
    }),
  ];
}

function placeOf({ id, incident_id }: { id: string; incident_id: string }) {
  return { pageId: id, id: incident_id };
}
