import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type {
  AuditStream,
  auditStreamCreate,
  auditStreamListQuery,
  auditStreamUpdate,
} from "./audit-streams.ts";

export type AuditStreamEndpoints = {
  "GET /api/v1/audit-streams": { query: typeof auditStreamListQuery; response: ListOf<AuditStream> };
  "POST /api/v1/audit-streams": { body: typeof auditStreamCreate; response: Success<AuditStream> };
  "GET /api/v1/audit-streams/{id}": { response: Success<AuditStream> };
  "PUT /api/v1/audit-streams/{id}": { body: typeof auditStreamUpdate; response: Success<AuditStream> };
  "DELETE /api/v1/audit-streams/{id}": { response: Success<Deleted> };
};
