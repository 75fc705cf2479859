import {
  maintenanceWindowCreate,
  maintenanceWindowListQuery,
  maintenanceWindowSchema,
  maintenanceWindowUpdate,
} from "@vedette/contract/alerts/maintenance-windows.ts";
import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
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
        "One-time or recurring, for the given targets and tags, or for all targets. Without `starts_at` " +
        "it starts now: `{name, duration_minutes}` is enough.",
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
      summary: "Update a maintenance window",
      description:
        "Updates the given fields and keeps the rest. The change applies to an active window immediately.",
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
      description: "An active window ends immediately.",
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
      summary: "End an active maintenance window",
      description:
        "A recurring window starts again at its next occurrence. An inactive window stays unchanged.",
      access: writing,
      request: { params: idParams },
      response: success(maintenanceWindowSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params }) => ok(await endWindow(ctx, params.id)),
    }),
  ];
}
