import { page } from "@vedette/contract/common/envelope.ts";
import { targetListQuery, targetSchema } from "@vedette/contract/targets/targets.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { listTargetPage } from "./list-targets.ts";

export function targetRoutes(): Route[] {
  return [
    defineRoute({
      id: "listTargets",
      tag: "Targets",
      method: "GET",
      url: "/api/v1/targets",
      summary: "List all that is watched",
      description:
        "Monitors, API monitors and journeys together, a few words of each: how everything is, in one answer for " +
        "most organizations. The lists of the kinds tell all of each.",
      access: { scope: "agent", role: "viewer" },
      request: { query: targetListQuery },
      response: page(targetSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listTargetPage(ctx, query)) }),
    }),
  ];
}
