import { RUN_KINDS } from "@vedette/contract/runs/run-job.ts";
import { RUN_STATUSES } from "@vedette/contract/runs/runs.ts";
import { z } from "zod";
import { boundedPage } from "../bounded-text.ts";
import { defineTool, type Tool, ToolError } from "../tool.ts";
import { FIND_TARGET, getListedTarget, pageFields, queryOf, targetId, timeFields } from "./tool-fields.ts";

/** Steps of a run; more than any journey has. */
const STEPS_MAX = 200;

export const RUN_TOOLS: readonly Tool[] = [
  defineTool({
    name: "list_runs",
    title: "List runs",
    description: "Lists runs of API monitors and journeys, newest first.",
    input: z.strictObject({
      target_id: z.string().max(64).optional(),
      kind: z.enum(RUN_KINDS).optional(),
      status: z.array(z.enum(RUN_STATUSES)).min(1).optional(),
      ...timeFields,
      ...pageFields,
    }),
    endpoints: ["GET /api/v1/runs"],
    run: ({ call }, { limit, ...args }) =>
      boundedPage((rows) => call("GET /api/v1/runs", { query: { ...queryOf(args), limit: rows } }), limit),
  }),
  defineTool({
    name: "get_run_evidence",
    title: "Get the evidence of a run",
    description:
      "Returns a run with its steps: requests, responses, errors, and the files that it produced, such as screenshots.",
    input: z.strictObject({
      run_id: z.string().max(64),
      attempt: z.number().int().min(1).max(99).optional().meta({ description: "Default: the last attempt" }),
    }),
    endpoints: ["GET /api/v1/runs/{id}", "GET /api/v1/runs/{id}/steps"],
    async run({ call }, { run_id: id, attempt }) {
      const { data: run } = await call("GET /api/v1/runs/{id}", { path: { id } });
      const steps = await call("GET /api/v1/runs/{id}/steps", { path: { id }, query: queryOf({ attempt }) });
      return { run, steps: steps.data.slice(0, STEPS_MAX) };
    },
  }),
  defineTool({
    name: "run_now",
    title: "Run a check now",
    description:
      "Checks a monitor now and returns the results, or starts a run of an API monitor or a journey and returns its ID. " +
      "The results are stored and count for alerts.",
    input: z.strictObject({ target_id: targetId }),
    endpoints: [
      FIND_TARGET,
      "POST /api/v1/monitors/{id}/check",
      "POST /api/v1/api-monitors/{id}/trigger",
      "POST /api/v1/journeys/{id}/run-now",
    ],
    async run({ call }, { target_id: id }) {
      const { kind } = await getListedTarget(call, id);
      switch (kind) {
        case "monitor":
          return (await call("POST /api/v1/monitors/{id}/check", { path: { id } })).data;
        case "api_monitor": {
          const { data, meta } = await call("POST /api/v1/api-monitors/{id}/trigger", { path: { id } });
          return { run: data, run_ids: meta.run_ids };
        }
        case "journey": {
          const { data } = await call("POST /api/v1/journeys/{id}/run-now", { path: { id } });
          return { run: data, run_ids: [data.id] };
        }
        case "heartbeat":
          throw new ToolError("A heartbeat cannot be run: its job pings it. get_results lists its pings.");
      }
    },
  }),
];
