import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { SloReport, sloPreviewRequest } from "./slo-report.ts";
import type { Slo, sloCreate, sloListQuery, sloUpdate } from "./slos.ts";

/** SLOs and their reports. */
export type SloEndpoints = {
  "GET /api/v1/slos": { query: typeof sloListQuery; response: ListOf<Slo> };
  "POST /api/v1/slos": { body: typeof sloCreate; response: Success<Slo> };
  "POST /api/v1/slos/preview": { body: typeof sloPreviewRequest; response: Success<SloReport> };
  "GET /api/v1/slos/{id}": { response: Success<Slo> };
  "PUT /api/v1/slos/{id}": { body: typeof sloUpdate; response: Success<Slo> };
  "DELETE /api/v1/slos/{id}": { response: Success<Deleted> };
  "GET /api/v1/slos/{id}/report": { response: Success<SloReport> };
};
