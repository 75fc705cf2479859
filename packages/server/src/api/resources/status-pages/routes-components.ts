import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  pageComponentCreate,
  pageComponentPage,
  pageComponentParams,
  pageComponentSchema,
  pageComponentUpdate,
} from "@vedette/contract/status-pages/page-components.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { ContextOf } from "./routes-context.ts";
import {
  createPageComponent,
  deletePageComponent,
  getPageComponent,
  listPageComponents,
  updatePageComponent,
} from "./service-components.ts";

const tag = "Status pages";
const URL = "/api/v1/status-pages/:id/components";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function pageComponentRoutes(contextOf: ContextOf): Route[] {
  return [
    defineRoute({
      id: "listPageComponents",
      tag,
      method: "GET",
      url: URL,
      summary: "List the components of a status page",
      description: "All of them, in order of `position` and name.",
      access: reading,
      request: { params: idParams },
      response: pageComponentPage,
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        ...onePage(await listPageComponents(contextOf(ctx), params.id)),
      }),
    }),
    defineRoute({
      id: "createPageComponent",
      tag,
      method: "POST",
      url: URL,
      summary: "Add a component to a status page",
      description:
        "It follows the `targets` or the `selector`; without them it has the `status` that you set. Visitors never see the names or addresses of targets.",
      access: writing,
      request: { params: idParams, body: pageComponentCreate },
      response: success(pageComponentSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { params, body }) =>
        ok(await createPageComponent(contextOf(ctx), params.id, body)),
    }),
    defineRoute({
      id: "getPageComponent",
      tag,
      method: "GET",
      url: `${URL}/:component_id`,
      measured: ["status", "is_measured", "target_count"],
      summary: "Get a component of a status page",
      access: reading,
      request: { params: pageComponentParams },
      response: success(pageComponentSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getPageComponent(contextOf(ctx), placeOf(params))),
    }),
    defineRoute({
      id: "updatePageComponent",
      tag,
      method: "PUT",
      url: `${URL}/:component_id`,
      summary: "Update a component of a status page",
      description: "Updates the given fields and keeps the rest.",
      access: writing,
      request: { params: pageComponentParams, body: pageComponentUpdate },
      response: success(pageComponentSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) =>
        ok(await updatePageComponent(contextOf(ctx), placeOf(params), body)),
    }),
    defineRoute({
      id: "deletePageComponent",
      tag,
      method: "DELETE",
      url: `${URL}/:component_id`,
      summary: "Remove a component from a status page",
      description: "Deletes no target.",
      access: writing,
      request: { params: pageComponentParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deletePageComponent(contextOf(ctx), placeOf(params));
        return ok({ id: params.component_id, deleted: true as const });
      },
    }),
  ];
}

function placeOf({ id, component_id }: { id: string; component_id: string }) {
  return { pageId: id, id: component_id };
}
