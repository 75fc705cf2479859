import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { HeartbeatStats, statsQuery } from "../targets/stats.ts";
import type { Heartbeat, heartbeatCreate, heartbeatListQuery, heartbeatUpdate } from "./heartbeats.ts";
import type { NewPingKey, PingKey } from "./ping-key.ts";
import type { HeartbeatMetrics, metricsQuery, Ping, PingWithBody, pingListQuery } from "./pings.ts";

/** Heartbeats and their pings. */
export type HeartbeatEndpoints = {
  "GET /api/v1/heartbeats": { query: typeof heartbeatListQuery; response: ListOf<Heartbeat> };
  "POST /api/v1/heartbeats": { body: typeof heartbeatCreate; response: Success<Heartbeat> };
  "GET /api/v1/heartbeats/{id}": { response: Success<Heartbeat> };
  "PUT /api/v1/heartbeats/{id}": { body: typeof heartbeatUpdate; response: Success<Heartbeat> };
  "DELETE /api/v1/heartbeats/{id}": { response: Success<Deleted> };
  "GET /api/v1/heartbeats/{id}/stats": { query: typeof statsQuery; response: Success<HeartbeatStats> };
  "GET /api/v1/heartbeats/{id}/pings": { query: typeof pingListQuery; response: ListOf<Ping> };
  "GET /api/v1/heartbeats/{id}/pings/{ping_id}": { response: Success<PingWithBody> };
  "GET /api/v1/heartbeats/{id}/metrics": {
    query: typeof metricsQuery;
    response: Success<HeartbeatMetrics>;
  };
  "GET /api/v1/ping-key": { response: Success<PingKey> };
  "POST /api/v1/ping-key": { response: Success<NewPingKey> };
  "DELETE /api/v1/ping-key": { response: Success<Deleted> };
};
