import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type ArtifactRow = {
  id: string;
  org_id: OrgId;
  run_id: string;
  kind: ArtifactKind;
  name: string;
  content_type: string;
  bytes: number;
  key: string;
  step_index: number | null;
  label: string | null;
  created_at: Date;
};

/** float8 holds every file size exactly and is returned as a number. */
const COLUMNS = sql`id, org_id, run_id, kind, name, content_type, bytes::float8 as bytes, key, step_index, label,
  created_at`;

export const findArtifact = (db: Db, orgId: OrgId, id: string) =>
  db.find<ArtifactRow>(sql`select ${COLUMNS} from artifact where org_id = ${orgId} and id = ${id}`);

/** Finds an artifact in any organization, for requests with a signed link. */
export const findSignedArtifact = (db: Db, id: string) =>
  db.find<ArtifactRow>(sql`select ${COLUMNS} from artifact where id = ${id}`);

export const listArtifacts = (db: Db, orgId: OrgId, runIds: readonly string[]) =>
  db.rows<ArtifactRow>(sql`
    select ${COLUMNS} from artifact where org_id = ${orgId} and run_id = any(${textArray(runIds)}::uuid[])
    order by run_id, id`);

/** Counts the artifacts of a run; null if the run does not exist. */
export const countArtifacts = async (db: Db, orgId: OrgId, runId: string): Promise<number | null> => {
  const row = await db.find<{ artifacts: number }>(sql`
    select (select count(*)::int4 from artifact a where a.run_id = r.id) as artifacts
    from run r where r.org_id = ${orgId} and r.id = ${runId}`);
  return row?.artifacts ?? null;
};

/** Skips the artifacts of a run that no longer exists. */
export const insertArtifacts = (db: Db, orgId: OrgId, rows: readonly ArtifactRow[]) =>
  db.run(sql`
    insert into artifact (id, org_id, run_id, kind, name, content_type, bytes, key, step_index, label, created_at)
    select a.id, r.org_id, r.id, a.kind, a.name, a.content_type, a.bytes, a.key, a.step_index, a.label, a.created_at
    from unnest(${textArray(rows.map((row) => row.id))}::uuid[],
      ${textArray(rows.map((row) => row.run_id))}::uuid[],
      ${textArray(rows.map((row) => row.kind))}::text[],
      ${textArray(rows.map((row) => row.name))}::text[],
      ${textArray(rows.map((row) => row.content_type))}::text[],
      ${intArray(rows.map((row) => row.bytes))}::int8[],
      ${textArray(rows.map((row) => row.key))}::text[],
      ${intArray(rows.map((row) => row.step_index))}::int2[],
      ${textArray(rows.map((row) => row.label))}::text[],
      ${textArray(rows.map((row) => row.created_at.toISOString()))}::timestamptz[]
    ) as a (id, run_id, kind, name, content_type, bytes, key, step_index, label, created_at)
    join run r on r.org_id = ${orgId} and r.id = a.run_id
    for key share of r`);

/** Deletes the artifacts of runs in any organization and returns their distinct keys. Used by retention. */
export const deleteArtifactsOf = async (db: Db, runIds: readonly string[]): Promise<string[]> => {
  const rows = await db.rows<{ key: string }>(sql`
    with gone as (delete from artifact where run_id = any(${textArray(runIds)}::uuid[]) returning key)
    select distinct key from gone`);
  return rows.map((row) => row.key);
};

/** Returns those keys that an artifact, a baseline or an image of an incident in any organization still references. */
export const listReferencedKeys = async (db: Db, keys: readonly string[]): Promise<string[]> => {
  const rows = await db.rows<{ key: string }>(sql`
    select k.key from unnest(${textArray(keys)}::text[]) as k (key)
    where exists (select from artifact a where a.key = k.key)
      or exists (select from visual_baseline b where b.key = k.key)
      or exists (select from incident_image p where p.key = k.key)`);
  return rows.map((row) => row.key);
};
