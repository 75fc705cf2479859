import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { memberSchema } from "@vedette/contract/people/members.ts";
import {
  organizationCreate,
  organizationListQuery,
  organizationSchema,
  organizationUpdate,
  ownershipTransfer,
} from "@vedette/contract/people/organizations.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { REVOCATION_DELAY_MS } from "../api-keys/service.ts";
import { removeMember, transferOwnership } from "../members/service.ts";
import {
  changeOrganization,
  createOrganization,
  getOrganization,
  listOrganizationPage,
  removeOrganization,
} from "./service.ts";

const tag = "Organizations";

export function organizationRoutes(): Route[] {
  return [...baseRoutes(), ...ownershipRoutes()];
}

function baseRoutes(): Route[] {
  return [
    defineRoute({
      id: "listOrganizations",
      tag,
      method: "GET",
      url: "/api/v1/user/organizations",
      summary: "List your organizations",
      description: "An API key belongs to one organization.",
      access: { scope: "agent", role: null },
      request: { query: organizationListQuery },
      response: page(organizationSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listOrganizationPage(ctx, query)),
      }),
    }),
    defineRoute({
      id: "createOrganization",
      tag,
      method: "POST",
      url: "/api/v1/organizations",
      summary: "Create an organization",
      description:
        "You become its owner. Requires a session, because an API key belongs to one organization.",
      access: { scope: null, role: null },
      request: { body: organizationCreate },
      response: success(organizationSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      async handler({ actor, ...ctx }, { body }) {
        if (actor.kind !== "person") throw new Error("an API key reached a session-only route");
        return ok(await createOrganization({ ...ctx, actor }, body));
      },
    }),
    defineRoute({
      id: "getOrganization",
      tag,
      method: "GET",
      url: "/api/v1/organizations/:id",
      summary: "Get an organization",
      access: { scope: "agent", role: "viewer" },
      request: { params: idParams },
      response: success(organizationSchema),
      status: 200,
      handler: async (ctx) => ok(await getOrganization(ctx)),
    }),
    defineRoute({
      id: "updateOrganization",
      tag,
      method: "PUT",
      url: "/api/v1/organizations/:id",
      summary: "Update an organization",
      description: "Updates the given fields and keeps the rest.",
      access: { scope: "admin", role: "admin" },
      request: { params: idParams, body: organizationUpdate },
      response: success(organizationSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { body }) => ok(await changeOrganization(ctx, body)),
    }),
  ];
}

function ownershipRoutes(): Route[] {
  return [
    defineRoute({
      id: "deleteOrganization",
      tag,
      method: "DELETE",
      url: "/api/v1/organizations/:id",
      summary: "Delete an organization and all its data",
      description: "Requires the role `owner`. The audit log is kept.",
      access: { scope: null, role: "owner" },
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      // The deletion revokes the API keys of the organization.
      responseDelayMs: REVOCATION_DELAY_MS,
      async handler(ctx, { params }) {
        await removeOrganization(ctx);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "leaveOrganization",
      tag,
      method: "POST",
      url: "/api/v1/organizations/:id/leave",
      summary: "Leave an organization",
      description: "The last owner cannot leave.",
      access: { scope: null, role: "viewer" },
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx) {
        if (ctx.actor.kind !== "member") throw new Error("an API key reached a member-only route");
        const { membershipId } = ctx.actor;
        await removeMember(ctx, membershipId);
        return ok({ id: membershipId, deleted: true as const });
      },
    }),
    defineRoute({
      id: "transferOrganization",
      tag,
      method: "POST",
      url: "/api/v1/organizations/:id/transfer",
      summary: "Transfer an organization to another member",
      description: "Requires the role `owner`. The member becomes an owner and you become an admin.",
      access: { scope: null, role: "owner" },
      request: { params: idParams, body: ownershipTransfer },
      response: success(memberSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { body }) => ok(await transferOwnership(ctx, body.member_id)),
    }),
  ];
}
