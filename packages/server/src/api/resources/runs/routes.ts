import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { allRunsQuery, runSchema, runStepSchema, runStepsQuery } from "@vedette/contract/runs/runs.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { getRun, listRunPage, listSteps } from "./service.ts";

const tag = "Runs";
const reading = { scope: "agent", role: "viewer" } as const;

export function runRoutes(): Route[] {
  return [
    defineRoute({
      id: "listRuns",
      tag,
      method: "GET",
      url: "/api/v1/runs",
      summary: "List runs of API monitors and journeys",
      access: reading,
      request: { query: allRunsQuery },
      response: page(runSchema),
      status: 200,
      async handler(ctx, { query: { target_id: targetId, kind, ...query } }) {
        return { success: true as const, ...(await listRunPage(ctx, { query, of: { targetId, kind } })) };
      },
    }),
    defineRoute({
      id: "getRun",
      tag,
      method: "GET",
      url: "/api/v1/runs/:id",
      summary: "Get a run",
      description: "A run stays readable after its API monitor or journey is deleted.",
      access: reading,
      request: { params: idParams },
      response: success(runSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getRun(ctx, params.id)),
    }),
    defineRoute({
      id: "listRunSteps",
      tag,
      method: "GET",
      url: "/api/v1/runs/:id/steps",
      summary: "List the steps of a run",
      description:
        "The steps of the given attempt, or of the last attempt that has steps. Secrets are masked.",
      access: reading,
      request: { params: idParams, query: runStepsQuery },
      response: page(runStepSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ({
        success: true as const,
        ...(await listSteps(ctx, { id: params.id, attempt: query.attempt })),
      }),
    }),
  ];
}
