import { CHECK_STATUSES } from "@vedette/contract/checks/check-results.ts";
import { MONITOR_STATUSES } from "@vedette/contract/targets/monitors.ts";
import { STATS_PERIODS } from "@vedette/contract/targets/stats-periods.ts";
import { TARGET_KINDS } from "@vedette/contract/targets/target-fields.ts";
import { z } from "zod";
import { boundedPage } from "../bounded-text.ts";
import { type Call, defineTool, type Tool } from "../tool.ts";
import { FIND_TARGET, getListedTarget, pageFields, queryOf, targetId, timeFields } from "./tool-fields.ts";

export const TARGET_TOOLS: readonly Tool[] = [
  defineTool({
    name: "list_targets",
    title: "List targets",
    description:
      "Lists monitored targets (monitors, API monitors, journeys, heartbeats) with their status, newest first. " +
      "`failures` says why the latest check failed, by location.",
    input: z.strictObject({
      status: z.array(z.enum(MONITOR_STATUSES)).min(1).optional(),
      kind: z.array(z.enum(TARGET_KINDS)).min(1).optional(),
      tag: z.string().max(50).optional(),
      q: z.string().max(200).optional().meta({ description: "Text in the name, description, URL or host" }),
      ...pageFields,
    }),
    endpoints: [FIND_TARGET],
    run: ({ call }, { limit, ...args }) =>
      boundedPage((rows) => call(FIND_TARGET, { query: { ...queryOf(args), limit: rows } }), limit),
  }),
  defineTool({
    name: "get_target",
    title: "Get a target",
    description: "Returns the definition and the status of one target.",
    input: z.strictObject({ target_id: targetId }),
    endpoints: [
      FIND_TARGET,
      "GET /api/v1/monitors/{id}",
      "GET /api/v1/api-monitors/{id}",
      "GET /api/v1/journeys/{id}",
      "GET /api/v1/heartbeats/{id}",
    ],
    async run({ call }, { target_id: id }) {
      const { kind } = await getListedTarget(call, id);
      return { kind, ...(await DEFINITIONS[kind](call, id)).data };
    },
  }),
  defineTool({
    name: "get_results",
    title: "Get results",
    description:
      "Lists results of checks of a monitor, runs of an API monitor or a journey, or pings of a heartbeat, newest first.",
    input: z.strictObject({
      target_id: targetId,
      status: z
        .array(z.enum(CHECK_STATUSES))
        .min(1)
        .optional()
        .meta({ description: "Of a monitor; for runs, up means passed and any other status failed" }),
      location: z.string().max(63).optional(),
      ...timeFields,
      ...pageFields,
    }),
    endpoints: [
      FIND_TARGET,
      "GET /api/v1/monitors/{id}/results",
      "GET /api/v1/runs",
      "GET /api/v1/heartbeats/{id}/pings",
    ],
    async run({ call }, { target_id: id, limit, status, ...args }) {
      const { kind } = await getListedTarget(call, id);
      return boundedPage<unknown>((rows) => {
        const query = { ...queryOf(args), limit: rows };
        if (kind === "monitor") {
          const all = { ...query, ...queryOf({ status }) };
          return call("GET /api/v1/monitors/{id}/results", { path: { id }, query: all });
        }
        if (kind === "heartbeat") {
          const { location: _, ...others } = query;
          return call("GET /api/v1/heartbeats/{id}/pings", { path: { id }, query: others });
        }
        const runs = status && [...new Set(status.map((one) => (one === "up" ? "passed" : "failed")))];
        return call("GET /api/v1/runs", { query: { ...query, target_id: id, ...queryOf({ status: runs }) } });
      }, limit);
    },
  }),
  defineTool({
    name: "get_stats",
    title: "Get statistics",
    description: "Returns uptime and response times of a target for a period, with a series of points.",
    input: z.strictObject({ target_id: targetId, period: z.enum(STATS_PERIODS).default("24h") }),
    endpoints: [
      FIND_TARGET,
      "GET /api/v1/monitors/{id}/stats",
      "GET /api/v1/api-monitors/{id}/stats",
      "GET /api/v1/journeys/{id}/stats",
      "GET /api/v1/heartbeats/{id}/stats",
    ],
    async run({ call }, { target_id: id, period }) {
      const { kind } = await getListedTarget(call, id);
      const input = { path: { id }, query: { period } };
      return (await STATS[kind](call, input)).data;
    },
  }),
];

const DEFINITIONS = {
  monitor: (call: Call, id: string) => call("GET /api/v1/monitors/{id}", { path: { id } }),
  api_monitor: (call: Call, id: string) => call("GET /api/v1/api-monitors/{id}", { path: { id } }),
  journey: (call: Call, id: string) => call("GET /api/v1/journeys/{id}", { path: { id } }),
  heartbeat: (call: Call, id: string) => call("GET /api/v1/heartbeats/{id}", { path: { id } }),
} as const;

type StatsInput = { path: { id: string }; query: { period: (typeof STATS_PERIODS)[number] } };

const STATS = {
  monitor: (call: Call, input: StatsInput) => call("GET /api/v1/monitors/{id}/stats", input),
  api_monitor: (call: Call, input: StatsInput) => call("GET /api/v1/api-monitors/{id}/stats", input),
  journey: (call: Call, input: StatsInput) => call("GET /api/v1/journeys/{id}/stats", input),
  heartbeat: (call: Call, input: StatsInput) => call("GET /api/v1/heartbeats/{id}/stats", input),
} as const;
