import { badgeKeySchema } from "@vedette/contract/badges/badges.ts";
import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { getBadgeKey, removeBadgeKey, renewBadgeKey } from "./service.ts";

const tag = "Badges";
const TARGET_URL = "/api/v1/targets/:id/badge-key";
const PAGE_URL = "/api/v1/status-pages/:id/badge-key";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

const RENEWED =
  'The badges are at `/badge/<key>/status.svg` and so on. Badges with the previous key show "unknown".';
const DELETED = 'Its badges show "unknown" from now on.';

export function badgeRoutes(): Route[] {
  return [
    defineRoute({
      id: "getTargetBadgeKey",
      tag,
      method: "GET",
      url: TARGET_URL,
      summary: "Get the badge key of a target",
      access: reading,
      request: { params: idParams },
      response: success(badgeKeySchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getBadgeKey(ctx, { type: "target", id: params.id })),
    }),
    defineRoute({
      id: "renewTargetBadgeKey",
      tag,
      method: "POST",
      url: TARGET_URL,
      summary: "Create or replace the badge key of a target",
      description: RENEWED,
      access: writing,
      request: { params: idParams },
      response: success(badgeKeySchema),
      status: 201,
      transaction: true,
      handler: async (ctx, { params }) => ok(await renewBadgeKey(ctx, { type: "target", id: params.id })),
    }),
    defineRoute({
      id: "deleteTargetBadgeKey",
      tag,
      method: "DELETE",
      url: TARGET_URL,
      summary: "Delete the badge key of a target",
      description: DELETED,
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params: { id } }) {
        await removeBadgeKey(ctx, { type: "target", id });
        return ok({ id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "getStatusPageBadgeKey",
      tag,
      method: "GET",
      url: PAGE_URL,
      summary: "Get the badge key of a status page",
      access: reading,
      request: { params: idParams },
      response: success(badgeKeySchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getBadgeKey(ctx, { type: "page", id: params.id })),
    }),
    defineRoute({
      id: "renewStatusPageBadgeKey",
      tag,
      method: "POST",
      url: PAGE_URL,
      summary: "Create or replace the badge key of a status page",
      description: `${RENEWED} The widget of a public page is at \`/badge/<key>/embed\`.`,
      access: writing,
      request: { params: idParams },
      response: success(badgeKeySchema),
      status: 201,
      transaction: true,
      handler: async (ctx, { params }) => ok(await renewBadgeKey(ctx, { type: "page", id: params.id })),
    }),
    defineRoute({
      id: "deleteStatusPageBadgeKey",
      tag,
      method: "DELETE",
      url: PAGE_URL,
      summary: "Delete the badge key of a status page",
      description: DELETED,
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params: { id } }) {
        await removeBadgeKey(ctx, { type: "page", id });
        return ok({ id, deleted: true as const });
      },
    }),
  ];
}
