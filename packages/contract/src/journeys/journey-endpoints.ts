import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { Run, RunStep, runListQuery, runStepsQuery } from "../runs/runs.ts";
import type { JourneyStats, statsQuery } from "../targets/stats.ts";
import type { JourneyTestRun, journeyTry } from "./journey-test-runs.ts";
import type {
  Baseline,
  baselineAccept,
  baselineListQuery,
  Journey,
  journeyCreate,
  journeyListQuery,
  journeyRunNow,
  journeyUpdate,
} from "./journeys.ts";

/** Journeys, their runs and baselines. */
export type JourneyEndpoints = {
  "POST /api/v1/journeys/{id}/run-now": { body: typeof journeyRunNow; response: Success<Run> };
  "GET /api/v1/journeys/{id}/runs": { query: typeof runListQuery; response: ListOf<Run> };
  "GET /api/v1/journeys/{journey_id}/runs/{id}/steps": {
    query: typeof runStepsQuery;
    response: ListOf<RunStep>;
  };
  "GET /api/v1/journeys/{id}/stats": { query: typeof statsQuery; response: Success<JourneyStats> };
  "GET /api/v1/journeys/{id}/baselines": { query: typeof baselineListQuery; response: ListOf<Baseline> };
  "POST /api/v1/journeys/{id}/baselines/{label}/accept": {
    body: typeof baselineAccept;
    response: Success<Baseline>;
  };
  "GET /api/v1/journeys": { query: typeof journeyListQuery; response: ListOf<Journey> };
  "POST /api/v1/journeys": { body: typeof journeyCreate; response: Success<Journey> };
  "POST /api/v1/journeys/try": { body: typeof journeyTry; response: Success<JourneyTestRun> };
  "GET /api/v1/journeys/{id}": { response: Success<Journey> };
  "PUT /api/v1/journeys/{id}": { body: typeof journeyUpdate; response: Success<Journey> };
  "DELETE /api/v1/journeys/{id}": { response: Success<Deleted> };
};
