import type { OrgId } from "@vedette/contract/common/ids.ts";
import type {
  EscalationPolicyListQuery,
  EscalationStep,
} from "@vedette/contract/on-call/escalation-policies.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** The fields that a caller may write, as stored. */
export type PolicyFields = {
  name: string;
  description: string;
  steps: EscalationStep[];
  repeat_count: number;
  repeat_wait_seconds: number;
  fallback_policy_id: string | null;
};

export type PolicyRow = PolicyFields & {
  id: string;
  org_id: OrgId;
  rule_count: number;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`p.id, p.org_id, p.name, p.description, p.steps, p.repeat_count, p.repeat_wait_seconds,
  p.fallback_policy_id, p.created_at, p.updated_at,
  (select count(*)::int4 from alert_rule r where r.escalation_policy_id = p.id) as rule_count`;

export const findPolicy = (db: Db, orgId: OrgId, id: string) =>
  db.find<PolicyRow>(
    sql`select ${COLUMNS} from escalation_policy p where p.org_id = ${orgId} and p.id = ${id}`,
  );

export const listPolicies = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: EscalationPolicyListQuery; position: CursorPosition | null },
) => {
  const columns = { at: sql`p.created_at`, name: sql`p.name`, id: sql`p.id` };
  const { after, order } = keyset(query.sort, columns, position);
  return db.rows<PolicyRow>(sql`
    select ${COLUMNS} from escalation_policy p
    where p.org_id = ${orgId}${after}${order} limit ${query.limit + 1}`);
};

/** Serializes changes of the policies of an organization until the transaction ends. */
export const lockPolicies = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`escalation policies of ${orgId}`}, 0))`);

export type PolicyLink = { id: string; name: string; fallback_policy_id: string | null };

/** All policies of the organization, which are limited in number. */
export const listPolicyLinks = (db: Db, orgId: OrgId) =>
  db.rows<PolicyLink>(
    sql`select id, name, fallback_policy_id from escalation_policy where org_id = ${orgId} order by id`,
  );

export const savePolicy = (db: Db, row: Omit<PolicyRow, "rule_count">) =>
  db.run(sql`
    insert into escalation_policy (id, org_id, name, description, steps, repeat_count, repeat_wait_seconds,
      fallback_policy_id, created_at, updated_at)
    values (${row.id}, ${row.org_id}, ${row.name}, ${row.description}, ${JSON.stringify(row.steps)}::jsonb,
      ${row.repeat_count}, ${row.repeat_wait_seconds}, ${row.fallback_policy_id}, ${row.created_at}, ${row.updated_at})
    on conflict (id) do update set name = excluded.name, description = excluded.description, steps = excluded.steps,
      repeat_count = excluded.repeat_count, repeat_wait_seconds = excluded.repeat_wait_seconds,
      fallback_policy_id = excluded.fallback_policy_id, updated_at = excluded.updated_at`);

export const deletePolicy = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`delete from escalation_policy where org_id = ${orgId} and id = ${id}`);

/** The names of rules that use a policy, also of rules whose target is in the trash. */
export const listRulesOf = (db: Db, orgId: OrgId, { id, limit }: { id: string; limit: number }) =>
  db.rows<{ name: string }>(sql`
    select name from alert_rule where org_id = ${orgId} and escalation_policy_id = ${id} order by name limit ${limit}`);

/** The policies that name a schedule or a channel in a step. */
export const listNaming = (
  db: Db,
  orgId: OrgId,
  { type, id }: { type: "schedule" | "channel"; id: string },
) =>
  db.rows<{ id: string; name: string }>(sql`
    select p.id, p.name from escalation_policy p
    where p.org_id = ${orgId}
      and p.steps @? ${`$[*].notify[*] ? (@.type == "${type}" && @.id == ${JSON.stringify(id)})`}::jsonpath
    order by p.name, p.id`);

export type KnownRow = { type: "user" | "schedule" | "channel"; id: string; name: string };

/** What exists in the organization of these people, schedules and channels. People are members. */
export const listKnown = (
  db: Db,
  orgId: OrgId,
  {
    users,
    schedules,
    channels,
  }: { users: readonly string[]; schedules: readonly string[]; channels: readonly string[] },
) =>
  db.rows<KnownRow>(sql`
    select 'user' as type, p.id::text as id, p.name from membership m join person p on p.id = m.person_id
    where m.org_id = ${orgId} and m.person_id = any(${textArray(users)}::uuid[])
    union all
    select 'schedule', id::text, name from schedule where org_id = ${orgId} and id = any(${textArray(schedules)}::uuid[])
    union all
    select 'channel', id::text, name from alert_channel
    where org_id = ${orgId} and id = any(${textArray(channels)}::uuid[])`);
