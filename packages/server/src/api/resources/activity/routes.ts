import { page } from "@vedette/contract/common/envelope.ts";
import { activityListQuery, activitySchema } from "@vedette/contract/targets/activity.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { listActivityPage } from "./service.ts";

export function activityRoutes(): Route[] {
  return [
    defineRoute({
      id: "listActivity",
      tag: "Targets",
      method: "GET",
      url: "/api/v1/activity",
      summary: "List what happened",
      description:
        "Outages, alerts, maintenance, deploys and changes of definitions, newest first. An entry that has not ended moves to the " +
        "time of its end when it ends.",
      access: { scope: "read", role: "viewer" },
      request: { query: activityListQuery },
      response: page(activitySchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listActivityPage(ctx, query)),
      }),
    }),
  ];
}
