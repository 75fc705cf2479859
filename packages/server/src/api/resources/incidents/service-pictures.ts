import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  INCIDENT_PICTURE_BYTES_MAX,
  INCIDENT_PICTURES_MAX,
} from "@vedette/contract/incidents/incident-limits.ts";
import type { IncidentPicture } from "@vedette/contract/incidents/incident-timeline.ts";
import { actorId } from "../../../pipeline/audit/audit.ts";
import { checkImage, ImageError } from "../../../pipeline/status-pages/images/check-image.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import {
  getIncidentRow,
  type IncidentContext,
  type IncidentReadContext,
  lockIncident,
} from "./incident-context.ts";
import { findPicture, insertPicture, listPictures } from "./note-queries.ts";

/**
 * Pictures for notes. They are uploaded first and shown once a note has them; without a note they are deleted after a
 * day. The entry in the audit log is that of the note.
 */

type Store = { artifacts: Pick<ArtifactStore, "save" | "open" | "remove"> };

/** Called before the file is read. */
export async function assertAcceptsPictures(ctx: IncidentReadContext, id: string): Promise<void> {
  const row = await getIncidentRow(ctx, id);
  assertRoom((await listPictures(ctx.db, ctx.orgId, row.id)).length);
}

function assertRoom(pictures: number): void {
  if (pictures >= INCIDENT_PICTURES_MAX)
    throw new AppError("BAD_REQUEST", `An incident has at most ${INCIDENT_PICTURES_MAX} pictures.`);
}

/** Stores the file of a picture, without what a picture does not need. Returns what `addPicture` records. */
export async function storePicture({ artifacts }: Store, file: Buffer) {
  const { contentType, content } = readPicture(file);
  const saved = await artifacts.save(content, { bytesMax: INCIDENT_PICTURE_BYTES_MAX });
  if ("error" in saved) throw new AppError("SERVICE_UNAVAILABLE", saved.message);
  return { contentType, ...saved };
}

export async function addPicture(
  ctx: IncidentContext,
  { id, file }: { id: string; file: Awaited<ReturnType<typeof storePicture>> },
): Promise<IncidentPicture> {
  const { db, orgId } = ctx;
  const incident = await lockIncident(ctx, id);
  assertRoom((await listPictures(db, orgId, incident.id)).length);
  const nowMs = ctx.clock.now();
  const pictureId = newId(nowMs);
  await insertPicture(db, {
    id: pictureId,
    org_id: orgId,
    incident_id: incident.id,
    note_id: null,
    content_type: file.contentType,
    bytes: file.bytes,
    key: file.key,
    created_by: actorId(ctx.actor),
    created_at: new Date(nowMs),
  });
  return { id: pictureId, content_type: file.contentType, bytes: file.bytes };
}

export async function openPicture(
  ctx: IncidentReadContext & Store,
  { id, pictureId }: { id: string; pictureId: string },
) {
  const { db, orgId, artifacts } = ctx;
  const incident = await getIncidentRow(ctx, id);
  const where = { incidentId: incident.id, id: pictureId };
  const row = UUID_PATTERN.test(pictureId) ? await findPicture(db, orgId, where) : null;
  if (!row) throw notFound("picture");
  return {
    contentType: row.content_type,
    isInline: true,
    fileName: `${row.id}.${row.content_type === "image/png" ? "png" : "jpg"}`,
    bytes: row.bytes,
    etag: `"${row.id}"`,
    open: async (range: { start: number; end: number } | undefined) =>
      (await artifacts.open(row.key, range))?.stream ?? null,
  };
}

function readPicture(file: Buffer) {
  try {
    return checkImage(file);
  } catch (error) {
    if (error instanceof ImageError) throw badFields([{ path: "file", message: error.message }], error);
    throw error;
  }
}
