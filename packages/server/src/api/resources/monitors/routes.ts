import {
  checkResultListQuery,
  checkResultSchema,
  keptBodySchema,
  manualCheckSchema,
  resultParams,
} from "@vedette/contract/checks/check-results.ts";
import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams, type OrgId } from "@vedette/contract/common/ids.ts";
import { listedMonitorSchema, monitorListQuery } from "@vedette/contract/targets/monitor-list.ts";
import { recordsAccept } from "@vedette/contract/targets/monitor-state/record-baseline.ts";
import { setStatusRequest } from "@vedette/contract/targets/monitor-state/set-status.ts";
import {
  monitorCreate,
  monitorSchema,
  monitorTry,
  monitorUpdate,
} from "@vedette/contract/targets/monitors.ts";
import { monitorStatsQuery, monitorStatsSchema } from "@vedette/contract/targets/stats.ts";
import { checkTestRunSchema } from "@vedette/contract/targets/test-runs.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { getKeptBody } from "../../../pipeline/results/reading/kept-body.ts";
import { listResults } from "../../../pipeline/results/reading/list-results.ts";
import { monitorStats } from "../../../pipeline/results/stats/monitor-stats.ts";
import { statsWindow } from "../../../pipeline/results/stats/window.ts";
import { createTarget, deleteTarget, getTarget, updateTarget } from "../../../pipeline/targets/lifecycle.ts";
import { createSpecResolver } from "../../../platform/secrets/resolve-specs.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { defineRoute, type RequestContext, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { TEST_RUN_HANDLER_TIMEOUT_MS, type TestRuns } from "../runs/service-test-runs.ts";
import { acceptRecords } from "./accept-records.ts";
import { checkMonitor } from "./check-monitor.ts";
import { listMonitorPage } from "./list-monitors.ts";
import type { ManualChecks } from "./manual-check.ts";
import { createMonitorType, MONITORS, type MonitorRow } from "./monitor-type.ts";
import { toCurrentMonitor, toNewMonitor } from "./monitor-view.ts";
import { setMonitorStatus } from "./set-status.ts";
import { tryMonitor } from "./try-monitor.ts";

export type MonitorRouteDeps = {
  availability: (orgId: OrgId) => OrgRunnerAvailability;
  manualChecks: ManualChecks;
  testRuns: TestRuns;
  vault: Vault;
};

/** Waits as long for the recorder as a manual check. */
const SET_STATUS_TIMEOUT_MS = 60_000;

/** 6 attempts of 300 s, their pauses and the grace period: the maximum duration of a manual check. */
const CHECK_TIMEOUT_MS = 1_830_000;

const tag = "Monitors";
const reading = { scope: "agent", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;
const running = { scope: "agent", role: "member" } as const;

export function monitorRoutes(deps: MonitorRouteDeps): Route[] {
  return [...definitionRoutes(deps), ...resultRoutes(deps)];
}

function definitionRoutes(deps: MonitorRouteDeps): Route[] {
  const type = createMonitorType(deps.vault);
  return [
    defineRoute({
      id: "listMonitors",
      tag,
      method: "GET",
      url: "/api/v1/monitors",
      summary: "List monitors",
      access: reading,
      request: { query: monitorListQuery },
      response: page(listedMonitorSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listMonitorPage(ctx, query)) }),
    }),
    defineRoute({
      id: "createMonitor",
      tag,
      method: "POST",
      url: "/api/v1/monitors",
      summary: "Create a monitor",
      description: "The first check starts immediately.",
      access: writing,
      request: { body: monitorCreate },
      response: success(monitorSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      async handler(ctx, { body: input }) {
        const availability = deps.availability(ctx.orgId);
        return ok(await toNewMonitor(ctx, await createTarget(ctx, type, { input, availability })));
      },
    }),
    defineRoute({
      id: "tryMonitor",
      tag,
      method: "POST",
      url: "/api/v1/monitors/try",
      summary: "Test a monitor without saving it",
      description:
        "Takes the body of a create request, with an optional name, and checks once at each location, for at most 60 " +
        "seconds. Returns the results and stores nothing. An organization can run at most 4 tests concurrently. " +
        "If no runner takes the test, the response is 503.",
      access: { ...writing, admitsCode: true },
      request: { body: monitorTry },
      response: success(checkTestRunSchema),
      status: 200,
      handlerTimeoutMs: TEST_RUN_HANDLER_TIMEOUT_MS,
      async handler(ctx, { body }) {
        const resolveSpecs = createSpecResolver({ ...ctx, vault: deps.vault });
        const { testRuns } = deps;
        return ok(
          await tryMonitor(ctx, {
            input: body,
            availability: deps.availability(ctx.orgId),
            testRuns,
            type,
            resolveSpecs,
          }),
        );
      },
    }),
    defineRoute({
      id: "getMonitor",
      tag,
      method: "GET",
      url: "/api/v1/monitors/:id",
      summary: "Get a monitor",
      access: reading,
      request: { params: idParams },
      response: success(monitorSchema),
      status: 200,
      handler: async (ctx, { params }) =>
        ok(await toCurrentMonitor(ctx, await getTarget<MonitorRow>(ctx, MONITORS, params.id))),
    }),
    defineRoute({
      id: "updateMonitor",
      tag,
      method: "PUT",
      url: "/api/v1/monitors/:id",
      summary: "Update a monitor",
      description: "Updates the given fields and keeps the rest. `null` clears an optional field.",
      access: writing,
      request: { params: idParams, body: monitorUpdate },
      response: success(monitorSchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params, body: input }) {
        const change = { id: params.id, input, availability: deps.availability(ctx.orgId) };
        return ok(await toCurrentMonitor(ctx, await updateTarget(ctx, type, change)));
      },
    }),
    defineRoute({
      id: "deleteMonitor",
      tag,
      method: "DELETE",
      url: "/api/v1/monitors/:id",
      summary: "Delete a monitor",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deleteTarget(ctx, type, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}

function resultRoutes(deps: MonitorRouteDeps): Route[] {
  const check = (ctx: RequestContext, id: string) => {
    const resolveSpecs = createSpecResolver({ ...ctx, vault: deps.vault });
    const { manualChecks } = deps;
    return checkMonitor(ctx, { id, availability: deps.availability(ctx.orgId), manualChecks, resolveSpecs });
  };
  return [
    defineRoute({
      id: "checkMonitor",
      tag,
      method: "POST",
      url: "/api/v1/monitors/:id/check",
      summary: "Check a monitor now",
      description:
        "Checks at all locations, even if the monitor is disabled. Responds when the results are stored.",
      access: running,
      request: { params: idParams },
      response: success(manualCheckSchema),
      status: 200,
      handlerTimeoutMs: CHECK_TIMEOUT_MS,
      handler: async (ctx, { params }) => ok(await check(ctx, params.id)),
    }),
    defineRoute({
      id: "acceptRecords",
      tag,
      method: "POST",
      url: "/api/v1/monitors/:id/accept",
      summary: "Accept the changed records of a DNS monitor",
      description:
        "For a monitor with `expect`: `unchanged`. Later checks compare with what the newest check found; the next check " +
        "starts immediately.",
      access: writing,
      request: { params: idParams, body: recordsAccept },
      response: success(monitorSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) =>
        ok(await toCurrentMonitor(ctx, await acceptRecords(ctx, params.id, body?.records ?? null))),
    }),
    defineRoute({
      id: "setMonitorStatus",
      tag,
      method: "POST",
      url: "/api/v1/monitors/:id/status",
      summary: "Set the status of a manual monitor",
      description:
        "Responds when the status is recorded; alert rules have been evaluated by then. A paused monitor has the status " +
        "when it is resumed.",
      access: running,
      request: { params: idParams, body: setStatusRequest },
      response: success(monitorSchema),
      status: 200,
      handlerTimeoutMs: SET_STATUS_TIMEOUT_MS,
      async handler(ctx, { params, body }) {
        const row = await ctx.inTransaction((inner) => setMonitorStatus(inner, params.id, body));
        if (row.enabled) await check(ctx, row.id);
        return ok(await toCurrentMonitor(ctx, await getTarget<MonitorRow>(ctx, MONITORS, row.id)));
      },
    }),
    defineRoute({
      id: "listMonitorResults",
      tag,
      method: "GET",
      url: "/api/v1/monitors/:id/results",
      summary: "List check results",
      access: reading,
      request: { params: idParams, query: checkResultListQuery },
      response: page(checkResultSchema),
      status: 200,
      async handler(ctx, { params, query }) {
        const { limit, cursor, sort, from, to, location, status } = query;
        const { id: monitorId, org_id: orgId } = await getTarget(ctx, MONITORS, params.id);
        const filters = { from, to, location, status };
        const nowMs = ctx.clock.now();
        const found = await listResults(ctx.db, { orgId, monitorId, nowMs, filters, limit, cursor, sort });
        const meta = { next_cursor: found.nextCursor, has_more: found.hasMore };
        return { success: true as const, data: found.results, meta };
      },
    }),
    defineRoute({
      id: "getResultBody",
      tag,
      method: "GET",
      url: "/api/v1/monitors/:id/results/:result_id/body",
      summary: "Get the kept response of a check",
      description:
        "A result has one if `has_body` is true; see `keep_body`. Secrets and credentials are masked.",
      access: reading,
      request: { params: resultParams },
      response: success(keptBodySchema),
      status: 200,
      async handler(ctx, { params }) {
        const { id: monitorId, org_id: orgId } = await getTarget(ctx, MONITORS, params.id);
        return ok(await getKeptBody(ctx.db, { orgId, monitorId, resultId: params.result_id }));
      },
    }),
    defineRoute({
      id: "getMonitorStats",
      tag,
      method: "GET",
      url: "/api/v1/monitors/:id/stats",
      summary: "Get uptime and response times",
      access: reading,
      request: { params: idParams, query: monitorStatsQuery },
      response: success(monitorStatsSchema),
      status: 200,
      async handler(ctx, { params, query }) {
        const nowMs = ctx.clock.now();
        const window = statsWindow(query, nowMs);
        const withTimings = query.include?.includes("timings") ?? false;
        return ok(
          await monitorStats(ctx.db, {
            ...window,
            orgId: ctx.orgId,
            monitorId: params.id,
            nowMs,
            location: query.location,
            withTimings,
          }),
        );
      },
    }),
  ];
}
