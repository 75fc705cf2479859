import { success } from "@vedette/contract/common/envelope.ts";
import { idParams, type OrgId } from "@vedette/contract/common/ids.ts";
import {
  type JourneyTrigger,
  journeyTrigger,
  pipelineRunSchema,
  RUN_WAIT_SECONDS_MAX,
  runWaitQuery,
} from "@vedette/contract/journeys/journeys.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import type { RunOverrides } from "../../../pipeline/runs/queries.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { triggerJourney } from "../journeys/service-trigger.ts";
import { getRun } from "../runs/service.ts";
import { toPipelineRun } from "./pipeline-run.ts";
import type { RunWaiters } from "./run-waiters.ts";

export type PipelineRouteDeps = {
  availability: (orgId: OrgId) => OrgRunnerAvailability;
  runWaiters: RunWaiters;
};

const tag = "Pipelines";
/** Time beyond the longest wait, for reading the run before and after it. */
const GRACE_MS = 10_000;

/** The routes for build pipelines: trigger a journey and wait for its result. */
export function pipelineRoutes({ availability, runWaiters }: PipelineRouteDeps): Route[] {
  return [
    defineRoute({
      id: "triggerJourney",
      tag,
      method: "POST",
      url: "/api/agent/journeys/:id/trigger",
      summary: "Start a run of a journey from a pipeline",
      description:
        "The body is optional. `base_url` and `variables` are for preview deployments and apply to this run only. Values that " +
        "the journey enters, including secrets, are sent to that deployment. If a run is in progress, the new one " +
        "is queued; with more than 20 queued runs the response is 429.",
      access: { scope: "agent", role: "member" },
      request: { params: idParams, body: journeyTrigger },
      response: success(pipelineRunSchema),
      status: 202,
      transaction: true,
      idempotent: true,
      async handler(ctx, { params, body }) {
        const run = await triggerJourney(ctx, {
          id: params.id,
          trigger: "pipeline",
          location: body.location ?? null,
          overrides: overridesOf(body),
          availability: availability(ctx.orgId),
        });
        return ok(toPipelineRun(run, ctx));
      },
    }),
    defineRoute({
      id: "getPipelineRun",
      tag,
      method: "GET",
      url: "/api/agent/runs/:id",
      summary: "Get a run, optionally waiting for its end",
      description:
        `With \`wait\`, responds when the run has ended or after that many seconds (at most ${RUN_WAIT_SECONDS_MAX}). ` +
        "Repeat the request while `status` is `running` or `pending_retry`. With more than 100 waiting requests of an " +
        "organization the response is 429.",
      access: { scope: "agent", role: "viewer" },
      request: { params: idParams, query: runWaitQuery },
      response: success(pipelineRunSchema),
      status: 200,
      handlerTimeoutMs: RUN_WAIT_SECONDS_MAX * 1_000 + GRACE_MS,
      async handler(ctx, { params, query }) {
        const run = await runWaiters.wait({
          orgId: ctx.orgId,
          runId: params.id,
          timeoutMs: (query.wait ?? 0) * 1_000,
          signal: ctx.signal,
          read: () => getRun(ctx, params.id),
          hasEnded: ({ finished_at: finishedAt }) => finishedAt !== null,
        });
        return ok(toPipelineRun(run, ctx));
      },
    }),
  ];
}

function overridesOf({ variables, base_url: baseUrl }: JourneyTrigger): RunOverrides | null {
  if (!variables && !baseUrl) return null;
  return { ...(variables && { variables }), ...(baseUrl && { base_url: baseUrl }) };
}
