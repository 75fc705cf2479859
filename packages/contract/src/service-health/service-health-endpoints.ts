import type { Success } from "../common/endpoint.ts";
import type { ServiceHealth, serviceHealthQuery } from "./service-health.ts";

/** How well Vedette itself worked. */
export type ServiceHealthEndpoints = {
  "GET /api/v1/service-health": { query: typeof serviceHealthQuery; response: Success<ServiceHealth> };
};
