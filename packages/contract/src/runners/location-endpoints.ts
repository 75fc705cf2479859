import type { ListOf } from "../common/endpoint.ts";
import type { LocationState } from "./locations.ts";

/** Locations of runners. */
export type LocationEndpoints = {
  "GET /api/v1/locations": { response: ListOf<LocationState> };
};
