import {
  maintenanceWindowCreate,
  maintenanceWindowListQuery,
  maintenanceWindowSchema,
  maintenanceWindowUpdate,
} from "@vedette/contract/alerts/maintenance-windows.ts";
import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { changeWindow, createWindow, endWindow, getWindow, listWindowPage, removeWindow } from "./service.ts";

const tag = "Maintenance windows";
const URL = "/api/v1/maintenance-windows";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function maintenanceWindowRoutes(): Route[] {
  return [
    defineRoute({
      id: "listMaintenanceWindows",
      tag,
      method: "GET",
      url: URL,
      summary: "List maintenance windows",
      access: reading,
      request: { query: maintenanceWindowListQuery },
      response: page(maintenanceWindowSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listWindowPage(ctx, query)) }),
    }),
    defineRoute({
      id: "createMaintenanceWindow",
      tag,
      method: "POST",
      url: URL,
      summary: "Create a maintenance window",
      description:
        "Once or by a recurrence rule, for the targets and tags that it names, or for everything. Without `starts_at` " +
        "it begins now: `{name, duration_minutes}` is a window from now on.",
      access: writing,
      request: { body: maintenanceWindowCreate },
      response: success(maintenanceWindowSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createWindow(ctx, body)),
    }),
    defineRoute({
      id: "getMaintenanceWindow",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get a maintenance window",
      access: reading,
      request: { params: idParams },
      response: success(maintenanceWindowSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getWindow(ctx, params.id)),
    }),
    defineRoute({
      id: "updateMaintenanceWindow",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Change a maintenance window",
      description:
        "Changes the fields that are sent and keeps the rest; one that is on is on or off at once by what it says now.",
      access: writing,
      request: { params: idParams, body: maintenanceWindowUpdate },
      response: success(maintenanceWindowSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await changeWindow(ctx, { id: params.id, input: body })),
    }),
    defineRoute({
      id: "deleteMaintenanceWindow",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a maintenance window",
      description: "One that is on ends.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeWindow(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "endMaintenanceWindow",
      tag,
      method: "POST",
      url: `${URL}/:id/end`,
      summary: "End a maintenance window that is on",
      description: "A recurring one comes again at its next start. One that is not on stays as it is.",
      access: writing,
      request: { params: idParams },
      response: success(maintenanceWindowSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params }) => ok(await endWindow(ctx, params.id)),
    }),
  ];
}

function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}
