import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  pageGroupCreate,
  pageGroupPage,
  pageGroupParams,
  pageGroupSchema,
  pageGroupUpdate,
} from "@vedette/contract/status-pages/page-components.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { ContextOf } from "./routes-context.ts";
import {
  createPageGroup,
  deletePageGroup,
  getPageGroup,
  listGroupsOfPage,
  updatePageGroup,
} from "./service-groups.ts";

const tag = "Status pages";
const URL = "/api/v1/status-pages/:id/component-groups";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function pageGroupRoutes(contextOf: ContextOf): Route[] {
  return [
    defineRoute({
      id: "listPageGroups",
      tag,
      method: "GET",
      url: URL,
      summary: "List the groups of components of a status page",
      access: reading,
      request: { params: idParams },
      response: pageGroupPage,
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        ...onePage(await listGroupsOfPage(contextOf(ctx), params.id)),
      }),
    }),
    defineRoute({
      id: "createPageGroup",
      tag,
      method: "POST",
      url: URL,
      summary: "Add a group of components to a status page",
      description:
        "Put components into it with their field `group_id`. It has nothing to do with groups of targets.",
      access: writing,
      request: { params: idParams, body: pageGroupCreate },
      response: success(pageGroupSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { params, body }) => ok(await createPageGroup(contextOf(ctx), params.id, body)),
    }),
    defineRoute({
      id: "getPageGroup",
      tag,
      method: "GET",
      url: `${URL}/:group_id`,
      summary: "Get a group of components of a status page",
      access: reading,
      request: { params: pageGroupParams },
      response: success(pageGroupSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getPageGroup(contextOf(ctx), placeOf(params))),
    }),
    defineRoute({
      id: "updatePageGroup",
      tag,
      method: "PUT",
      url: `${URL}/:group_id`,
      summary: "Update a group of components of a status page",
      description: "Updates the given fields and keeps the rest.",
      access: writing,
      request: { params: pageGroupParams, body: pageGroupUpdate },
      response: success(pageGroupSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) =>
        ok(await updatePageGroup(contextOf(ctx), placeOf(params), body)),
    }),
    defineRoute({
      id: "deletePageGroup",
      tag,
      method: "DELETE",
      url: `${URL}/:group_id`,
      summary: "Remove a group of components from a status page",
      description: "Its components stay on the page, without a group.",
      access: writing,
      request: { params: pageGroupParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deletePageGroup(contextOf(ctx), placeOf(params));
        return ok({ id: params.group_id, deleted: true as const });
      },
    }),
  ];
}

function placeOf({ id, group_id }: { id: string; group_id: string }) {
  return { pageId: id, id: group_id };
}
