import {
  apiMonitorImportForm,
  apiMonitorImportInput,
  apiMonitorImportSchema,
  importProgressSchema,
} from "@vedette/contract/api-monitors/api-monitor-import.ts";
import {
  apiMonitorCreate,
  apiMonitorListQuery,
  apiMonitorSchema,
  apiMonitorTrigger,
  apiMonitorTry,
  apiMonitorUpdate,
  triggeredRuns,
} from "@vedette/contract/api-monitors/api-monitors.ts";
import { IMPORT_FILE_BYTES_MAX } from "@vedette/contract/api-monitors/import-limits.ts";
import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams, type OrgId } from "@vedette/contract/common/ids.ts";
import {
  runListQuery,
  runOfTargetParams,
  runSchema,
  runStepSchema,
  runStepsQuery,
} from "@vedette/contract/runs/runs.ts";
import { apiMonitorStatsSchema, statsQuery } from "@vedette/contract/targets/stats.ts";
import { testRunSchema } from "@vedette/contract/targets/test-runs.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { apiMonitorStats } from "../../../pipeline/results/stats/api-monitor-stats.ts";
import { statsWindow } from "../../../pipeline/results/stats/window.ts";
import { createTarget, deleteTarget, getTarget, updateTarget } from "../../../pipeline/targets/lifecycle.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { DocumentImporter } from "../../importing/document-importer.ts";
import { defineForm, defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { listRunPage, listSteps } from "../runs/service.ts";
import { TEST_RUN_HANDLER_TIMEOUT_MS, type TestRuns } from "../runs/service-test-runs.ts";
import { listRunTargets, withLastRun } from "../targets/service-run-targets.ts";
import { API_MONITORS, type ApiMonitorRow } from "./api-monitor-type.ts";
import { toApiMonitor } from "./api-monitor-view.ts";
import { importDocument, importFile } from "./routes-import.ts";
import { triggerApiMonitor } from "./trigger-api-monitor.ts";
import { tryApiMonitor } from "./try-api-monitor.ts";

export type ApiMonitorRouteDeps = {
  availability: (orgId: OrgId) => OrgRunnerAvailability;
  testRuns: TestRuns;
  vault: Vault;
  importer: DocumentImporter;
};

const tag = "API monitors";
const URL = "/api/v1/api-monitors";
const reading = { scope: "agent", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;
const running = { scope: "agent", role: "member" } as const;

export function apiMonitorRoutes(deps: ApiMonitorRouteDeps): Route[] {
  return [...definitionRoutes(deps), ...importRoutes(deps), ...runRoutes(deps)];
}

function definitionRoutes(deps: ApiMonitorRouteDeps): Route[] {
  return [
    defineRoute({
      id: "listApiMonitors",
      tag,
      method: "GET",
      url: URL,
      summary: "List API monitors",
      access: reading,
      request: { query: apiMonitorListQuery },
      response: page(apiMonitorSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listRunTargets(ctx, API_MONITORS, { query, toView: toApiMonitor })),
      }),
    }),
    defineRoute({
      id: "createApiMonitor",
      tag,
      method: "POST",
      url: URL,
      summary: "Create an API monitor",
      description:
        "Its steps run in order and share cookies and extracted values. `{{NAME}}` in URLs, headers, query parameters, " +
        "bodies and credentials is replaced by the value that an earlier step extracted, then by one of its `variables`, " +
        "then by the organization's variable. `{{$uuid}}`, `{{$timestamp}}`, `{{$isoTimestamp}}` and `{{$randomInt}}` are " +
        "generated at each occurrence. Store credentials as secrets: these fields are visible to everyone with read access.",
      access: writing,
      request: { body: apiMonitorCreate },
      response: success(apiMonitorSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      async handler(ctx, { body: input }) {
        const created = { input, availability: deps.availability(ctx.orgId) };
        return ok(toApiMonitor(await createTarget(ctx, API_MONITORS, created), undefined));
      },
    }),
    defineRoute({
      id: "tryApiMonitor",
      tag,
      method: "POST",
      url: `${URL}/try`,
      summary: "Test an unsaved API monitor",
      description:
        "Accepts the body of a create request with an optional name, and runs the steps once, for at most 60 seconds. " +
        "Returns what they found with secrets masked, and stores nothing. At most 4 test runs of an organization run at " +
        "the same time. Returns 503 if no runner takes the run.",
      access: { ...writing, admitsCode: true },
      request: { body: apiMonitorTry },
      response: success(testRunSchema),
      status: 200,
      handlerTimeoutMs: TEST_RUN_HANDLER_TIMEOUT_MS,
      async handler(ctx, { body }) {
        const { testRuns, vault } = deps;
        return ok(
          await tryApiMonitor(ctx, {
            input: body,
            availability: deps.availability(ctx.orgId),
            testRuns,
            vault,
          }),
        );
      },
    }),
    defineRoute({
      id: "getApiMonitor",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get an API monitor",
      access: reading,
      request: { params: idParams },
      response: success(apiMonitorSchema),
      status: 200,
      async handler(ctx, { params }) {
        const row = await getTarget<ApiMonitorRow>(ctx, API_MONITORS, params.id);
        return ok(await withLastRun(ctx, row, toApiMonitor));
      },
    }),
    defineRoute({
      id: "updateApiMonitor",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update an API monitor",
      description:
        "Changes the fields that are sent and keeps the rest; `steps` is replaced as a whole. `null` clears an optional " +
        "field.",
      access: writing,
      request: { params: idParams, body: apiMonitorUpdate },
      response: success(apiMonitorSchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params, body: input }) {
        const change = { id: params.id, input, availability: deps.availability(ctx.orgId) };
        return ok(await withLastRun(ctx, await updateTarget(ctx, API_MONITORS, change), toApiMonitor));
      },
    }),
    defineRoute({
      id: "deleteApiMonitor",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete an API monitor and its statistics",
      description: "Unfinished runs fail with `CANCELLED`. Each run can still be read by its id.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deleteTarget(ctx, API_MONITORS, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}

/** Waiting for a thread, starting it, reading and storing. Each step has its own deadline. */
const IMPORT_TIMEOUT_MS = 75_000;
/** The upload must finish first, within 30 s. */
const FILE_IMPORT_TIMEOUT_MS = IMPORT_TIMEOUT_MS + 30_000;
/** The indexes of a thousand operations, with room for tags and paths. */
const IMPORT_FIELD_BYTES_MAX = 262_144;

function importRoutes({ availability, importer }: ApiMonitorRouteDeps): Route[] {
  return [
    defineRoute({
      id: "importApiMonitors",
      tag,
      method: "POST",
      url: `${URL}/import`,
      summary: "Import API monitors from a cURL command, HAR file, Postman collection or OpenAPI document",
      description:
        "By default nothing is created and the response is 200 with a preview. `dry_run: false` creates everything and " +
        "returns 201. Nothing in the document is executed, and unsupported parts are listed. An API monitor is created " +
        "disabled unless all its steps are GET or HEAD. Only one import of an organization runs at a time, another one " +
        "is 429. A document that takes longer than 10 s to read is 400.",
      access: writing,
      request: { body: apiMonitorImportInput },
      response: success(apiMonitorImportSchema),
      status: 201,
      otherwise: { status: 200, when: ({ data }) => data.dry_run },
      idempotent: true,
      handlerTimeoutMs: IMPORT_TIMEOUT_MS,
      handler: (ctx, { body }) =>
        importDocument(ctx, body, { importer, availability: availability(ctx.orgId) }),
    }),
    defineForm({
      id: "importApiMonitorsFile",
      tag,
      method: "POST",
      url: `${URL}/import/file`,
      summary: "Import API monitors from a file",
      description:
        "`multipart/form-data` with `file`, at most 50 MiB, optionally gzip-compressed, and the other fields of " +
        "`POST /api-monitors/import`.",
      access: writing,
      request: {},
      form: {
        fields: apiMonitorImportForm,
        fileBytesMax: IMPORT_FILE_BYTES_MAX,
        fieldBytesMax: IMPORT_FIELD_BYTES_MAX,
      },
      response: success(apiMonitorImportSchema),
      status: 201,
      otherwise: { status: 200, when: ({ data }) => data.dry_run },
      handlerTimeoutMs: FILE_IMPORT_TIMEOUT_MS,
      handler: (ctx, _input, form) =>
        importFile(ctx, form, { importer, availability: availability(ctx.orgId) }),
    }),
    defineRoute({
      id: "getImportProgress",
      tag,
      method: "GET",
      url: `${URL}/import`,
      summary: "Get the import progress of the organization",
      description: "`idle` if no import runs in the process that responds.",
      access: writing,
      request: {},
      response: success(importProgressSchema),
      status: 200,
      handler: async (ctx) => ok(importer.progress(ctx.orgId)),
    }),
  ];
}

function runRoutes(deps: ApiMonitorRouteDeps): Route[] {
  return [
    defineRoute({
      id: "triggerApiMonitor",
      tag,
      method: "POST",
      url: `${URL}/:id/trigger`,
      summary: "Run an API monitor now",
      description:
        "Runs at all its locations that have a runner, or at the named location, even if it is disabled. If a run is in " +
        "progress at a location, the new run is queued; more than 20 queued runs at a location are 429. `data` is the " +
        "run at the first location. The body is optional.",
      access: running,
      request: { params: idParams, body: apiMonitorTrigger },
      response: triggeredRuns,
      status: 202,
      transaction: true,
      idempotent: true,
      async handler(ctx, { params, body }) {
        const { run, runIds } = await triggerApiMonitor(ctx, {
          id: params.id,
          input: body,
          availability: deps.availability(ctx.orgId),
        });
        return { ...ok(run), meta: { run_ids: runIds } };
      },
    }),
    defineRoute({
      id: "listApiMonitorRuns",
      tag,
      method: "GET",
      url: `${URL}/:id/runs`,
      summary: "List the runs of an API monitor",
      access: reading,
      request: { params: idParams, query: runListQuery },
      response: page(runSchema),
      status: 200,
      async handler(ctx, { params, query }) {
        const { id: targetId } = await getTarget(ctx, API_MONITORS, params.id);
        return { success: true as const, ...(await listRunPage(ctx, { query, of: { targetId } })) };
      },
    }),
    defineRoute({
      id: "listApiMonitorRunSteps",
      tag,
      method: "GET",
      url: `${URL}/:id/runs/:run_id/steps`,
      summary: "List the steps of an API monitor run",
      description: "Steps of its last attempt that has any, or of the requested attempt. Secrets are masked.",
      access: reading,
      request: { params: runOfTargetParams, query: runStepsQuery },
      response: page(runStepSchema),
      status: 200,
      async handler(ctx, { params, query }) {
        const { id: targetId } = await getTarget(ctx, API_MONITORS, params.id);
        const steps = await listSteps(ctx, { id: params.run_id, targetId, attempt: query.attempt });
        return { success: true as const, ...steps };
      },
    }),
    defineRoute({
      id: "getApiMonitorStats",
      tag,
      method: "GET",
      url: `${URL}/:id/stats`,
      summary: "Get uptime, pass rates and durations of an API monitor",
      access: reading,
      request: { params: idParams, query: statsQuery },
      response: success(apiMonitorStatsSchema),
      status: 200,
      async handler(ctx, { params, query }) {
        const { id: apiMonitorId, org_id: orgId } = await getTarget(ctx, API_MONITORS, params.id);
        const nowMs = ctx.clock.now();
        const window = statsWindow(query, nowMs);
        return ok(
          await apiMonitorStats(ctx.db, { ...window, orgId, apiMonitorId, nowMs, location: query.location }),
        );
      },
    }),
  ];
}
