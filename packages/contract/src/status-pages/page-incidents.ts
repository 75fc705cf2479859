import { z } from "zod";
import { cursorSchema, limitSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import { INCIDENT_MESSAGE_MAX, PAGE_COMPONENTS_MAX } from "./page-limits.ts";
import { isPlainText, PLAIN_TEXT_ERROR } from "./plain-text.ts";
import { COMPONENT_STATUSES, IMPACTS, INCIDENT_STATUSES, MAINTENANCE_STATUSES } from "./status-words.ts";

/** Incidents of a status page with their updates, and maintenances, which are a view of maintenance windows. */

const affectedComponent = z.strictObject({
  id: z.string().max(64).meta({ description: "ID of a component of the page" }),
  status: z.enum(COMPONENT_STATUSES),
});

const instant = z.iso
  .datetime({ offset: true, message: "must be an instant such as 2026-01-31T02:30:00Z" })
  .meta({ description: "ISO 8601; may be in the past. Default: now" });

const fields = {
  title: targetFields.name.refine(isPlainText, PLAIN_TEXT_ERROR),
  status: z.enum(INCIDENT_STATUSES),
  impact: z.enum(IMPACTS),
  message: z
    .string()
    .trim()
    .min(1, "is required")
    .max(INCIDENT_MESSAGE_MAX)
    .refine(isPlainText, PLAIN_TEXT_ERROR)
    .meta({ description: "Markdown" }),
  components: z.array(affectedComponent).max(PAGE_COMPONENTS_MAX).meta({
    description:
      "Affected components with the status that the update sets. It applies until the next update that names the component, and ends when the incident is resolved",
  }),
  notify: z.boolean().meta({ description: "Whether subscribers are notified" }),
  published: z.boolean().meta({ description: "A draft is shown to members of the organization only" }),
  postmortem: z
    .string()
    .max(INCIDENT_MESSAGE_MAX)
    .refine(isPlainText, PLAIN_TEXT_ERROR)
    .meta({ description: "Markdown; shown after the updates" }),
};

const readOnlyFields = {
  id: readOnly,
  public_id: readOnly,
  page_id: readOnly,
  url: readOnly,
  is_automatic: readOnly,
  incident_id: readOnly,
  updates: readOnly,
  started_at: readOnly,
  resolved_at: readOnly,
  created_by: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

export const pageIncidentCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    title: fields.title,
    status: fields.status.default("investigating"),
    impact: fields.impact.nullish().meta({ description: "Default: follows from the status of `components`" }),
    message: fields.message,
    components: fields.components.nullish(),
    notify: fields.notify.default(true),
    published: fields.published.default(true),
    postmortem: fields.postmortem.nullish(),
    at: instant.nullish(),
  })
  .meta({ id: "PageIncidentCreate" });
export type PageIncidentCreate = z.output<typeof pageIncidentCreate>;
export type PageIncidentCreateInput = z.input<typeof pageIncidentCreate>;

/** Changes only the fields in the request. The status changes with an update of the incident. */
export const pageIncidentUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    title: fields.title.optional(),
    status: readOnly,
    impact: fields.impact.optional(),
    components: readOnly,
    published: fields.published.optional(),
    postmortem: fields.postmortem.nullish(),
  })
  .meta({ id: "PageIncidentChange" });
export type PageIncidentChange = z.output<typeof pageIncidentUpdate>;

export const incidentUpdateCreate = z
  .strictObject({
    id: readOnly,
    org_id: orgIdField,
    status: fields.status,
    message: fields.message,
    components: fields.components.nullish(),
    notify: fields.notify.default(true),
    at: instant.nullish(),
  })
  .meta({ id: "IncidentUpdateCreate" });
export type IncidentUpdateCreate = z.output<typeof incidentUpdateCreate>;
export type IncidentUpdateCreateInput = z.input<typeof incidentUpdateCreate>;

/** Edits a posted update, which is then marked as edited. */
export const incidentUpdateEdit = z
  .strictObject({
    id: readOnly,
    public_id: readOnly,
    status: readOnly,
    components: readOnly,
    notify: readOnly,
    posted_at: readOnly,
    edited_at: readOnly,
    created_by: readOnly,
    org_id: orgIdField,
    message: fields.message.optional(),
    at: instant.optional(),
  })
  .meta({ id: "IncidentUpdateEdit" });
export type IncidentUpdateEdit = z.output<typeof incidentUpdateEdit>;

const affected = z.object({ id: z.string(), status: z.enum(COMPONENT_STATUSES) });

export const incidentUpdateSchema = z
  .object({
    id: z.string(),
    public_id: z.string(),
    status: z.enum(INCIDENT_STATUSES),
    message: z.string().meta({ description: "Markdown" }),
    components: z.array(affected),
    notify: z.boolean(),
    at: timestamp.meta({ description: "The time that the page shows" }),
    posted_at: timestamp.meta({ description: "When it was posted" }),
    edited_at: timestamp.nullable(),
    created_by: z.string(),
  })
  .meta({ id: "IncidentUpdate" });
export type IncidentUpdate = z.output<typeof incidentUpdateSchema>;

export const pageIncidentSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    page_id: z.string(),
    public_id: z.string(),
    url: z.string(),
    title: z.string(),
    status: z.enum(INCIDENT_STATUSES),
    impact: z.enum(IMPACTS),
    published: z.boolean(),
    is_automatic: z.boolean().meta({ description: "Whether an alert created it" }),
    incident_id: z
      .string()
      .nullable()
      .meta({ description: "The internal incident that it was drafted from" }),
    components: z
      .array(affected)
      .meta({ description: "All components that an update named, with the latest status" }),
    postmortem: z.string().nullable().meta({ description: "Markdown" }),
    updates: z.array(incidentUpdateSchema).meta({ description: "Newest first" }),
    started_at: timestamp.meta({ description: "Time of the first update" }),
    resolved_at: timestamp.nullable(),
    created_by: z.string().meta({ description: "ID of the user or API key; `system` for an automatic one" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "PageIncident" });
export type PageIncident = z.output<typeof pageIncidentSchema>;

export const pageIncidentListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  state: z.enum(["unresolved", "resolved", "draft"]).optional(),
  org_id: z.string().optional(),
});
export type PageIncidentListQuery = z.output<typeof pageIncidentListQuery>;

export const pageMaintenanceSchema = z
  .object({
    public_id: z.string().meta({ description: "Of this occurrence" }),
    window_id: z.string().meta({ description: "The maintenance window, whose `show_on` names the page" }),
    url: z.string(),
    title: z.string(),
    message: z.string().meta({ description: "Markdown" }),
    status: z.enum(MAINTENANCE_STATUSES),
    scheduled_for: timestamp,
    scheduled_until: timestamp,
    components: z.array(z.string()).meta({ description: "IDs of the affected components" }),
  })
  .meta({ id: "PageMaintenance" });
export type PageMaintenance = z.output<typeof pageMaintenanceSchema>;

export const pageIncidentParams = z.object({ id: z.string(), incident_id: z.string() });
export const incidentUpdateParams = z.object({
  id: z.string(),
  incident_id: z.string(),
  update_id: z.string(),
});
