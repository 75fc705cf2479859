import type { z } from "zod";
import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { PageIncident } from "../status-pages/page-incidents.ts";
import type {
  InboundResult,
  IncidentSettings,
  IncidentStats,
  inboundBody,
  inboundTokenSchema,
  incidentSettingsUpdate,
  incidentStatsQuery,
} from "./incident-settings.ts";
import type {
  IncidentImage,
  IncidentNote,
  IncidentTimeline,
  incidentMarkdownSchema,
  incidentNoteCreate,
  incidentNoteEdit,
} from "./incident-timeline.ts";
import type {
  Incident,
  IncidentSummary,
  incidentAlertAdd,
  incidentChange,
  incidentCreate,
  incidentListQuery,
  statusPageDraftCreate,
} from "./incidents.ts";

/** Incidents. */
export type IncidentEndpoints = {
  "GET /api/v1/incidents": { query: typeof incidentListQuery; response: ListOf<IncidentSummary> };
  "POST /api/v1/incidents": { body: typeof incidentCreate; response: Success<Incident> };
  "GET /api/v1/incidents/stats": { query: typeof incidentStatsQuery; response: Success<IncidentStats> };
  "GET /api/v1/incidents/settings": { response: Success<IncidentSettings> };
  "PUT /api/v1/incidents/settings": {
    body: typeof incidentSettingsUpdate;
    response: Success<IncidentSettings>;
  };
  "POST /api/v1/incidents/inbound-token": { response: Success<z.output<typeof inboundTokenSchema>> };
  "DELETE /api/v1/incidents/inbound-token": { response: Success<IncidentSettings> };
  "POST /api/v1/incidents/inbound/{token}": { body: typeof inboundBody; response: Success<InboundResult> };
  "GET /api/v1/incidents/{id}": { response: Success<Incident> };
  "PUT /api/v1/incidents/{id}": { body: typeof incidentChange; response: Success<Incident> };
  "POST /api/v1/incidents/{id}/acknowledge": { response: Success<Incident> };
  "POST /api/v1/incidents/{id}/mitigate": { response: Success<Incident> };
  "POST /api/v1/incidents/{id}/resolve": { response: Success<Incident> };
  "POST /api/v1/incidents/{id}/alerts": { body: typeof incidentAlertAdd; response: Success<Incident> };
  "DELETE /api/v1/incidents/{id}/alerts/{alert_id}": { response: Success<Incident> };
  "GET /api/v1/incidents/{id}/timeline": { response: Success<IncidentTimeline> };
  "GET /api/v1/incidents/{id}/markdown": { response: Success<z.output<typeof incidentMarkdownSchema>> };
  "POST /api/v1/incidents/{id}/notes": { body: typeof incidentNoteCreate; response: Success<IncidentNote> };
  "PUT /api/v1/incidents/{id}/notes/{note_id}": {
    body: typeof incidentNoteEdit;
    response: Success<IncidentNote>;
  };
  "DELETE /api/v1/incidents/{id}/notes/{note_id}": { response: Success<Deleted> };
  "POST /api/v1/incidents/{id}/images": { body: FormData; response: Success<IncidentImage> };
  "POST /api/v1/incidents/{id}/postmortem": { response: Success<Incident> };
  "POST /api/v1/incidents/{id}/status-page-draft": {
    body: typeof statusPageDraftCreate;
    response: Success<PageIncident>;
  };
};
