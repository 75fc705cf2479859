import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { coverageSchema } from "@vedette/contract/targets/coverage.ts";
import { targetListQuery, targetSchema } from "@vedette/contract/targets/targets.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { getCoverage } from "./coverage.ts";
import { listTargetPage } from "./list-targets.ts";

export function targetRoutes(): Route[] {
  return [
    defineRoute({
      id: "listTargets",
      tag: "Targets",
      method: "GET",
      url: "/api/v1/targets",
      summary: "List all targets",
      description:
        "Returns a summary of monitors, API monitors and journeys, on one page for " +
        "most organizations. The lists of each kind return all fields.",
      access: { scope: "agent", role: "viewer" },
      request: { query: targetListQuery },
      response: page(targetSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listTargetPage(ctx, query)) }),
    }),
    defineRoute({
      id: "getTargetCoverage",
      tag: "Targets",
      method: "GET",
      url: "/api/v1/targets/:id/coverage",
      summary: "Get who is notified if a target fails",
      description:
        "Returns the alert rules with their channels, and the maintenance windows, that cover the target.",
      access: { scope: "read", role: "viewer" },
      request: { params: idParams },
      response: success(coverageSchema),
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        data: await getCoverage(ctx, params.id),
      }),
    }),
  ];
}
