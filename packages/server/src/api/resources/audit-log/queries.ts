import type { MembershipId, OrgId, PersonId } from "@vedette/contract/common/ids.ts";
import type { AuditEntry, AuditListQuery } from "@vedette/contract/people/audit-log.ts";
import type { FieldValues } from "../../../pipeline/audit/queries.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type EntryRow = {
  seq: number;
  id: string;
  at: Date;
  actor_kind: AuditEntry["actor"]["kind"];
  actor_id: string | null;
  actor_name: string;
  action: AuditEntry["action"];
  target_type: AuditEntry["target"]["type"];
  target_id: string;
  before: FieldValues | null;
  after: FieldValues | null;
  request_id: string | null;
  ip: string | null;
  hash: Buffer;
};

export const listEntries = (
  db: Db,
  orgId: OrgId,
  { query, afterSeq }: { query: AuditListQuery; afterSeq: number | null },
) => {
  const { actor, action, target, from, to, sort, limit } = query;
  const nothing = sql``;
  const isDescending = sort === "-created_at";
  const after = isDescending ? sql` and seq < ${afterSeq}` : sql` and seq > ${afterSeq}`;
  return db.rows<EntryRow>(sql`
    select seq, id, at, actor_kind, actor_id, actor_name, action, target_type, target_id, before, after,
      request_id, host(ip) as ip, hash
    from audit_entry where org_id = ${orgId}
      ${actor === undefined ? nothing : sql` and actor_id::text = ${actor}`}
      ${action === undefined ? nothing : sql` and action = ${action}`}
      ${target === undefined ? nothing : sql` and target_id::text = ${target}`}
      ${from === undefined ? nothing : sql` and at >= ${from}`}
      ${to === undefined ? nothing : sql` and at < ${to}`}
      ${afterSeq === null ? nothing : after}
    order by ${isDescending ? sql`seq desc` : sql`seq`} limit ${limit + 1}`);
};

/** Returns the names of those ids that are members or API keys of the organization. */
export const listActorNames = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ id: string; name: string }>(sql`
    select p.id, p.name from membership m join person p on p.id = m.person_id
    where m.org_id = ${orgId} and p.id = any(${textArray(ids)}::uuid[])
    union all
    select id, name from api_key where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])
    union all
    select id, 'channel ' || name from alert_channel where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])`);

/** Limits the organizations whose audit logs record a failed sign-in of one person. */
const MEMBERSHIPS_MAX = 20;

export const listMemberships = (db: Db, personId: PersonId) =>
  db.rows<{ id: MembershipId; org_id: OrgId; email: string }>(sql`
    select m.id, m.org_id, p.email from membership m join person p on p.id = m.person_id
    where m.person_id = ${personId} order by m.joined_at, m.id limit ${MEMBERSHIPS_MAX}`);

/**
 * Returns entries whose hash does not match their fields and the previous entry. The oldest entry has no
 * predecessor to compare with.
 */
export const listBrokenEntries = (db: Db, orgId: OrgId) =>
  db.rows<{ seq: number }>(sql`
    select e.seq from audit_entry e left join audit_entry p on p.org_id = e.org_id and p.seq = e.seq - 1
    where e.org_id = ${orgId}
      and (e.hash <> audit_entry_hash(e) or (p.seq is not null and p.hash <> e.previous_hash)
        or (p.seq is null and e.seq > (select min(seq) from audit_entry where org_id = ${orgId})))
    order by e.seq`);

/** A trigger rejects deleting newer entries. */
export const deleteOldEntries = (db: Db, before: Date) =>
  db.run(sql`delete from audit_entry where at < ${before}`);
