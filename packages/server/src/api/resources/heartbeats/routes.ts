import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams, type OrgId } from "@vedette/contract/common/ids.ts";
import {
  heartbeatCreate,
  heartbeatListQuery,
  heartbeatSchema,
  heartbeatUpdate,
} from "@vedette/contract/heartbeats/heartbeats.ts";
import { heartbeatStatsSchema, statsQuery } from "@vedette/contract/targets/stats.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { heartbeatStats } from "../../../pipeline/results/stats/heartbeat-stats.ts";
import { statsWindow } from "../../../pipeline/results/stats/window.ts";
import { createTarget, deleteTarget, getTarget, updateTarget } from "../../../pipeline/targets/lifecycle.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { HeartbeatRow } from "./heartbeat-fields.ts";
import { HEARTBEATS } from "./heartbeat-type.ts";
import { pingRoutes } from "./pings/routes.ts";
import { listHeartbeatPage, withState } from "./service.ts";

export type HeartbeatRouteDeps = { availability: (orgId: OrgId) => OrgRunnerAvailability };

const tag = "Heartbeats";
const URL = "/api/v1/heartbeats";
const reading = { scope: "agent", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function heartbeatRoutes({ availability }: HeartbeatRouteDeps): Route[] {
  return [
    defineRoute({
      id: "listHeartbeats",
      tag,
      method: "GET",
      url: URL,
      summary: "List heartbeats",
      access: reading,
      request: { query: heartbeatListQuery },
      response: page(heartbeatSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listHeartbeatPage(ctx, query)),
      }),
    }),
    defineRoute({
      id: "createHeartbeat",
      tag,
      method: "POST",
      url: URL,
      summary: "Create a heartbeat",
      description:
        "A job requests `ping_url` when it succeeds, and `/start`, `/fail`, `/log` or `/<exit code>` below it. If no ping " +
        "arrives within `grace_seconds` after it was expected, the heartbeat is down. Nothing is expected before the first ping.",
      access: writing,
      request: { body: heartbeatCreate },
      response: success(heartbeatSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      async handler(ctx, { body: input }) {
        const created = { input, availability: availability(ctx.orgId) };
        return ok(await withState(ctx, await createTarget(ctx, HEARTBEATS, created)));
      },
    }),
    defineRoute({
      id: "getHeartbeat",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get a heartbeat",
      access: reading,
      request: { params: idParams },
      response: success(heartbeatSchema),
      status: 200,
      async handler(ctx, { params }) {
        return ok(await withState(ctx, await getTarget<HeartbeatRow>(ctx, HEARTBEATS, params.id)));
      },
    }),
    statsRoute(),
    ...changingRoutes({ availability }),
    ...pingRoutes(),
  ];
}

function changingRoutes({ availability }: HeartbeatRouteDeps): Route[] {
  return [
    defineRoute({
      id: "updateHeartbeat",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update a heartbeat",
      description:
        "Changes the fields that are sent and keeps the rest. `null` clears an optional field. A changed schedule applies " +
        "from now on.",
      access: writing,
      request: { params: idParams, body: heartbeatUpdate },
      response: success(heartbeatSchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params, body: input }) {
        const change = { id: params.id, input, availability: availability(ctx.orgId) };
        return ok(await withState(ctx, await updateTarget(ctx, HEARTBEATS, change)));
      },
    }),
    defineRoute({
      id: "deleteHeartbeat",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a heartbeat and its statistics",
      description: "Its ping URL returns 404 from now on, until it is restored from the trash.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deleteTarget(ctx, HEARTBEATS, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}

function statsRoute(): Route {
  return defineRoute({
    id: "getHeartbeatStats",
    tag,
    method: "GET",
    url: `${URL}/:id/stats`,
    summary: "Get uptime and durations of a heartbeat",
    description: "Each expected ping counts as a check.",
    access: reading,
    request: { params: idParams, query: statsQuery },
    response: success(heartbeatStatsSchema),
    status: 200,
    async handler(ctx, { params, query }) {
      const { id: heartbeatId, org_id: orgId } = await getTarget(ctx, HEARTBEATS, params.id);
      const nowMs = ctx.clock.now();
      const window = { ...statsWindow(query, nowMs), location: query.location };
      return ok(await heartbeatStats(ctx.db, { ...window, orgId, heartbeatId, nowMs }));
    },
  });
}
