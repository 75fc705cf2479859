import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams, type OrgId } from "@vedette/contract/common/ids.ts";
import {
  baselineAccept,
  baselineListQuery,
  baselineParams,
  baselineSchema,
  journeyRunNow,
} from "@vedette/contract/journeys/journeys.ts";
import {
  runListQuery,
  runOfJourneyParams,
  runSchema,
  runStepSchema,
  runStepsQuery,
} from "@vedette/contract/runs/runs.ts";
import { journeyStatsSchema, statsQuery } from "@vedette/contract/targets/stats.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { journeyStats } from "../../../pipeline/results/stats/journey-stats.ts";
import { statsWindow } from "../../../pipeline/results/stats/window.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { listRunPage, listSteps } from "../runs/service.ts";
import { acceptBaseline, listBaselinesOf } from "./baselines.ts";
import { getRow } from "./service.ts";
import { triggerJourney } from "./service-trigger.ts";

const tag = "Journeys";
const URL = "/api/v1/journeys";
const reading = { scope: "agent", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;
const running = { scope: "agent", role: "member" } as const;

/** What is done with the runs of journeys and with the pictures that they take. */
export function journeyRunRoutes(staff: (orgId: OrgId) => OrgRunnerAvailability): Route[] {
  return [
    defineRoute({
      id: "runJourney",
      tag,
      method: "POST",
      url: `${URL}/:id/run-now`,
      summary: "Run a journey now",
      description:
        "At its primary location, or at the one that is named, enabled or not. Where a run is under way the new one " +
        "waits for its turn; more than 20 waiting are 429. No body is needed.",
      access: running,
      request: { params: idParams, body: journeyRunNow },
      response: success(runSchema),
      status: 202,
      transaction: true,
      idempotent: true,
      async handler(ctx, { params, body }) {
        const wish = { trigger: "manual", location: body.location ?? null, staff: staff(ctx.orgId) } as const;
        return ok(await triggerJourney(ctx, { ...wish, id: params.id }));
      },
    }),
    defineRoute({
      id: "listJourneyRuns",
      tag,
      method: "GET",
      url: `${URL}/:id/runs`,
      summary: "List the runs of a journey",
      access: reading,
      request: { params: idParams, query: runListQuery },
      response: page(runSchema),
      status: 200,
      async handler(ctx, { params, query }) {
        const { id: targetId } = await getRow(ctx, params.id);
        return { success: true as const, ...(await listRunPage(ctx, { query, of: { targetId } })) };
      },
    }),
    defineRoute({
      id: "listJourneyRunSteps",
      tag,
      method: "GET",
      url: `${URL}/:journey_id/runs/:id/steps`,
      summary: "List the steps of a run of a journey",
      description: "Of its last attempt that has any, or of the one that is named. Secrets are masked.",
      access: reading,
      request: { params: runOfJourneyParams, query: runStepsQuery },
      response: page(runStepSchema),
      status: 200,
      async handler(ctx, { params, query }) {
        const { id: targetId } = await getRow(ctx, params.journey_id);
        const steps = await listSteps(ctx, { id: params.id, targetId, attempt: query.attempt });
        return { success: true as const, ...steps };
      },
    }),
    defineRoute({
      id: "getJourneyStats",
      tag,
      method: "GET",
      url: `${URL}/:id/stats`,
      summary: "Get uptime, pass rates and durations of a journey",
      access: reading,
      request: { params: idParams, query: statsQuery },
      response: success(journeyStatsSchema),
      status: 200,
      async handler(ctx, { params, query }) {
        const { id: journeyId, org_id: orgId } = await getRow(ctx, params.id);
        const nowMs = ctx.clock.now();
        const { location } = query;
        const window = statsWindow(query, nowMs);
        return ok(await journeyStats(ctx.db, { ...window, orgId, journeyId, nowMs, location }));
      },
    }),
    defineRoute({
      id: "listBaselines",
      tag,
      method: "GET",
      url: `${URL}/:id/baselines`,
      summary: "List the images that screenshots of a journey are compared with",
      access: reading,
      request: { params: idParams, query: baselineListQuery },
      response: page(baselineSchema),
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        ...onePage(await listBaselinesOf(ctx, params.id)),
      }),
    }),
    defineRoute({
      id: "acceptBaseline",
      tag,
      method: "POST",
      url: `${URL}/:id/baselines/:label/accept`,
      summary: "Make the picture of a run the one to compare with",
      description:
        "At the location of that run and for the journey's present viewport. Runs that are over stay as they were judged.",
      access: writing,
      request: { params: baselineParams, body: baselineAccept },
      response: success(baselineSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) =>
        ok(await acceptBaseline(ctx, { ...params, runId: body.run_id })),
    }),
  ];
}

function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}
