import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

export type FieldValues = Record<string, unknown>;

export type NewEntry = {
  id: string;
  at: Date;
  actor: { kind: "key" | "member" | "system"; id: string | null; name: string };
  action: string;
  target: { type: string; id: string };
  before: FieldValues | null;
  after: FieldValues | null;
  requestId: string | null;
  ip: string | null;
};

/**
 * A trigger assigns the sequence number and the hash, and locks the organization's chain until the commit.
 */
export const insertEntry = (db: Db, orgId: OrgId, entry: NewEntry) =>
  db.defer(sql`
    insert into audit_entry (org_id, id, at, actor_kind, actor_id, actor_name, action, target_type, target_id,
      before, after, request_id, ip)
    values (${orgId}, ${entry.id}, ${entry.at}, ${entry.actor.kind}, ${entry.actor.id}, ${entry.actor.name},
      ${entry.action}, ${entry.target.type}, ${entry.target.id}, ${toJson(entry.before)}::jsonb,
      ${toJson(entry.after)}::jsonb, ${entry.requestId}, ${entry.ip}::inet)`);

function toJson(values: FieldValues | null): string | null {
  return values === null ? null : JSON.stringify(values);
}

/** The same for many entries, in their order. */
export const insertEntries = (db: Db, orgId: OrgId, entries: readonly NewEntry[]) =>
  db.run(sql`
    insert into audit_entry (org_id, id, at, actor_kind, actor_id, actor_name, action, target_type, target_id,
      before, after, request_id, ip)
    select ${orgId}, (entry ->> 'id')::uuid, (entry ->> 'at')::timestamptz, entry #>> '{actor,kind}',
      (entry #>> '{actor,id}')::uuid, entry #>> '{actor,name}', entry ->> 'action', entry #>> '{target,type}',
      (entry #>> '{target,id}')::uuid, nullif(entry -> 'before', 'null'), nullif(entry -> 'after', 'null'),
      entry ->> 'requestId', (entry ->> 'ip')::inet
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as e (entry, nr) order by nr`);
