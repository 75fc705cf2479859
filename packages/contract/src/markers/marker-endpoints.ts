import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { Marker, markerCreate, markerListQuery } from "./markers.ts";

/** Deploy markers. */
export type MarkerEndpoints = {
  "GET /api/v1/markers": { query: typeof markerListQuery; response: ListOf<Marker> };
  "POST /api/v1/markers": { body: typeof markerCreate; response: Success<Marker> };
  "DELETE /api/v1/markers/{id}": { response: Success<Deleted> };
};
