import type { Success } from "../common/endpoint.ts";
import type { PastState, pastStateQuery } from "./past-state.ts";

/** What was known at an earlier time. */
export type PastStateEndpoints = {
  "GET /api/v1/past-state": { query: typeof pastStateQuery; response: Success<PastState> };
};
