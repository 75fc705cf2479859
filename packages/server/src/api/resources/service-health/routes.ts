import { success } from "@vedette/contract/common/envelope.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import {
  type ServiceHealth,
  type ServiceHealthQuery,
  serviceHealthQuery,
  serviceHealthSchema,
} from "@vedette/contract/service-health/service-health.ts";
import { calendarDays } from "../../../pipeline/results/history/calendar-days.ts";
import { readServiceHealth } from "../../../pipeline/service-health/read-service-health.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { getTimezone } from "../organizations/service.ts";

export function serviceHealthRoutes(): Route[] {
  return [
    defineRoute({
      id: "getServiceHealth",
      tag: "Service health",
      method: "GET",
      url: "/api/v1/service-health",
      summary: "Get how well Vedette itself worked",
      description:
        "Returns for each of the last days when Vedette did not monitor and why, missed checks by reason, how late checks " +
        "started, how long notifications took, and whether self-checks passed.",
      access: { scope: "agent", role: "viewer" },
      request: { query: serviceHealthQuery },
      response: success(serviceHealthSchema),
      status: 200,
      handler: async (ctx, { query }) => ok(await getServiceHealth(ctx, query)),
    }),
  ];
}

async function getServiceHealth(
  { db, orgId, clock }: { db: Db; orgId: OrgId; clock: Clock },
  query: ServiceHealthQuery,
): Promise<ServiceHealth> {
  const timezone = await getTimezone(db, orgId);
  const nowMs = clock.now();
  const days = calendarDays(query.days, { nowMs, timezone });
  return { timezone, ...(await readServiceHealth(db, orgId, { days, nowMs })) };
}
