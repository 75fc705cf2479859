import type { OrgId, RunId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type BaselineRow = {
  label: string;
  viewport: string;
  location: string;
  bytes: number;
  run_id: RunId;
  accepted_by: string | null;
  accepted_at: Date;
  /** The newest artifact with this image. */
  artifact_id: string | null;
};

/** float8 holds every file size exactly, and the driver returns it as a number. */
const BASELINE_COLUMNS = sql`b.label, b.viewport, b.location, b.bytes::float8 as bytes, b.run_id, b.accepted_by,
  b.accepted_at, (
    select a.id from artifact a where a.org_id = b.org_id and a.key = b.key order by a.id desc limit 1
  ) as artifact_id`;

export const listBaselines = (db: Db, orgId: OrgId, { id, limit }: { id: TargetId; limit: number }) =>
  db.rows<BaselineRow>(sql`
    select ${BASELINE_COLUMNS} from visual_baseline b
    where b.org_id = ${orgId} and b.target_id = ${id}
    order by b.label, b.viewport, b.location limit ${limit}`);

/** The location of a journey's run. */
export const findRunLocation = (db: Db, orgId: OrgId, { id, runId }: { id: TargetId; runId: RunId }) =>
  db.find<{ location: string }>(
    sql`select location from run where org_id = ${orgId} and target_id = ${id} and id = ${runId}`,
  );

/**
 * The newest screenshot of a label in a run. The lock keeps its row, and so its file, until the transaction
 * ends.
 */
export const lockScreenshot = (db: Db, orgId: OrgId, { runId, label }: { runId: RunId; label: string }) =>
  db.find<{ key: string; bytes: number }>(sql`
    select key, bytes::float8 as bytes from artifact
    where org_id = ${orgId} and run_id = ${runId} and kind = 'screenshot' and label = ${label}
    order by id desc limit 1 for key share`);

export type NewBaseline = {
  id: TargetId;
  label: string;
  viewport: string;
  location: string;
  key: string;
  bytes: number;
  runId: RunId;
  acceptedBy: string;
  now: Date;
};

export const upsertBaseline = (db: Db, orgId: OrgId, baseline: NewBaseline) =>
  db.find<BaselineRow>(sql`
    with b as (
      insert into visual_baseline (target_id, label, viewport, location, org_id, key, bytes, run_id, accepted_by,
        accepted_at)
      values (${baseline.id}, ${baseline.label}, ${baseline.viewport}, ${baseline.location}, ${orgId}, ${baseline.key},
        ${baseline.bytes}, ${baseline.runId}, ${baseline.acceptedBy}, ${baseline.now})
      on conflict (target_id, label, viewport, location) do update
        set key = excluded.key, bytes = excluded.bytes, run_id = excluded.run_id, accepted_by = excluded.accepted_by,
          accepted_at = excluded.accepted_at
      returning *
    )
    select ${BASELINE_COLUMNS} from b`);
