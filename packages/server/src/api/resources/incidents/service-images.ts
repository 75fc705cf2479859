import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  INCIDENT_IMAGE_BYTES_MAX,
  INCIDENT_IMAGES_MAX,
} from "@vedette/contract/incidents/incident-limits.ts";
import type { IncidentImage } from "@vedette/contract/incidents/incident-timeline.ts";
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
import { findNoteImage, insertNoteImage, listNoteImages } from "./note-queries.ts";

/**
 * Images for notes. They are uploaded first and shown once a note has them; without a note they are deleted after a
 * day. The entry in the audit log is that of the note.
 */

type Store = { artifacts: Pick<ArtifactStore, "save" | "open" | "remove"> };

/** Called before the file is read. */
export async function assertAcceptsNoteImages(ctx: IncidentReadContext, id: string): Promise<void> {
  const row = await getIncidentRow(ctx, id);
  assertRoom((await listNoteImages(ctx.db, ctx.orgId, row.id)).length);
}

function assertRoom(images: number): void {
  if (images >= INCIDENT_IMAGES_MAX)
    throw new AppError("BAD_REQUEST", `An incident has at most ${INCIDENT_IMAGES_MAX} images.`);
}

/** Stores the file of an image, without what an image does not need. Returns what `addNoteImage` records. */
export async function storeNoteImage({ artifacts }: Store, file: Buffer) {
  const { contentType, content } = readImage(file);
  const saved = await artifacts.save(content, { bytesMax: INCIDENT_IMAGE_BYTES_MAX });
  if ("error" in saved) throw new AppError("SERVICE_UNAVAILABLE", saved.message);
  return { contentType, ...saved };
}

export async function addNoteImage(
  ctx: IncidentContext,
  { id, file }: { id: string; file: Awaited<ReturnType<typeof storeNoteImage>> },
): Promise<IncidentImage> {
  const { db, orgId } = ctx;
  const incident = await lockIncident(ctx, id);
  assertRoom((await listNoteImages(db, orgId, incident.id)).length);
  const nowMs = ctx.clock.now();
  const imageId = newId(nowMs);
  await insertNoteImage(db, {
    id: imageId,
    org_id: orgId,
    incident_id: incident.id,
    note_id: null,
    content_type: file.contentType,
    bytes: file.bytes,
    key: file.key,
    created_by: actorId(ctx.actor),
    created_at: new Date(nowMs),
  });
  return { id: imageId, content_type: file.contentType, bytes: file.bytes };
}

export async function openNoteImage(
  ctx: IncidentReadContext & Store,
  { id, imageId }: { id: string; imageId: string },
) {
  const { db, orgId, artifacts } = ctx;
  const incident = await getIncidentRow(ctx, id);
  const where = { incidentId: incident.id, id: imageId };
  const row = UUID_PATTERN.test(imageId) ? await findNoteImage(db, orgId, where) : null;
  if (!row) throw notFound("image");
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

function readImage(file: Buffer) {
  try {
    return checkImage(file);
  } catch (error) {
    if (error instanceof ImageError) throw badFields([{ path: "file", message: error.message }], error);
    throw error;
  }
}
