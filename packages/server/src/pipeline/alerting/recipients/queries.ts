import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type AddressRow = {
  email: string;
  /** A member of the organization with a verified address. */
  is_member: boolean;
  asked_at: Date | null;
  confirmed_at: Date | null;
  unsubscribed_at: Date | null;
};

/** The state of email addresses, in lower case, including unknown ones. */
export const listAddresses = (db: Db, orgId: OrgId, emails: readonly string[]) =>
  db.rows<AddressRow>(sql`
    select e.email, r.asked_at, r.confirmed_at, coalesce(r.unsubscribed_at, f.unsubscribed_at) as unsubscribed_at,
      exists (
        select from membership m join person p on p.id = m.person_id
        where m.org_id = ${orgId} and p.email = e.email and p.email_verified
      ) as is_member
    from unnest(${textArray(emails)}::text[]) as e (email)
    left join mail_recipient r on r.org_id = ${orgId} and r.email = e.email
    left join mail_unsubscribe f on f.email = e.email`);

type Recipient = { id: string; email: string; now: Date };

export const markConfirmationSent = (db: Db, orgId: OrgId, { id, email, now }: Recipient) =>
  db.run(sql`
    insert into mail_recipient (id, org_id, email, created_at, asked_at)
    values (${id}, ${orgId}, ${email}, ${now}, ${now})
    on conflict (org_id, email) do update set asked_at = ${now}`);

/** Null if already confirmed. */
export const markConfirmed = (db: Db, orgId: OrgId, { id, email, now }: Recipient) =>
  db.find<{ id: string }>(sql`
    insert into mail_recipient as known (id, org_id, email, created_at, confirmed_at)
    values (${id}, ${orgId}, ${email}, ${now}, ${now})
    on conflict (org_id, email) do update set confirmed_at = ${now}, unsubscribed_at = null
      where known.confirmed_at is null
    returning id`);

/** Null if already declined. */
export const markRefused = (db: Db, orgId: OrgId, { id, email, now }: Recipient) =>
  db.find<{ id: string }>(sql`
    insert into mail_recipient as known (id, org_id, email, created_at, unsubscribed_at)
    values (${id}, ${orgId}, ${email}, ${now}, ${now})
    on conflict (org_id, email) do update set unsubscribed_at = ${now}, confirmed_at = null
      where known.unsubscribed_at is null
    returning id`);

export const insertRefusal = (db: Db, { email, now }: { email: string; now: Date }) =>
  db.run(sql`
    insert into mail_unsubscribe (email, unsubscribed_at) values (${email}, ${now}) on conflict (email) do nothing`);

export const deleteRefusal = (db: Db, email: string) =>
  db.run(sql`delete from mail_unsubscribe where email = ${email}`);

/** Null if the organization no longer exists. Locks it until the transaction ends. */
export const lockOrganizationName = (db: Db, orgId: OrgId) =>
  db.find<{ name: string }>(sql`select name from organization where id = ${orgId} for share`);
