import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { INCIDENT_IMAGE_BYTES_MAX } from "@vedette/contract/incidents/incident-limits.ts";
import {
  incidentImageForm,
  incidentImageParams,
  incidentImageSchema,
  incidentMarkdownSchema,
  incidentNoteCreate,
  incidentNoteEdit,
  incidentNoteParams,
  incidentNoteSchema,
  incidentTimelineSchema,
} from "@vedette/contract/incidents/incident-timeline.ts";
import { defineFile, defineForm, defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { readUpload } from "../status-pages/service-images.ts";
import type { IncidentRouteDeps } from "./routes-context.ts";
import { addNoteImage, assertAcceptsNoteImages, openNoteImage, storeNoteImage } from "./service-images.ts";
import { createNote, deleteNote, editNote } from "./service-notes.ts";
import { getIncidentMarkdown, getIncidentTimeline } from "./service-timeline.ts";

const tag = "Incidents";
const URL = "/api/v1/incidents/:id";
const reading = { scope: "agent", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

/** The timeline of an incident, and the notes and images that people add. */
export function incidentNoteRoutes({ artifacts }: IncidentRouteDeps): Route[] {
  return [
    defineRoute({
      id: "getIncidentTimeline",
      tag,
      method: "GET",
      url: `${URL}/timeline`,
      summary: "Get the timeline of an incident",
      description:
        "What happened, from stored facts: bad checks by location, alerts, notifications with their delivery, " +
        "acknowledgements, changes of the targets, posts on status pages, recoveries, and notes. A day after the end it is " +
        "stored and does not change.",
      access: reading,
      request: { params: idParams },
      response: success(incidentTimelineSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getIncidentTimeline(ctx, params.id)),
    }),
    defineRoute({
      id: "getIncidentMarkdown",
      tag,
      method: "GET",
      url: `${URL}/markdown`,
      summary: "Get the whole record of an incident in Markdown",
      description: "Times are in UTC, to the second.",
      access: reading,
      request: { params: idParams },
      response: success(incidentMarkdownSchema),
      status: 200,
      handler: async (ctx, { params }) => ok({ markdown: await getIncidentMarkdown(ctx, params.id) }),
    }),
    defineRoute({
      id: "createIncidentNote",
      tag,
      method: "POST",
      url: `${URL}/notes`,
      summary: "Add a note to an incident",
      access: writing,
      request: { params: idParams, body: incidentNoteCreate },
      response: success(incidentNoteSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { params, body }) => ok(await createNote(ctx, { id: params.id, input: body })),
    }),
    defineRoute({
      id: "updateIncidentNote",
      tag,
      method: "PUT",
      url: `${URL}/notes/:note_id`,
      summary: "Edit a note of an incident",
      access: writing,
      request: { params: incidentNoteParams, body: incidentNoteEdit },
      response: success(incidentNoteSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) =>
        ok(await editNote(ctx, { id: params.id, noteId: params.note_id }, body)),
    }),
    defineRoute({
      id: "deleteIncidentNote",
      tag,
      method: "DELETE",
      url: `${URL}/notes/:note_id`,
      summary: "Delete a note of an incident with its images",
      access: writing,
      request: { params: incidentNoteParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deleteNote(ctx, { id: params.id, noteId: params.note_id });
        return ok({ id: params.note_id, deleted: true as const });
      },
    }),
    defineForm({
      id: "uploadIncidentImage",
      tag,
      method: "POST",
      url: `${URL}/images`,
      summary: "Upload an image for a note",
      description: `\`multipart/form-data\` with \`file\`: a PNG or a JPEG of at most ${INCIDENT_IMAGE_BYTES_MAX / 1_048_576} MiB. Comments, profiles and positions in it are removed. It is deleted after a day unless a note has it.`,
      access: writing,
      request: { params: idParams },
      form: { fields: incidentImageForm, fileBytesMax: INCIDENT_IMAGE_BYTES_MAX },
      response: success(incidentImageSchema),
      status: 201,
      async handler(ctx, { params: { id } }, form) {
        await assertAcceptsNoteImages(ctx, id);
        const received = await form.receive({ take: readUpload, undo: async () => undefined });
        // Without a row, the daily sweep removes the file.
        const file = await storeNoteImage({ artifacts }, received.file);
        return ok(await ctx.inTransaction((inner) => addNoteImage(inner, { id, file })));
      },
    }),
    defineFile({
      id: "getIncidentImage",
      tag,
      method: "GET",
      url: `${URL}/images/:image_id`,
      summary: "Get an image of an incident",
      access: reading,
      request: { params: incidentImageParams },
      contentType: "application/octet-stream",
      handler: (ctx, { params }) =>
        openNoteImage({ ...ctx, artifacts }, { id: params.id, imageId: params.image_id }),
    }),
  ];
}
