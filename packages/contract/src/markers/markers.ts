import { z } from "zod";
import { urlError } from "../common/http-rules.ts";
import { cursorSchema, instantSchema, limitSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { selectorSchema, selectorView } from "../targets/selectors.ts";
import { orgIdField, TAGS_MAX, tagSchema } from "../targets/target-fields.ts";
import { MARKER_TITLE_MAX, MARKER_URL_MAX } from "./marker-limits.ts";

/** Deploy markers: instants at which something was released, and the targets that it may have affected. */

const url = z
  .string()
  .max(MARKER_URL_MAX)
  .superRefine((text, ctx) => {
    const message = text.includes("{{") ? "must not contain variables" : urlError(text);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .meta({ description: "Page of the release or the commit", format: "uri" });

export const markerSchema = z
  .object({
    id: z.string(),
    at: timestamp,
    title: z.string(),
    url: z.string().nullable(),
    tags: z.array(z.string()),
    selector: selectorView.nullable().meta({ description: "Null: the marker is about every target" }),
    created_by: z.string().meta({ description: "Name of the user or API key" }),
    created_at: timestamp,
  })
  .meta({ id: "Marker" });
export type Marker = z.output<typeof markerSchema>;

export const markerCreate = z
  .strictObject({
    ...{ id: readOnly, created_by: readOnly, created_at: readOnly },
    org_id: orgIdField,
    title: z.string().trim().min(1, "is required").max(MARKER_TITLE_MAX),
    at: instantSchema.nullish().meta({
      description: "Time of the release, at most 400 days ago and not in the future. Default: now",
    }),
    url: url.nullish(),
    tags: z.array(tagSchema).max(TAGS_MAX).nullish(),
    selector: selectorSchema
      .nullish()
      .meta({ description: "The targets that the marker is about. Default: all targets" }),
  })
  .meta({ id: "MarkerCreate" });
export type MarkerCreate = Pick<z.output<typeof markerCreate>, "title" | "at" | "url" | "tags" | "selector">;

export const markerListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  from: instantSchema.optional().meta({ description: "Markers at or after this time" }),
  to: instantSchema.optional().meta({ description: "Markers before this time" }),
  tag: tagSchema.optional().meta({ description: "Markers with this tag" }),
  target_id: z.string().optional().meta({ description: "Markers whose selector selects this target" }),
  org_id: z.string().optional(),
});
export type MarkerListQuery = z.output<typeof markerListQuery>;
