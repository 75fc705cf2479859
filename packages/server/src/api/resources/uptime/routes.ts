import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { dailyUptimeQuery, dailyUptimeSchema } from "@vedette/contract/targets/daily-uptime.ts";
import {
  heatMapQuery,
  heatMapSchema,
  outageListQuery,
  outageSchema,
  timelineQuery,
  timelineSchema,
} from "@vedette/contract/targets/history.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { getDailyUptime } from "./daily-uptime.ts";
import { getHeatMap, getTimeline, listOutagePage } from "./history.ts";

const tag = "Targets";
const reading = { scope: "agent", role: "viewer" } as const;

export function uptimeRoutes(): Route[] {
  return [
    defineRoute({
      id: "getDailyUptime",
      tag,
      method: "GET",
      url: "/api/v1/uptime/daily",
      summary: "Get uptime by day",
      description:
        "Returns uptime, downtime and outages of each of the last days, in the time zone of the organization: of one " +
        "target, of a group, of the targets that a selector selects, or of all targets.",
      access: reading,
      request: { query: dailyUptimeQuery },
      response: success(dailyUptimeSchema),
      status: 200,
      handler: async (ctx, { query }) => ok(await getDailyUptime(ctx, query)),
    }),
    defineRoute({
      id: "listOutages",
      tag,
      method: "GET",
      url: "/api/v1/targets/:id/outages",
      summary: "List the outages of a target",
      description: "Returns periods of downtime with their cause, newest first.",
      access: reading,
      request: { params: idParams, query: outageListQuery },
      response: page(outageSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ({
        success: true as const,
        ...(await listOutagePage(ctx, params.id, query)),
      }),
    }),
    defineRoute({
      id: "getTimeline",
      tag,
      method: "GET",
      url: "/api/v1/targets/:id/timeline",
      summary: "Get when a target was not up",
      description:
        "Returns downtime, maintenance and other times in which the status was not up, and missed checks.",
      access: reading,
      request: { params: idParams, query: timelineQuery },
      response: success(timelineSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ok(await getTimeline(ctx, params.id, query)),
    }),
    defineRoute({
      id: "getHeatMap",
      tag,
      method: "GET",
      url: "/api/v1/targets/:id/heat-map",
      summary: "Get response times as a heat map",
      description:
        "Returns how many response times lie in which range at which time; runs count by duration.",
      access: reading,
      request: { params: idParams, query: heatMapQuery },
      response: success(heatMapSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ok(await getHeatMap(ctx, params.id, query)),
    }),
  ];
}
