import { z } from "zod";
import { SEVERITIES } from "../alerts/alert-rules.ts";
import { alertTargetSchema } from "../alerts/alerts.ts";
import { cursorSchema, instantSchema, limitSchema, timestamp, wordsSchema } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { IMPACTS } from "../status-pages/status-words.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import {
  CAUSE_KINDS,
  INCIDENT_ALERTS_MAX,
  INCIDENT_SEVERITIES,
  INCIDENT_SOURCES,
  INCIDENT_STATES,
  POSTMORTEM_MAX,
} from "./incident-limits.ts";

/** Incidents: the internal record of what went wrong, with its alerts. */

const instant = z.iso.datetime({ offset: true, message: "must be an instant such as 2026-01-31T02:30:00Z" });

const fields = {
  title: targetFields.name,
  severity: z.enum(INCIDENT_SEVERITIES),
  lead_id: z.string().nullish().meta({ description: "ID of the member who leads the response" }),
  started_at: instant.meta({ description: "When the impact started; not in the future" }),
  postmortem: z.string().max(POSTMORTEM_MAX).nullish().meta({ description: "Markdown" }),
};

const readOnlyFields = {
  id: readOnly,
  number: readOnly,
  state: readOnly,
  source: readOnly,
  lead_name: readOnly,
  acknowledged_at: readOnly,
  acknowledged_by: readOnly,
  acknowledged_by_name: readOnly,
  mitigated_at: readOnly,
  resolved_at: readOnly,
  resolved_by: readOnly,
  resolved_by_name: readOnly,
  time_to_acknowledge_seconds: readOnly,
  time_to_resolve_seconds: readOnly,
  alerts: readOnly,
  page_incidents: readOnly,
  inbound: readOnly,
  cause: readOnly,
  created_by: readOnly,
  created_by_name: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

export const incidentCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    title: fields.title,
    severity: fields.severity.default("major"),
    lead_id: fields.lead_id,
    started_at: fields.started_at.nullish().meta({ description: "Default: the first bad check, or now" }),
    alert_ids: z.array(z.string()).max(INCIDENT_ALERTS_MAX).nullish().meta({
      description: "Alerts to add that belong to no incident",
    }),
    postmortem: fields.postmortem,
  })
  .meta({ id: "IncidentCreate" });
export type IncidentCreate = z.output<typeof incidentCreate>;
export type IncidentCreateInput = z.input<typeof incidentCreate>;

/** Changes only the fields in the request. */
export const incidentChange = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    title: fields.title.optional(),
    severity: fields.severity.optional(),
    lead_id: fields.lead_id,
    started_at: fields.started_at.optional(),
    postmortem: fields.postmortem,
  })
  .meta({ id: "IncidentChange" });
export type IncidentChange = z.output<typeof incidentChange>;
export type IncidentChangeInput = z.input<typeof incidentChange>;

export const incidentAlertSchema = z.object({
  alert_id: z.string(),
  title: z.string(),
  severity: z.enum(SEVERITIES),
  target: alertTargetSchema,
  reason: z.string().meta({ description: "Why the alert belongs to the incident" }),
  triggered_at: timestamp,
  acknowledged_at: timestamp.nullable(),
  resolved_at: timestamp.nullable(),
});
export type IncidentAlert = z.output<typeof incidentAlertSchema>;

const linkedPageIncident = z.object({
  id: z.string(),
  page_id: z.string(),
  page_title: z.string(),
  title: z.string(),
  impact: z.enum(IMPACTS),
  published: z.boolean(),
});

const name = z.string().nullable().meta({ description: "Null after the user or key has left" });

export const incidentSummarySchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    number: z.number().meta({ description: "1, 2, 3 … within the organization" }),
    title: z.string(),
    severity: z.enum(INCIDENT_SEVERITIES),
    state: z.enum(INCIDENT_STATES),
    source: z.enum(INCIDENT_SOURCES).meta({ description: "What opened it" }),
    lead_id: z.string().nullable(),
    lead_name: name,
    started_at: timestamp.meta({ description: "First bad check of its alerts" }),
    acknowledged_at: timestamp.nullable(),
    mitigated_at: timestamp.nullable(),
    resolved_at: timestamp.nullable(),
    time_to_acknowledge_seconds: z.number().nullable().meta({
      description: "`acknowledged_at` − `started_at`; null before",
    }),
    time_to_resolve_seconds: z.number().nullable().meta({
      description: "`resolved_at` − `started_at`; null before",
    }),
    alert_count: z.number(),
    open_alert_count: z.number(),
    cause_summary: z.string().nullable().meta({
      description: "The common cause of its targets in one sentence; null if none was found",
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "IncidentSummary" });
export type IncidentSummary = z.output<typeof incidentSummarySchema>;

export const incidentSchema = incidentSummarySchema
  .extend({
    acknowledged_by: z.string().nullable(),
    acknowledged_by_name: name,
    resolved_by: z.string().nullable().meta({ description: "ID of the user or API key, or `auto`" }),
    resolved_by_name: name,
    postmortem: z.string().nullable().meta({ description: "Markdown" }),
    alerts: z.array(incidentAlertSchema).meta({ description: "Oldest first" }),
    page_incidents: z.array(linkedPageIncident).meta({
      description: "Posts on status pages that were drafted from it",
    }),
    inbound: z
      .object({
        product: z.enum(["alertmanager", "grafana", "generic"]),
        dedup_key: z.string(),
        description: z.string(),
        url: z.string().nullable(),
        events: z.number().meta({ description: "Number of received webhooks" }),
        last_event_at: timestamp,
      })
      .nullable()
      .meta({ description: "What the sender of a webhook said" }),
    cause: z
      .object({
        kind: z.enum(CAUSE_KINDS),
        value: z.string(),
        summary: z.string().meta({ description: "One sentence with the counts" }),
        score: z.number().meta({
          description:
            "Share of the failing targets with the value × rareness among the healthy ones, 0 to 1",
        }),
        target_ids: z.array(z.string()).meta({ description: "The failing targets with the value" }),
      })
      .nullable()
      .meta({
        description: "What failing targets have in common and healthy ones lack; null if nothing was found",
      }),
    created_by: z.string().meta({ description: "ID of the user or API key; `system` for a rule or webhook" }),
    created_by_name: name,
  })
  .meta({ id: "Incident" });
export type Incident = z.output<typeof incidentSchema>;

export const incidentListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  state: wordsSchema(INCIDENT_STATES).optional().meta({
    description: "`open`, `acknowledged`, `mitigated` or `resolved`, or a comma-separated list",
  }),
  severity: wordsSchema(INCIDENT_SEVERITIES).optional().meta({
    description: "`critical`, `major` or `minor`, or a comma-separated list",
  }),
  lead_id: z.string().max(64).optional().meta({ description: "ID of a member, or `none`" }),
  alert_id: z.string().max(64).optional().meta({ description: "The incident of this alert" }),
  from: instantSchema.optional().meta({ description: "Opened at or after this time" }),
  to: instantSchema.optional().meta({ description: "Opened before this time" }),
  org_id: z.string().optional(),
});
export type IncidentListQuery = z.output<typeof incidentListQuery>;

export const incidentAlertAdd = z
  .strictObject({ org_id: orgIdField, alert_id: z.string() })
  .meta({ id: "IncidentAlertAdd" });
export const incidentAlertParams = z.object({ id: z.string(), alert_id: z.string() });

export const statusPageDraftCreate = z
  .strictObject({ org_id: orgIdField, page_id: z.string().meta({ description: "ID of a status page" }) })
  .meta({ id: "StatusPageDraftCreate" });
