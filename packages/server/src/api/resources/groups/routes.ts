import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  groupCreate,
  groupListQuery,
  groupPage,
  groupSchema,
  groupStatsQuery,
  groupStatsSchema,
  groupUpdate,
} from "@vedette/contract/targets/groups.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { createGroup, deleteGroup, getGroup, listAllGroups, updateGroup } from "./service.ts";
import { getGroupStats } from "./to-groups.ts";

const tag = "Groups";
const URL = "/api/v1/groups";
const reading = { scope: "agent", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function groupRoutes(): Route[] {
  return [
    defineRoute({
      id: "listGroups",
      tag,
      method: "GET",
      url: URL,
      summary: "List all groups",
      description: "Returns the whole tree on one page, siblings in order of `position` and name.",
      access: reading,
      request: { query: groupListQuery },
      response: groupPage,
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        data: await listAllGroups(ctx, query),
        meta: { next_cursor: null, has_more: false },
      }),
    }),
    defineRoute({
      id: "createGroup",
      tag,
      method: "POST",
      url: URL,
      summary: "Create a group",
      description: "Put targets into it with their field `group_id`.",
      access: writing,
      request: { body: groupCreate },
      response: success(groupSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createGroup(ctx, body)),
    }),
    defineRoute({
      id: "getGroup",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get a group",
      access: reading,
      request: { params: idParams },
      response: success(groupSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getGroup(ctx, params.id)),
    }),
    defineRoute({
      id: "updateGroup",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update a group",
      description:
        "Updates the given fields and keeps the rest. `parent_id` moves the group with all that is in it.",
      access: writing,
      request: { params: idParams, body: groupUpdate },
      response: success(groupSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await updateGroup(ctx, params.id, body)),
    }),
    defineRoute({
      id: "deleteGroup",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a group",
      description:
        "Deletes no target: its targets and groups move to the group that contains it, or to the top.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deleteGroup(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "getGroupStats",
      tag,
      method: "GET",
      url: `${URL}/:id/stats`,
      summary: "Get the uptime of a group",
      description:
        "Computed from the status changes of the targets that are in the group now. The group is down while its `rollup` says so.",
      access: reading,
      request: { params: idParams, query: groupStatsQuery },
      response: success(groupStatsSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ok(await getGroupStats(ctx, params.id, query)),
    }),
  ];
}
