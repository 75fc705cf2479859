import type { Deleted, Success } from "../common/endpoint.ts";
import type { BadgeKey } from "./badges.ts";

/** Keys of badges. */
export type BadgeEndpoints = {
  "GET /api/v1/targets/{id}/badge-key": { response: Success<BadgeKey> };
  "POST /api/v1/targets/{id}/badge-key": { response: Success<BadgeKey> };
  "DELETE /api/v1/targets/{id}/badge-key": { response: Success<Deleted> };
  "GET /api/v1/status-pages/{id}/badge-key": { response: Success<BadgeKey> };
  "POST /api/v1/status-pages/{id}/badge-key": { response: Success<BadgeKey> };
  "DELETE /api/v1/status-pages/{id}/badge-key": { response: Success<Deleted> };
};
