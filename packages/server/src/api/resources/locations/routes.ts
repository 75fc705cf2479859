import { page } from "@vedette/contract/common/envelope.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { locationStateSchema } from "@vedette/contract/runners/locations.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { listLocations } from "./service.ts";

export function locationRoutes({
  availability,
}: {
  availability: (orgId: OrgId) => OrgRunnerAvailability;
}): Route[] {
  return [
    defineRoute({
      id: "listLocations",
      tag: "Locations",
      method: "GET",
      url: "/api/v1/locations",
      summary: "List locations and their runners",
      description:
        "Lists locations with runners, locations that monitors reference, and private locations, where a runner with its " +
        "own key performs the checks. Returns all of them on one page.",
      access: { scope: "agent", role: "viewer" },
      request: {},
      response: page(locationStateSchema),
      status: 200,
      async handler({ db, orgId }) {
        return { success: true as const, ...onePage(await listLocations(db, availability(orgId))) };
      },
    }),
  ];
}
