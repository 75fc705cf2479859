import type { ChangeField } from "@vedette/contract/changes/change-fields.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { ChangeRange } from "./change-position.ts";
import { pageOfSource } from "./page-of-source.ts";

/* The sources of a timeline of changes, each newest first. */

export type ObservedChangeRow = {
  key: string;
  at: Date;
  field: ChangeField;
  before: string;
  after: string;
  locations: string[];
  is_last: boolean;
};

export const listObservedChanges = (
  db: Db,
  orgId: OrgId,
  { targetId, ...range }: ChangeRange & { targetId: string },
) =>
  db.rows<ObservedChangeRow>(
    pageOfSource(
      sql`
        select 'observed ' || id as key, at, field, before, after, locations, is_last
        from target_change
        where org_id = ${orgId} and target_id = ${targetId} and at >= ${range.from} and at < ${range.to}`,
      range,
    ),
  );

export type EditRow = {
  key: string;
  at: Date;
  actor_name: string;
  action: string;
  object_type: string;
  object_name: string | null;
  /** Names of the fields that were changed. */
  fields: string[];
};

/** What an operation of everyday work changes is no change of a definition. */
const OPERATIONS = ["snooze", "unsnooze", "check", "run"];

/** Writes to some objects of the audit log. Names only: a value may be secret. */
export const listEdits = (
  db: Db,
  orgId: OrgId,
  { objectIds, ...range }: ChangeRange & { objectIds: readonly string[] },
) =>
  db.rows<EditRow>(sql`
    select edit.key, edit.at, edit.actor_name, edit.action, edit.object_type,
      coalesce(edit.after ->> 'name', edit.before ->> 'name', t.name, r.name, v.name) as object_name,
      array(select jsonb_object_keys(case when jsonb_typeof(edit.after) = 'object' then edit.after else '{}' end)) as fields
    from (${pageOfSource(
      sql`
        select 'edit ' || e.id as key, date_trunc('milliseconds', e.at) as at, e.actor_name, e.action,
          e.target_type as object_type, e.target_id as object_id, e.before, e.after
        from audit_entry e
        where e.org_id = ${orgId} and e.target_id = any(${textArray(objectIds)}::uuid[])
          and e.target_type <> 'badge_key'
          and not split_part(e.action, '.', 2) = any(${textArray(OPERATIONS)}::text[])`,
      range,
    )}) edit
    left join stored_target t on t.org_id = ${orgId} and t.id = edit.object_id
    left join alert_rule r on r.org_id = ${orgId} and r.id = edit.object_id
    left join variable v on v.org_id = ${orgId} and v.id = edit.object_id
    order by edit.at desc`);

export type UpdateRow = { key: string; at: Date; version: string; previous_version: string };

/** Starts of schedulers with another version than the one before. */
export const listVersionUpdates = (db: Db, range: ChangeRange) =>
  db.rows<UpdateRow>(
    pageOfSource(
      sql`
        select 'update ' || id as key, date_trunc('milliseconds', started_at) as at, version, previous_version
        from (
          select id, started_at, version, lag(version) over (order by started_at, id) as previous_version
          from scheduler_process
        ) process
        where previous_version <> version`,
      range,
    ),
  );

/** The variables and secrets that a target uses. */
export const listUsedVariables = (db: Db, targetId: string) =>
  db.rows<{ id: string }>(
    sql`select variable_id as id from variable_reference where target_id = ${targetId}`,
  );

type RuleScopeRow = { id: string; target_id: string | null; selector: Selector | null };

/** Rules that may cover a target: those of it, and those of several targets. */
export const listRuleScopes = (db: Db, orgId: OrgId, targetId: string) =>
  db.rows<RuleScopeRow>(sql`
    select id, target_id, selector from alert_rule
    where org_id = ${orgId} and (target_id = ${targetId} or target_id is null)
    order by id`);
