import { page } from "@vedette/contract/envelope.ts";
import { locationStateSchema } from "@vedette/contract/locations.ts";
import { defineRoute, type Route } from "../../http/define-route.ts";
import type { Queue } from "../../queue/queue.ts";
import { listLocations } from "./service.ts";

export function locationRoutes(deps: { queue: Pick<Queue, "runners">; standIn: string | null }): Route[] {
  return [
    defineRoute({
      id: "listLocations",
      tag: "Locations",
      method: "GET",
      url: "/api/v1/locations",
      summary: "List locations and their runners",
      description:
        "Locations that have runners, and those that the organization's monitors name. All on one page.",
      access: { scope: "agent", role: "viewer" },
      request: {},
      response: page(locationStateSchema),
      status: 200,
      async handler({ db, orgId }) {
        const data = await listLocations(db, orgId, deps);
        return { success: true as const, data, meta: { next_cursor: null, has_more: false } };
      },
    }),
  ];
}
