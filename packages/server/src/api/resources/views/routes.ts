import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  viewCreate,
  viewListQuery,
  viewPage,
  viewSchema,
  viewUpdate,
} from "@vedette/contract/views/views.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { createView, getView, listOwnAndShared, removeView, updateView } from "./service.ts";

const tag = "Views";
const URL = "/api/v1/views";
const reading = { scope: "agent", role: "viewer" } as const;
/** A viewer has own views; the service rejects changes of shared ones. */
const writing = { scope: "admin", role: "viewer" } as const;

export function viewRoutes(): Route[] {
  return [
    defineRoute({
      id: "listViews",
      tag,
      method: "GET",
      url: URL,
      summary: "List saved views",
      description:
        "Returns the shared views and your own ones by name, on one page. An API key sees the shared views.",
      access: reading,
      request: { query: viewListQuery },
      response: viewPage,
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...onePage(await listOwnAndShared(ctx, query)),
      }),
    }),
    defineRoute({
      id: "createView",
      tag,
      method: "POST",
      url: URL,
      summary: "Save a view",
      description:
        "Saves filters, order, columns and grouping of a list. Shared views require the role `member`.",
      access: writing,
      request: { body: viewCreate },
      response: success(viewSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createView(ctx, body)),
    }),
    defineRoute({
      id: "getView",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get a saved view",
      access: reading,
      request: { params: idParams },
      response: success(viewSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getView(ctx, params.id)),
    }),
    defineRoute({
      id: "updateView",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update a saved view",
      description: "Updates the given fields and keeps the rest.",
      access: writing,
      request: { params: idParams, body: viewUpdate },
      response: success(viewSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await updateView(ctx, params.id, body)),
    }),
    defineRoute({
      id: "deleteView",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a saved view",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeView(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}
