import { success } from "@vedette/contract/common/envelope.ts";
import { pastStateQuery, pastStateSchema } from "@vedette/contract/past-state/past-state.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { getPastState } from "./service.ts";

export function pastStateRoutes(): Route[] {
  return [
    defineRoute({
      id: "getPastState",
      tag: "Past state",
      method: "GET",
      url: "/api/v1/past-state",
      summary: "Get what was known at an earlier time",
      description:
        "Returns the status of all targets or of one, open alerts, open maintenance windows, what had been sent, and what " +
        "status pages showed: as it was known then, not as it was corrected later. Maintenance windows are those of now.",
      access: { scope: "agent", role: "viewer" },
      request: { query: pastStateQuery },
      response: success(pastStateSchema),
      status: 200,
      handler: async (ctx, { query }) => ok(await getPastState(ctx, query)),
    }),
  ];
}
