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
import { getTarget } from "../../../pipeline/targets/lifecycle.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { listRunPage, listSteps } from "../runs/service.ts";
import { acceptBaseline, listBaselinesOf } from "./baselines.ts";
import { JOURNEYS } from "./journey-type.ts";
import { triggerJourney } from "./service-trigger.ts";

const tag = "Journeys";
const URL = "/api/v1/journeys";
const reading = { scope: "agent", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;
const running = { scope: "agent", role: "member" } as const;

/** The routes of journey runs and their baselines. */
export function journeyRunRoutes(availability: (orgId: OrgId) => OrgRunnerAvailability): Route[] {
  return [
    defineRoute({
      id: "runJourney",
      tag,
      method: "POST",
      url: `${URL}/:id/run-now`,
      summary: "Run a journey now",
      description:
        "Runs at the primary location or the given one, even if the journey is disabled. If a run is in progress, the new one " +
        "is queued; with more than 20 queued runs the response is 429. The body is optional.",
      access: running,
      request: { params: idParams, body: journeyRunNow },
      response: success(runSchema),
      status: 202,
      transaction: true,
      idempotent: true,
      async handler(ctx, { params, body }) {
        const request = {
          trigger: "manual",
          location: body.location ?? null,
          availability: availability(ctx.orgId),
        } as const;
        return ok(await triggerJourney(ctx, { ...request, id: params.id }));
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
        const { id: targetId } = await getTarget(ctx, JOURNEYS, params.id);
        return { success: true as const, ...(await listRunPage(ctx, { query, of: { targetId } })) };
      },
    }),
    defineRoute({
      id: "listJourneyRunSteps",
      tag,
      method: "GET",
      url: `${URL}/:journey_id/runs/:id/steps`,
      summary: "List the steps of a run of a journey",
      description:
        "The steps of the given attempt, or of the last attempt that has steps. Secrets are masked.",
      access: reading,
      request: { params: runOfJourneyParams, query: runStepsQuery },
      response: page(runStepSchema),
      status: 200,
      async handler(ctx, { params, query }) {
        const { id: targetId } = await getTarget(ctx, JOURNEYS, params.journey_id);
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
        const { id: journeyId, org_id: orgId } = await getTarget(ctx, JOURNEYS, params.id);
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
      summary: "List the baseline images of a journey",
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
      summary: "Accept the screenshot of a run as the baseline",
      description:
        "Applies to the location of that run and the journey's current viewport. Finished runs keep their result.",
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
