import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/** The sum reads a row for each file of the organization: one second for a million files. */
const TTL_MS = 30_000;
/** Maximum number of cached organizations; above it the cache is cleared. */
const ENTRIES_MAX = 10_000;
const MEBIBYTE = 1_048_576;

/** The storage quota for an organization's run artifacts. */
export class ArtifactQuota {
  readonly #bytesMax: number | null;
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #known = new Map<OrgId, { bytes: number; untilMs: number }>();

  /**
   * `bytesMax` null: no quota. Processes count separately between two reads, so each may exceed the quota by
   * the files stored within one TTL.
   */
  constructor({ bytesMax, clock }: { bytesMax: number | null; clock: Pick<Clock, "monotonic"> }) {
    this.#bytesMax = bytesMax;
    this.#clock = clock;
  }

  /** Remaining bytes, or null without a quota. */
  async leftBytes(db: Db, orgId: OrgId): Promise<number | null> {
    if (this.#bytesMax === null) return null;
    const cached = this.#known.get(orgId);
    if (cached && cached.untilMs > this.#clock.monotonic()) return Math.max(0, this.#bytesMax - cached.bytes);
    const bytes = await storedBytes(db, orgId);
    if (this.#known.size >= ENTRIES_MAX) this.#known.clear();
    this.#known.set(orgId, { bytes, untilMs: this.#clock.monotonic() + TTL_MS });
    return Math.max(0, this.#bytesMax - bytes);
  }

  /** Counts a file stored by this process until the next read from the database includes it. */
  add(orgId: OrgId, bytes: number): void {
    const cached = this.#known.get(orgId);
    if (cached) cached.bytes += bytes;
  }

  /** Throws if a file of `bytes` does not fit, or if the quota is used up when the size is not known yet. */
  async assertRoom(db: Db, orgId: OrgId, bytes = 1): Promise<void> {
    const left = await this.leftBytes(db, orgId);
    if (left === null || left >= bytes) return;
    throw new AppError(
      "FORBIDDEN",
      `The artifacts of this organization exceed ${(this.#bytesMax ?? 0) / MEBIBYTE} MiB (VEDETTE_ARTIFACTS_MAX_MB_PER_ORGANIZATION). Delete targets with many runs, or shorten the retention of results.`,
    );
  }
}

/** Counts a file once, even if several rows reference it. */
async function storedBytes(db: Db, orgId: OrgId): Promise<number> {
  const row = await db.find<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from (select key, max(bytes) as bytes from artifact where org_id = ${orgId} group by key) as file`);
  return row?.bytes ?? 0;
}
