import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/** How much room an organization has for the files of its runs. */
export type ArtifactQuota = {
  /** Bytes that may still be stored; null where there is no bound. */
  leftBytes(db: Db, orgId: OrgId): Promise<number | null>;
  /** Counts a file that this process stored, until the next look into the database does. */
  add(orgId: OrgId, bytes: number): void;
  /** Refuses a file of `bytes`, or any file where the size is not known yet. */
  assertRoom(db: Db, orgId: OrgId, bytes?: number): Promise<void>;
};

/** The sum reads a row of each file of the organization: a second for a million of them. */
const BELIEVED_MS = 30_000;
/** Organizations that are remembered; beyond it all are looked up again. */
const REMEMBERED_MAX = 10_000;
const MEBIBYTE = 1_048_576;

/** `bytesMax` null: no quota. Processes count apart between two looks, so each may pass the quota by one look's files. */
export function createArtifactQuota({
  bytesMax,
  clock,
}: {
  bytesMax: number | null;
  clock: Pick<Clock, "monotonic">;
}): ArtifactQuota {
  const known = new Map<OrgId, { bytes: number; untilMs: number }>();

  async function leftBytes(db: Db, orgId: OrgId): Promise<number | null> {
    if (bytesMax === null) return null;
    const believed = known.get(orgId);
    if (believed && believed.untilMs > clock.monotonic()) return Math.max(0, bytesMax - believed.bytes);
    const bytes = await storedBytes(db, orgId);
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(orgId, { bytes, untilMs: clock.monotonic() + BELIEVED_MS });
    return Math.max(0, bytesMax - bytes);
  }

  return {
    leftBytes,
    add(orgId, bytes) {
      const believed = known.get(orgId);
      if (believed) believed.bytes += bytes;
    },
    async assertRoom(db, orgId, bytes = 1) {
      const left = await leftBytes(db, orgId);
      if (left === null || left >= bytes) return;
      throw new AppError(
        "FORBIDDEN",
        `The files of this organization's runs may have ${(bytesMax ?? 0) / MEBIBYTE} MiB together (VEDETTE_ARTIFACTS_MAX_MB_PER_ORGANIZATION): delete targets with many runs, or shorten how long results are kept.`,
      );
    },
  };
}

/** A file that several rows name counts once. */
async function storedBytes(db: Db, orgId: OrgId): Promise<number> {
  const row = await db.find<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from (select key, max(bytes) as bytes from artifact where org_id = ${orgId} group by key) as file`);
  return row?.bytes ?? 0;
}
