import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { INCIDENT_NOTES_MAX } from "@vedette/contract/incidents/incident-limits.ts";
import type {
  IncidentNote,
  IncidentNoteCreate,
  IncidentNoteEdit,
} from "@vedette/contract/incidents/incident-timeline.ts";
import { actorId, audit } from "../../../pipeline/audit/audit.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { actorNames } from "../audit-log/service-names.ts";
import {
  emitIncident,
  type IncidentContext,
  type IncidentReadContext,
  incidentTarget,
  lockIncident,
  readPastInstant,
} from "./incident-context.ts";
import {
  attachNoteImages,
  deleteNoteRow,
  findNote,
  listNoteImages,
  listNotes,
  type NoteRow,
  saveNote,
} from "./note-queries.ts";

/** Notes of people in the timeline of an incident. Resolved incidents take notes too. */

type NotePlace = { id: string; noteId: string };

export async function readNotes(ctx: IncidentReadContext, incidentId: string): Promise<IncidentNote[]> {
  const { db, orgId } = ctx;
  const rows = await listNotes(db, orgId, incidentId);
  return toNotes(ctx, incidentId, rows);
}

export async function createNote(
  ctx: IncidentContext,
  { id, input }: { id: string; input: IncidentNoteCreate },
): Promise<IncidentNote> {
  const { db, orgId } = ctx;
  const incident = await lockIncident(ctx, id);
  if ((await listNotes(db, orgId, incident.id)).length >= INCIDENT_NOTES_MAX)
    throw new AppError("BAD_REQUEST", `An incident has at most ${INCIDENT_NOTES_MAX} notes.`);
  const nowMs = ctx.clock.now();
  const now = new Date(nowMs);
  const row: NoteRow = {
    id: newId(nowMs),
    org_id: orgId,
    incident_id: incident.id,
    text: input.text,
    at: readPastInstant(ctx, input.at, "at") ?? now,
    edited_at: null,
    created_by: actorId(ctx.actor),
    created_at: now,
  };
  await saveNote(db, row);
  const ids = [...new Set(input.image_ids ?? [])];
  await attach(ctx, row, ids);
  const note = await toNote(ctx, row);
  const after = { text: row.text, at: row.at.toISOString(), image_ids: ids };
  await audit(ctx, { action: "incident.add_note", target: incidentTarget(incident.id), after });
  emitIncident(ctx, incident);
  return note;
}

/** Edits the text or the time of a note, which is then marked as edited. */
export async function editNote(
  ctx: IncidentContext,
  place: NotePlace,
  input: IncidentNoteEdit,
): Promise<IncidentNote> {
  const { incident, row } = await lockNote(ctx, place);
  const edited = {
    ...row,
    text: input.text ?? row.text,
    at: readPastInstant(ctx, input.at, "at") ?? row.at,
  };
  if (isSame(row, edited)) return toNote(ctx, row);
  const changed = { ...edited, edited_at: new Date(ctx.clock.now()) };
  await saveNote(ctx.db, changed);
  const note = await toNote(ctx, changed);
  await audit(ctx, {
    action: "incident.edit_note",
    target: incidentTarget(incident.id),
    before: { text: row.text, at: row.at.toISOString() },
    after: { text: changed.text, at: changed.at.toISOString() },
  });
  emitIncident(ctx, incident);
  return note;
}

/** Deletes a note with its images. */
export async function deleteNote(ctx: IncidentContext, place: NotePlace): Promise<void> {
  const { incident, row } = await lockNote(ctx, place);
  await deleteNoteRow(ctx.db, ctx.orgId, row.id);
  const before = { note_id: row.id, at: row.at.toISOString() };
  await audit(ctx, { action: "incident.delete_note", target: incidentTarget(incident.id), before });
  emitIncident(ctx, incident);
}

async function lockNote(ctx: IncidentContext, { id, noteId }: NotePlace) {
  const incident = await lockIncident(ctx, id);
  const where = { incidentId: incident.id, id: noteId };
  const row = UUID_PATTERN.test(noteId) ? await findNote(ctx.db, ctx.orgId, where) : null;
  if (!row) throw notFound("note of the incident");
  return { incident, row };
}

async function attach({ db, orgId }: IncidentContext, note: NoteRow, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const wellFormed = ids.filter((id) => UUID_PATTERN.test(id));
  const where = { incidentId: note.incident_id, noteId: note.id, ids: wellFormed };
  if ((await attachNoteImages(db, orgId, where)) === ids.length) return;
  throw badFields([
    { path: "image_ids", message: "names an image that was not uploaded to this incident, or has a note" },
  ]);
}

async function toNote(ctx: IncidentReadContext, row: NoteRow): Promise<IncidentNote> {
  const [note] = await toNotes(ctx, row.incident_id, [row]);
  if (!note) throw new Error("a note was not shown");
  return note;
}

async function toNotes(
  { db, orgId }: IncidentReadContext,
  incidentId: string,
  rows: readonly NoteRow[],
): Promise<IncidentNote[]> {
  if (rows.length === 0) return [];
  const images = Map.groupBy(await listNoteImages(db, orgId, incidentId), ({ note_id: id }) => id);
  const nameOf = await actorNames(
    db,
    orgId,
    rows.map(({ created_by }) => created_by),
  );
  return rows.map(({ id, text, at, edited_at, created_by, created_at }) => ({
    id,
    text,
    at: at.toISOString(),
    edited_at: edited_at?.toISOString() ?? null,
    images: (images.get(id) ?? []).map(({ id: imageId, content_type, bytes }) => ({
      id: imageId,
      content_type,
      bytes,
    })),
    created_by,
    created_by_name: nameOf(created_by),
    created_at: created_at.toISOString(),
  }));
}
