import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { newPingKeySchema, pingKeySchema } from "@vedette/contract/heartbeats/ping-key.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { getPingKey, removePingKey, renewPingKey } from "./service.ts";

const tag = "Heartbeats";
const url = "/api/v1/ping-key";
/** With the key, heartbeats can be created. */
const access = { scope: "admin", role: "owner" } as const;

export function pingKeyRoutes(): Route[] {
  return [
    defineRoute({
      id: "getPingKey",
      tag,
      method: "GET",
      url,
      summary: "Get the ping key",
      description: "With it, the heartbeats of the organization are pinged at `/ping/<ping key>/<slug>`.",
      access,
      request: {},
      response: success(pingKeySchema),
      status: 200,
      handler: async (ctx) => ok(await getPingKey(ctx)),
    }),
    defineRoute({
      id: "renewPingKey",
      tag,
      method: "POST",
      url,
      summary: "Create or replace the ping key",
      description:
        "Only this response contains the key itself. Pings with the previous key are rejected with 404 from now on.",
      access,
      request: {},
      response: success(newPingKeySchema),
      status: 201,
      transaction: true,
      isSecret: true,
      handler: async (ctx) => ok(await renewPingKey(ctx)),
    }),
    defineRoute({
      id: "deletePingKey",
      tag,
      method: "DELETE",
      url,
      summary: "Delete the ping key",
      description: "Pings by slug are rejected with 404 from now on. Those by UUID are not affected.",
      access,
      request: {},
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx) {
        await removePingKey(ctx);
        return ok({ id: ctx.orgId, deleted: true as const });
      },
    }),
  ];
}
