import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  heartbeatMetricsSchema,
  metricsQuery,
  pingListQuery,
  pingParams,
  pingSchema,
  pingWithBodySchema,
} from "@vedette/contract/heartbeats/pings.ts";
import { defineRoute, type Route } from "../../../routing/define-route.ts";
import { ok } from "../../../routing/ok.ts";
import { readMetrics } from "./read-metrics.ts";
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
    defineRoute({
      id: "getHeartbeatMetrics",
      tag,
      method: "GET",
      url: "/api/v1/heartbeats/:id/metrics",
      summary: "Get metrics of pings",
      description: 'Values that a job sends in the body of a ping: `{"metrics": {"rows": 123}}`.',
      access,
      request: { params: idParams, query: metricsQuery },
      response: success(heartbeatMetricsSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ok(await readMetrics(ctx, params.id, query)),
    }),
  ];
}
