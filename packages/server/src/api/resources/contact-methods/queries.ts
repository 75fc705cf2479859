import type { OrgId, PersonId } from "@vedette/contract/common/ids.ts";
import type { ContactMethodType } from "@vedette/contract/on-call/contact-method-limits.ts";
import type { NotificationRule, RuleSeverity } from "@vedette/contract/on-call/contact-methods.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Whose methods: everything here is found by organization and person. */
export type Owner = { orgId: OrgId; personId: PersonId };

export type ContactMethodRow = {
  id: string;
  type: ContactMethodType;
  /** Null: the address of the account, or all devices. */
  address: string | null;
  account_email: string;
  verified_at: Date | null;
  code_expires_at: Date | null;
  failed_at: Date | null;
  failed_reason: string | null;
  created_at: Date;
};

const COLUMNS = sql`c.id, c.type, c.address, p.email as account_email, c.verified_at, c.code_expires_at, c.failed_at,
  c.failed_reason, c.created_at from contact_method c join person p on p.id = c.person_id`;

export const listMethods = (db: Db, { orgId, personId }: Owner) =>
  db.rows<ContactMethodRow>(sql`
    select ${COLUMNS} where c.org_id = ${orgId} and c.person_id = ${personId}
    order by c.address is not null, c.created_at, c.type, c.id`);

export const findMethod = (db: Db, { orgId, personId }: Owner, id: string) =>
  db.find<ContactMethodRow>(sql`
    select ${COLUMNS} where c.org_id = ${orgId} and c.person_id = ${personId} and c.id = ${id}`);

/** Serializes changes of the methods and rules of a member. */
export const lockMember = (db: Db, { orgId, personId }: Owner) =>
  db.find(
    sql`select id from membership where org_id = ${orgId} and person_id = ${personId} for no key update`,
  );

/** Returns 0 if the member has the method already. */
export const insertMethod = (
  db: Db,
  { orgId, personId }: Owner,
  method: { id: string; type: ContactMethodType; address: string; createdAt: Date },
) =>
  db.run(sql`
    insert into contact_method (id, org_id, person_id, type, address, created_at)
    values (${method.id}, ${orgId}, ${personId}, ${method.type}, ${method.address}, ${method.createdAt})
    on conflict do nothing`);

export const deleteMethod = (db: Db, { orgId, personId }: Owner, id: string) =>
  db.run(sql`delete from contact_method where org_id = ${orgId} and person_id = ${personId} and id = ${id}`);

/** Replaces an earlier code and its attempts. */
export const saveCode = (
  db: Db,
  { orgId, personId }: Owner,
  { id, hash, expiresAt }: { id: string; hash: Buffer; expiresAt: Date },
) =>
  db.run(sql`
    update contact_method set code_hash = ${hash}, code_attempts = 0, code_expires_at = ${expiresAt}
    where org_id = ${orgId} and person_id = ${personId} and id = ${id}`);

/** Counts an attempt before the code is compared. Returns null if none is left, or the code has expired. */
export const takeCodeAttempt = (
  db: Db,
  { orgId, personId }: Owner,
  { id, attemptsMax, now }: { id: string; attemptsMax: number; now: Date },
) =>
  db.find<{ code_hash: Buffer; code_attempts: number }>(sql`
    update contact_method set code_attempts = code_attempts + 1
    where org_id = ${orgId} and person_id = ${personId} and id = ${id} and code_hash is not null
      and code_attempts < ${attemptsMax} and code_expires_at > ${now}
    returning code_hash, code_attempts`);

/** Returns 0 if the code was replaced or used in the meantime. */
export const markVerified = (
  db: Db,
  { orgId, personId }: Owner,
  { id, hash, now }: { id: string; hash: Buffer; now: Date },
) =>
  db.run(sql`
    update contact_method set verified_at = ${now}, code_hash = null, code_expires_at = null, failed_at = null,
      failed_reason = null
    where org_id = ${orgId} and person_id = ${personId} and id = ${id} and code_hash = ${hash}`);

export const listNotificationRules = (db: Db, { orgId, personId }: Owner) =>
  db.rows<{ severity: RuleSeverity; after_seconds: number; contact_method_id: string }>(sql`
    select r.severity, r.after_seconds, r.method_id as contact_method_id
    from notification_rule r join contact_method c on c.id = r.method_id
    where c.org_id = ${orgId} and c.person_id = ${personId} order by r.position`);

export const replaceNotificationRules = async (
  db: Db,
  { orgId, personId }: Owner,
  rules: readonly NotificationRule[],
) => {
  await db.run(sql`
    delete from notification_rule r using contact_method c
    where c.id = r.method_id and c.org_id = ${orgId} and c.person_id = ${personId}`);
  await db.run(sql`
    insert into notification_rule (method_id, severity, after_seconds, position)
    select (n.rule ->> 'contact_method_id')::uuid, n.rule ->> 'severity', (n.rule ->> 'after_seconds')::integer,
      n.position
    from jsonb_array_elements(${JSON.stringify(rules)}::jsonb) with ordinality as n (rule, position)`);
};
