import { page } from "@vedette/contract/common/envelope.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { locationStateSchema } from "@vedette/contract/runners/locations.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { listLocations } from "./service.ts";

export function locationRoutes({ staff }: { staff: (orgId: OrgId) => OrgRunnerAvailability }): Route[] {
  return [
    defineRoute({
      id: "listLocations",
      tag: "Locations",
      method: "GET",
      url: "/api/v1/locations",
      summary: "List locations and their runners",
      description:
        "Locations that have runners, those that the organization's monitors name, and its private ones: where a runner " +
        "with a key of its own makes the checks. All on one page.",
      access: { scope: "agent", role: "viewer" },
      request: {},
      response: page(locationStateSchema),
      status: 200,
      async handler({ db, orgId }) {
        return { success: true as const, ...onePage(await listLocations(db, staff(orgId))) };
      },
    }),
  ];
}
