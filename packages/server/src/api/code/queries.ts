import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { Fields } from "./kinds/kind.ts";

export type ProjectRow = {
  id: string;
  project: string;
  revision: number;
  applied_at: Date;
  applied_by: string;
};

export const findProject = (db: Db, orgId: OrgId, project: string) =>
  db.find<ProjectRow>(sql`
    select id, project, revision, applied_at, applied_by from code_project
    where org_id = ${orgId} and project = ${project}`);

export const listProjects = (db: Db, orgId: OrgId) =>
  db.rows<ProjectRow & { resource_count: number }>(sql`
    select id, project, revision, applied_at, applied_by,
      (select count(*)::int4 from code_resource r where r.org_id = p.org_id and r.project = p.project) as resource_count
    from code_project p where org_id = ${orgId} order by project`);

/** Increments the revision. The ID counts for a new project only. */
export const saveProject = async (
  db: Db,
  orgId: OrgId,
  { project, id, at, by }: { project: string; id: string; at: Date; by: string },
): Promise<{ id: string; revision: number }> => {
  const row = await db.find<{ id: string; revision: number }>(sql`
    insert into code_project (org_id, project, id, revision, applied_at, applied_by)
    values (${orgId}, ${project}, ${id}, 1, ${at}, ${by})
    on conflict (org_id, project) do update
      set revision = code_project.revision + 1, applied_at = excluded.applied_at, applied_by = excluded.applied_by
    returning id, revision`);
  if (!row) throw new Error("a project was not saved");
  return row;
};

/** Returns whether the caller has the project until the transaction ends; false if another apply has it. */
export const tryLockProject = async (db: Db, orgId: OrgId, project: string): Promise<boolean> => {
  const name = `code project ${project} of ${orgId}`;
  const row = await db.find<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`,
  );
  return row?.locked === true;
};

/** Applies of different projects of an organization run one after the other: they lock the same rows. */
export const lockApplies = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`code applies of ${orgId}`}, 0))`);

export type ResourceRow = {
  project: string;
  kind: CodeKind;
  key: string;
  resource_id: string;
  applied: Fields;
  protect: boolean;
  ignore_changes: readonly string[];
  source: string | null;
};

const COLUMNS = sql`project, kind, key, resource_id, applied, protect, ignore_changes, source`;

export const listResources = (db: Db, orgId: OrgId, project: string) =>
  db.rows<ResourceRow>(sql`
    select ${COLUMNS} from code_resource where org_id = ${orgId} and project = ${project} order by kind, key`);

/** Returns whether the project owns a resource of this key. */
export const ownsKey = async (
  db: Db,
  orgId: OrgId,
  { project, kind, key }: { project: string; kind: CodeKind; key: string },
): Promise<boolean> =>
  (await db.find(sql`
    select 1 from code_resource
    where org_id = ${orgId} and project = ${project} and kind = ${kind} and key = ${key}`)) !== null;

/** The keys and owners of all managed resources of an organization. */
export const listOwned = (db: Db, orgId: OrgId) =>
  db.rows<Pick<ResourceRow, "project" | "kind" | "key" | "resource_id">>(sql`
    select project, kind, key, resource_id from code_resource where org_id = ${orgId}`);

/** Replaces the rows of a project: those that are given, and no others. */
export const replaceResources = async (
  db: Db,
  orgId: OrgId,
  { project, rows }: { project: string; rows: readonly Omit<ResourceRow, "project">[] },
): Promise<void> => {
  await db.run(sql`
    delete from code_resource where org_id = ${orgId}
      and (project = ${project} or resource_id = any(${textArray(rows.map((row) => row.resource_id))}::uuid[]))`);
  await db.run(sql`
    insert into code_resource (org_id, ${COLUMNS})
    select ${orgId}, ${project}, r.kind, r.key, r.resource_id, r.applied, r.protect, r.ignore_changes, r.source
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (kind text, key text, resource_id uuid, applied jsonb, protect boolean, ignore_changes jsonb,
        source text)`);
};

export type RemovedRow = Pick<ResourceRow, "kind" | "key" | "resource_id" | "applied">;

export const saveRemoved = (
  db: Db,
  orgId: OrgId,
  { project, rows, at }: { project: string; rows: readonly RemovedRow[]; at: Date },
) =>
  db.run(sql`
    insert into code_removed_resource (org_id, project, kind, key, resource_id, applied, removed_at)
    select ${orgId}, ${project}, r.kind, r.key, r.resource_id, r.applied, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, key text, resource_id uuid, applied jsonb)
    on conflict (org_id, project, kind, key) do update
      set resource_id = excluded.resource_id, applied = excluded.applied, removed_at = excluded.removed_at`);

/** Removes and returns the newest deleted resource of this key. */
export const takeRemoved = (
  db: Db,
  orgId: OrgId,
  { project, kind, key }: { project: string; kind: CodeKind; key: string },
) =>
  db.find<RemovedRow>(sql`
    delete from code_removed_resource
    where org_id = ${orgId} and project = ${project} and kind = ${kind} and key = ${key}
    returning kind, key, resource_id, applied`);

/** Forgets what is no longer in the trash. */
export const deleteOldRemoved = (db: Db, orgId: OrgId) =>
  db.run(sql`
    delete from code_removed_resource r where r.org_id = ${orgId}
      and not exists (select from stored_target t where t.id = r.resource_id)`);

export const insertResource = (
  db: Db,
  orgId: OrgId,
  { project, row }: { project: string; row: RemovedRow },
) =>
  db.run(sql`
    insert into code_resource (org_id, ${COLUMNS})
    values (${orgId}, ${project}, ${row.kind}, ${row.key}, ${row.resource_id}, ${JSON.stringify(row.applied)}::jsonb,
      false, '[]', null)`);

export type PlanRow = { request: unknown; digest: string };

export const insertPlan = (
  db: Db,
  orgId: OrgId,
  plan: { id: string; project: string; request: object; digest: string; expiresAt: Date },
) =>
  db.run(sql`
    insert into code_plan (id, org_id, project, request, digest, expires_at)
    values (${plan.id}, ${orgId}, ${plan.project}, ${JSON.stringify(plan.request)}::json, ${plan.digest},
      ${plan.expiresAt})`);

/** Returns a plan that has not expired. */
export const findCodePlan = (
  db: Db,
  orgId: OrgId,
  { id, project, now }: { id: string; project: string; now: Date },
) =>
  db.find<PlanRow>(sql`
    select request, digest from code_plan
    where org_id = ${orgId} and id = ${id} and project = ${project} and expires_at > ${now}`);

/** Keeps the newest plans of a project. */
export const deleteOlderPlans = (
  db: Db,
  orgId: OrgId,
  { project, keep }: { project: string; keep: number },
) =>
  db.run(sql`
    delete from code_plan where org_id = ${orgId} and project = ${project} and id not in (
      select id from code_plan where org_id = ${orgId} and project = ${project} order by id desc limit ${keep})`);

export const deleteExpiredPlans = (db: Db, now: Date) =>
  db.run(sql`delete from code_plan where expires_at <= ${now}`);

export type ResourceChangeRow = {
  id: string;
  target_id: string;
  at: Date;
  action: string;
  actor_name: string;
  fields: string[];
};

/** The changes of these resources since a time, newest first, with the names of the fields that changed. */
export const listResourceChanges = (
  db: Db,
  orgId: OrgId,
  { ids, since, limit }: { ids: readonly string[]; since: Date; limit: number },
) =>
  db.rows<ResourceChangeRow>(sql`
    select e.id, e.target_id, e.at, e.action, e.actor_name,
      array(select jsonb_object_keys(coalesce(e.after, '{}'))) as fields
    from unnest(${textArray(ids)}::uuid[]) as t (id)
    cross join lateral (
      select * from audit_entry a where a.org_id = ${orgId} and a.target_id = t.id and a.at > ${since}
      order by a.seq desc limit ${limit}
    ) e order by e.seq desc`);
