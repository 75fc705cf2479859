import { z } from "zod";
import { alertTargetSchema } from "../alerts/alerts.ts";
import { timestamp } from "../common/paging.ts";
import { orgIdField } from "../targets/target-fields.ts";
import { NOTE_IMAGES_MAX, NOTE_TEXT_MAX, TIMELINE_KINDS } from "./incident-limits.ts";

/** The timeline of an incident: what happened, from stored facts, and the notes of people. */

const image = z.object({
  id: z.string(),
  content_type: z.string(),
  bytes: z.number(),
});

export const incidentNoteSchema = z
  .object({
    id: z.string(),
    text: z.string().meta({ description: "Markdown" }),
    at: timestamp,
    edited_at: timestamp.nullable(),
    images: z.array(image),
    created_by: z.string(),
    created_by_name: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: "IncidentNote" });
export type IncidentNote = z.output<typeof incidentNoteSchema>;

export const timelineEntrySchema = z
  .object({
    at: timestamp,
    kind: z.enum(TIMELINE_KINDS),
    text: z.string().meta({ description: "What happened, in one sentence" }),
    by: z.string().nullable().meta({ description: "Name of the person, API key or channel" }),
    target: alertTargetSchema.nullable(),
    location: z.string().nullable(),
    alert_id: z.string().nullable(),
    duration_ms: z.number().nullable().meta({
      description:
        "Of a notification: from its cause to its delivery. Of a recovery: how long the location failed. Null for others",
    }),
    note: incidentNoteSchema.nullable(),
  })
  .meta({ id: "IncidentTimelineEntry" });
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

export const incidentTimelineSchema = z
  .object({
    entries: z.array(timelineEntrySchema).meta({ description: "Oldest first" }),
    locations: z
      .array(
        z.object({
          target: alertTargetSchema,
          location: z.string(),
          first_failure_at: timestamp,
          recovered_at: timestamp.nullable(),
          duration_seconds: z.number().meta({ description: "Until the recovery, or until now" }),
        }),
      )
      .meta({ description: "Duration by target and location" }),
  })
  .meta({ id: "IncidentTimeline" });
export type IncidentTimeline = z.output<typeof incidentTimelineSchema>;

const noteFields = {
  text: z.string().trim().max(NOTE_TEXT_MAX).meta({ description: "Markdown" }),
  at: z.iso
    .datetime({ offset: true, message: "must be an instant such as 2026-01-31T02:30:00Z" })
    .meta({ description: "Time in the timeline; not in the future. Default: now" }),
};

export const incidentNoteCreate = z
  .strictObject({
    org_id: orgIdField,
    text: noteFields.text.default(""),
    at: noteFields.at.nullish(),
    image_ids: z.array(z.string()).max(NOTE_IMAGES_MAX).nullish().meta({
      description: "IDs of uploaded images that no note has",
    }),
  })
  .refine(({ text, image_ids: ids }) => text !== "" || (ids ?? []).length > 0, {
    path: ["text"],
    message: "is required without an image",
  })
  .meta({ id: "IncidentNoteCreate" });
export type IncidentNoteCreate = z.output<typeof incidentNoteCreate>;
export type IncidentNoteCreateInput = z.input<typeof incidentNoteCreate>;

export const incidentNoteEdit = z
  .strictObject({ org_id: orgIdField, text: noteFields.text.optional(), at: noteFields.at.optional() })
  .meta({ id: "IncidentNoteEdit" });
export type IncidentNoteEdit = z.output<typeof incidentNoteEdit>;

export const incidentImageSchema = image.meta({ id: "IncidentImage" });
export type IncidentImage = z.output<typeof incidentImageSchema>;
/** A form without fields but the file. */
export const incidentImageForm = z.object({});

export const incidentNoteParams = z.object({ id: z.string(), note_id: z.string() });
export const incidentImageParams = z.object({ id: z.string(), image_id: z.string() });

export const incidentMarkdownSchema = z
  .object({ markdown: z.string().meta({ description: "The whole record" }) })
  .meta({ id: "IncidentMarkdown" });
