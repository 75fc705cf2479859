import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  statusPageCreate,
  statusPageListQuery,
  statusPageSchema,
  statusPageUpdate,
} from "@vedette/contract/status-pages/status-pages.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { pageEditorRoutes } from "./editor/routes-editor.ts";
import { pageComponentRoutes } from "./routes-components.ts";
import { type ContextOf, createContextOf, type StatusPageDeps } from "./routes-context.ts";
import { pageDomainRoutes } from "./routes-domains.ts";
import { pageExtraRoutes } from "./routes-extras.ts";
import { pageGroupRoutes } from "./routes-groups.ts";
import { pageIncidentRoutes } from "./routes-incidents.ts";
import { pageSubscriberRoutes } from "./routes-subscribers.ts";
import {
  createStatusPage,
  deleteStatusPage,
  getStatusPage,
  listStatusPages,
  updateStatusPage,
} from "./service.ts";

const tag = "Status pages";
const URL = "/api/v1/status-pages";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function statusPageRoutes(deps: StatusPageDeps): Route[] {
  const contextOf = createContextOf(deps);
  return [
    ...pageRoutes(contextOf),
    ...pageEditorRoutes(contextOf),
    ...pageExtraRoutes(contextOf),
    ...pageGroupRoutes(contextOf),
    ...pageComponentRoutes(contextOf),
    ...pageIncidentRoutes(contextOf),
    ...pageDomainRoutes(contextOf, deps),
    ...pageSubscriberRoutes(contextOf),
  ];
}

function pageRoutes(contextOf: ContextOf): Route[] {
  return [
    defineRoute({
      id: "listStatusPages",
      tag,
      method: "GET",
      url: URL,
      summary: "List status pages",
      access: reading,
      request: { query: statusPageListQuery },
      response: page(statusPageSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listStatusPages(contextOf(ctx), query)),
      }),
    }),
    defineRoute({
      id: "createStatusPage",
      tag,
      method: "POST",
      url: URL,
      summary: "Create a status page",
      description:
        "`{slug, title}` is enough. The page is shown to visitors once `published` is true. `components` are created with it.",
      access: writing,
      request: { body: statusPageCreate },
      response: success(statusPageSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createStatusPage(contextOf(ctx), body)),
    }),
    defineRoute({
      id: "getStatusPage",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get a status page",
      access: reading,
      request: { params: idParams },
      response: success(statusPageSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getStatusPage(contextOf(ctx), params.id)),
    }),
    defineRoute({
      id: "updateStatusPage",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update a status page",
      description:
        "Updates the given fields and keeps the rest. The old address redirects to a new `slug` for 30 days.",
      access: writing,
      request: { params: idParams, body: statusPageUpdate },
      response: success(statusPageSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await updateStatusPage(contextOf(ctx), params.id, body)),
    }),
    defineRoute({
      id: "deleteStatusPage",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a status page",
      description: "Deletes its components, incidents, domains and subscribers too. No target is deleted.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deleteStatusPage(contextOf(ctx), params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}
