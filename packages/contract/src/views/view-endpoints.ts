import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { View, viewCreate, viewListQuery, viewUpdate } from "./views.ts";

/** Saved views of lists. */
export type ViewEndpoints = {
  "GET /api/v1/views": { query: typeof viewListQuery; response: ListOf<View> };
  "POST /api/v1/views": { body: typeof viewCreate; response: Success<View> };
  "GET /api/v1/views/{id}": { response: Success<View> };
  "PUT /api/v1/views/{id}": { body: typeof viewUpdate; response: Success<View> };
  "DELETE /api/v1/views/{id}": { response: Success<Deleted> };
};
