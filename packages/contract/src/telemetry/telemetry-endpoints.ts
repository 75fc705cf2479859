import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type {
  ExporterTest,
  exporterCreate,
  exporterListQuery,
  exporterUpdate,
  TelemetryExporter,
} from "./exporters.ts";

export type TelemetryEndpoints = {
  "GET /api/v1/telemetry-exporters": {
    query: typeof exporterListQuery;
    response: ListOf<TelemetryExporter>;
  };
  "POST /api/v1/telemetry-exporters": { body: typeof exporterCreate; response: Success<TelemetryExporter> };
  "GET /api/v1/telemetry-exporters/{id}": { response: Success<TelemetryExporter> };
  "PUT /api/v1/telemetry-exporters/{id}": {
    body: typeof exporterUpdate;
    response: Success<TelemetryExporter>;
  };
  "POST /api/v1/telemetry-exporters/{id}/test": { response: Success<ExporterTest> };
  "DELETE /api/v1/telemetry-exporters/{id}": { response: Success<Deleted> };
};
