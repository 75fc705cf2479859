import type { ListOf, Success } from "../common/endpoint.ts";
import type { journeyTrigger, PipelineRun, runWaitQuery } from "../journeys/journeys.ts";
import type { Artifact, ArtifactLink } from "./artifacts.ts";
import type { allRunsQuery, Run, RunStep, runStepsQuery } from "./runs.ts";

/** Runs and their files, for the dashboard and for pipelines. */
export type RunEndpoints = {
  "POST /api/v1/artifacts/{id}/link": { response: Success<ArtifactLink> };
  "POST /api/agent/runs/{id}/artifacts": { body: FormData; response: Success<Artifact> };
  "POST /api/agent/journeys/{id}/trigger": { body: typeof journeyTrigger; response: Success<PipelineRun> };
  "GET /api/agent/runs/{id}": { query: typeof runWaitQuery; response: Success<PipelineRun> };
  "GET /api/v1/runs": { query: typeof allRunsQuery; response: ListOf<Run> };
  "GET /api/v1/runs/{id}": { response: Success<Run> };
  "GET /api/v1/runs/{id}/steps": { query: typeof runStepsQuery; response: ListOf<RunStep> };
};
