import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type {
  Report,
  ReportDelivery,
  ReportSent,
  reportCreate,
  reportListQuery,
  reportSendRequest,
  reportUpdate,
} from "./reports.ts";

/** Reports and their deliveries. Previews and exports are files. */
export type ReportEndpoints = {
  "GET /api/v1/reports": { query: typeof reportListQuery; response: ListOf<Report> };
  "POST /api/v1/reports": { body: typeof reportCreate; response: Success<Report> };
  "GET /api/v1/reports/{id}": { response: Success<Report> };
  "PUT /api/v1/reports/{id}": { body: typeof reportUpdate; response: Success<Report> };
  "DELETE /api/v1/reports/{id}": { response: Success<Deleted> };
  "POST /api/v1/reports/{id}/send": { body: typeof reportSendRequest; response: Success<ReportSent> };
  "GET /api/v1/reports/{id}/deliveries": { response: ListOf<ReportDelivery> };
};
