import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { Run, RunStep, runListQuery, runStepsQuery } from "../runs/runs.ts";
import type { ApiMonitorStats, statsQuery } from "../targets/stats.ts";
import type { TestRunResult } from "../targets/test-runs.ts";
import type { ApiMonitorImport, apiMonitorImportInput, ImportProgress } from "./api-monitor-import.ts";
import type {
  ApiMonitor,
  apiMonitorCreate,
  apiMonitorListQuery,
  apiMonitorTrigger,
  apiMonitorTry,
  apiMonitorUpdate,
  TriggeredRuns,
} from "./api-monitors.ts";

/** API monitors, their import and their runs. */
export type ApiMonitorEndpoints = {
  "GET /api/v1/api-monitors": { query: typeof apiMonitorListQuery; response: ListOf<ApiMonitor> };
  "POST /api/v1/api-monitors": { body: typeof apiMonitorCreate; response: Success<ApiMonitor> };
  "POST /api/v1/api-monitors/try": { body: typeof apiMonitorTry; response: Success<TestRunResult> };
  "GET /api/v1/api-monitors/{id}": { response: Success<ApiMonitor> };
  "PUT /api/v1/api-monitors/{id}": { body: typeof apiMonitorUpdate; response: Success<ApiMonitor> };
  "DELETE /api/v1/api-monitors/{id}": { response: Success<Deleted> };
  "POST /api/v1/api-monitors/import": {
    body: typeof apiMonitorImportInput;
    response: Success<ApiMonitorImport>;
  };
  "POST /api/v1/api-monitors/import/file": { body: FormData; response: Success<ApiMonitorImport> };
  "GET /api/v1/api-monitors/import": { response: Success<ImportProgress> };
  "POST /api/v1/api-monitors/{id}/trigger": { body: typeof apiMonitorTrigger; response: TriggeredRuns };
  "GET /api/v1/api-monitors/{id}/runs": { query: typeof runListQuery; response: ListOf<Run> };
  "GET /api/v1/api-monitors/{id}/runs/{run_id}/steps": {
    query: typeof runStepsQuery;
    response: ListOf<RunStep>;
  };
  "GET /api/v1/api-monitors/{id}/stats": { query: typeof statsQuery; response: Success<ApiMonitorStats> };
};
