import { success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { pageOrderSchema, pageOrderUpdate } from "@vedette/contract/status-pages/page-order.ts";
import { pagePreviewSchema, statusPagePreview } from "@vedette/contract/status-pages/page-preview.ts";
import { pageStatePage } from "@vedette/contract/status-pages/page-states.ts";
import { pageSuggestionSchema } from "@vedette/contract/status-pages/page-suggestion.ts";
import { onePage } from "../../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../../routing/define-route.ts";
import { ok } from "../../../routing/ok.ts";
import type { ContextOf } from "../routes-context.ts";
import { listPageStates } from "../service-status.ts";
import { getPageOrder, orderPage } from "./service-order.ts";
import { previewPage } from "./service-preview.ts";
import { suggestPage } from "./service-suggestion.ts";

const tag = "Status pages";
const URL = "/api/v1/status-pages";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

/** What an editor of status pages needs: suggestions, states, a preview and the order. */
export function pageEditorRoutes(contextOf: ContextOf): Route[] {
  return [
    defineRoute({
      id: "suggestStatusPage",
      tag,
      method: "GET",
      url: `${URL}/suggestion`,
      summary: "Suggest a first status page",
      description:
        "A title, a free slug, and components made from groups, tags and targets. Send what you like of it to `POST /status-pages`.",
      access: reading,
      request: {},
      response: success(pageSuggestionSchema),
      status: 200,
      handler: async (ctx) => ok(await suggestPage(contextOf(ctx))),
    }),
    defineRoute({
      id: "listStatusPageStates",
      tag,
      method: "GET",
      url: `${URL}/states`,
      summary: "List the current states of all status pages",
      access: reading,
      request: {},
      response: pageStatePage,
      status: 200,
      handler: async (ctx) => ({
        success: true as const,
        ...onePage(await listPageStates(contextOf(ctx))),
      }),
    }),
    defineRoute({
      id: "previewStatusPage",
      tag,
      method: "POST",
      url: `${URL}/:id/preview`,
      summary: "Preview a status page with fields that are not saved",
      description: "Renders the page like visitors would see it. Stores nothing.",
      access: reading,
      request: { params: idParams, body: statusPagePreview },
      response: success(pagePreviewSchema),
      status: 200,
      handler: async (ctx, { params, body }) => ok(await previewPage(contextOf(ctx), params.id, body)),
    }),
    defineRoute({
      id: "getStatusPageOrder",
      tag,
      method: "GET",
      url: `${URL}/:id/order`,
      summary: "Get the order of the groups and components of a status page",
      access: reading,
      request: { params: idParams },
      response: success(pageOrderSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getPageOrder(contextOf(ctx), params.id)),
    }),
    defineRoute({
      id: "orderStatusPage",
      tag,
      method: "PUT",
      url: `${URL}/:id/order`,
      summary: "Order the groups and components of a status page",
      description: "Also moves components into groups and out of them.",
      access: writing,
      request: { params: idParams, body: pageOrderUpdate },
      response: success(pageOrderSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await orderPage(contextOf(ctx), params.id, body)),
    }),
  ];
}
