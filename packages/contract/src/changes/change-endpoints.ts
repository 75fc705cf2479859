import type { ListOf } from "../common/endpoint.ts";
import type { AlertChange, changeListQuery, TargetChange } from "./changes.ts";

/** What changed at targets, and before alerts. */
export type ChangeEndpoints = {
  "GET /api/v1/targets/{id}/changes": { query: typeof changeListQuery; response: ListOf<TargetChange> };
  "GET /api/v1/alerts/{id}/changes": { response: ListOf<AlertChange> };
};
