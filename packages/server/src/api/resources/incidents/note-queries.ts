import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/* Statements on notes and images of incidents. */

export type NoteRow = {
  id: string;
  org_id: OrgId;
  incident_id: string;
  text: string;
  at: Date;
  edited_at: Date | null;
  created_by: string;
  created_at: Date;
};

const NOTE = sql`id, org_id, incident_id, text, at, edited_at, created_by, created_at`;

export const listNotes = (db: Db, orgId: OrgId, incidentId: string) =>
  db.rows<NoteRow>(sql`
    select ${NOTE} from incident_note where org_id = ${orgId} and incident_id = ${incidentId} order by at, id`);

export const findNote = (db: Db, orgId: OrgId, { incidentId, id }: { incidentId: string; id: string }) =>
  db.find<NoteRow>(sql`
    select ${NOTE} from incident_note where org_id = ${orgId} and incident_id = ${incidentId} and id = ${id}`);

/** Inserts the note, or replaces what can be edited. */
export const saveNote = (db: Db, row: NoteRow) =>
  db.run(sql`
    insert into incident_note (${NOTE}) values (${row.id}, ${row.org_id}, ${row.incident_id}, ${row.text}, ${row.at},
      ${row.edited_at}, ${row.created_by}, ${row.created_at})
    on conflict (id) do update set text = excluded.text, at = excluded.at, edited_at = excluded.edited_at`);

export const deleteNoteRow = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`delete from incident_note where org_id = ${orgId} and id = ${id}`);

export type NoteImageRow = {
  id: string;
  org_id: OrgId;
  incident_id: string;
  note_id: string | null;
  content_type: "image/png" | "image/jpeg";
  bytes: number;
  key: string;
  created_by: string;
  created_at: Date;
};

const IMAGE = sql`id, org_id, incident_id, note_id, content_type, bytes, key, created_by, created_at`;

export const listNoteImages = (db: Db, orgId: OrgId, incidentId: string) =>
  db.rows<NoteImageRow>(sql`
    select ${IMAGE} from incident_image where org_id = ${orgId} and incident_id = ${incidentId} order by id`);

export const findNoteImage = (db: Db, orgId: OrgId, { incidentId, id }: { incidentId: string; id: string }) =>
  db.find<NoteImageRow>(sql`
    select ${IMAGE} from incident_image
    where org_id = ${orgId} and incident_id = ${incidentId} and id = ${id}`);

export const insertNoteImage = (db: Db, row: NoteImageRow) =>
  db.run(sql`
    insert into incident_image (${IMAGE}) values (${row.id}, ${row.org_id}, ${row.incident_id}, ${row.note_id},
      ${row.content_type}, ${row.bytes}, ${row.key}, ${row.created_by}, ${row.created_at})`);

/** Gives images of the incident that no note has to a note. Returns their number. */
export const attachNoteImages = (
  db: Db,
  orgId: OrgId,
  { incidentId, noteId, ids }: { incidentId: string; noteId: string; ids: readonly string[] },
) =>
  db.run(sql`
    update incident_image set note_id = ${noteId}
    where org_id = ${orgId} and incident_id = ${incidentId} and note_id is null
      and id = any(${textArray(ids)}::uuid[])`);
