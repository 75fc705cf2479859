import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams, memberParams } from "@vedette/contract/common/ids.ts";
import { memberListQuery, memberSchema, memberUpdate } from "@vedette/contract/people/members.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeRole, listMemberPage, readMember, removeMember } from "./service.ts";

const tag = "Members";

export function memberRoutes(): Route[] {
  return [
    defineRoute({
      id: "listMembers",
      tag,
      method: "GET",
      url: "/api/v1/organizations/:id/members",
      summary: "List members",
      access: { scope: "read", role: "viewer" },
      request: { params: idParams, query: memberListQuery },
      response: page(memberSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listMemberPage(ctx, query)) }),
    }),
    defineRoute({
      id: "getMember",
      tag,
      method: "GET",
      url: "/api/v1/organizations/:id/members/:member_id",
      summary: "Get a member",
      access: { scope: "read", role: "viewer" },
      request: { params: memberParams },
      response: success(memberSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await readMember(ctx, params.member_id)),
    }),
    defineRoute({
      id: "updateMember",
      tag,
      method: "PUT",
      url: "/api/v1/organizations/:id/members/:member_id",
      summary: "Update a member's role",
      description: "You cannot grant a role above your own or change the role of a member above you.",
      access: { scope: "admin", role: "admin" },
      request: { params: memberParams, body: memberUpdate },
      response: success(memberSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) =>
        ok(await changeRole(ctx, { id: params.member_id, role: body.role })),
    }),
    defineRoute({
      id: "removeMember",
      tag,
      method: "DELETE",
      url: "/api/v1/organizations/:id/members/:member_id",
      summary: "Remove a member or leave the organization",
      description:
        "Removing others requires the role `admin` or a key of scope `admin`. Leaving requires neither.",
      access: { scope: "admin", role: "viewer" },
      request: { params: memberParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeMember(ctx, params.member_id);
        return ok({ id: params.member_id, deleted: true as const });
      },
    }),
  ];
}
