import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  pingListQuery,
  pingParams,
  pingSchema,
  pingWithBodySchema,
} from "@vedette/contract/heartbeats/pings.ts";
import { defineRoute, type Route } from "../../../routing/define-route.ts";
import { ok } from "../../../routing/ok.ts";
import { getPing, listPingPage } from "./read-pings.ts";

const tag = "Heartbeats";
const access = { scope: "agent", role: "viewer" } as const;

export function pingRoutes(): Route[] {
  return [
    defineRoute({
      id: "listPings",
      tag,
      method: "GET",
      url: "/api/v1/heartbeats/:id/pings",
      summary: "List received pings",
      description: "Newest first. They expire with the results.",
      access,
      request: { params: idParams, query: pingListQuery },
      response: page(pingSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ({
        success: true as const,
        ...(await listPingPage(ctx, params.id, query)),
      }),
    }),
    defineRoute({
      id: "getPing",
      tag,
      method: "GET",
      url: "/api/v1/heartbeats/:id/pings/:ping_id",
      summary: "Get a ping with its body",
      description:
        "Bodies are kept of the newest 500 failures and the newest 500 other pings of a heartbeat.",
      access,
      request: { params: pingParams },
      response: success(pingWithBodySchema),
      status: 200,
      // Measured when it is evaluated, within a second.
      measured: ["duration_ms", "expected_at"],
      handler: async (ctx, { params }) => ok(await getPing(ctx, { id: params.id, pingId: params.ping_id })),
    }),
  ];
}
