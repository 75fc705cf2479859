import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/**
 * Statements on users and their sessions. They belong to no organization, so no statement takes an
 * organization id first.
 */

export type SessionRow = {
  session_id: string;
  person_id: PersonId;
  email: string;
  name: string;
  email_verified: boolean;
  two_factor_enabled: boolean;
  last_seen_at: Date;
};

export const findSessionByHash = (db: Db, { tokenHash, now }: { tokenHash: string; now: Date }) =>
  db.find<SessionRow>(sql`
    select session.id as session_id, person.id as person_id, person.email, person.name,
      person.email_verified, person.two_factor_enabled,
      coalesce(session.last_seen_at, session.created_at) as last_seen_at
    from session join person on person.id = session.person_id
    where session.token_hash = ${tokenHash} and session.expires_at > ${now}`);

/** Returns 0 if a concurrent request of the session has updated it. */
export const touchSession = (db: Db, { id, now, before }: { id: string; now: Date; before: Date }) =>
  db.run(sql`
    update session set last_seen_at = ${now}
    where id = ${id} and coalesce(last_seen_at, created_at) <= ${before}`);

export type OwnSessionRow = {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
};

export const listSessionsOf = (db: Db, personId: PersonId, { now, limit }: { now: Date; limit: number }) =>
  db.rows<OwnSessionRow>(sql`
    select id, created_at, coalesce(last_seen_at, created_at) as last_seen_at, expires_at, ip_address, user_agent
    from session where person_id = ${personId} and expires_at > ${now}
    order by coalesce(last_seen_at, created_at) desc, id desc limit ${limit}`);

export const deleteSessionOf = (db: Db, personId: PersonId, id: string) =>
  db.run(sql`delete from session where person_id = ${personId} and id = ${id}`);

export const deleteOtherSessionsOf = (db: Db, personId: PersonId, keptId: string) =>
  db.run(sql`delete from session where person_id = ${personId} and id <> ${keptId}`);

export const deleteSessionsOf = (db: Db, personId: PersonId) =>
  db.run(sql`delete from session where person_id = ${personId}`);

export const deleteSession = (db: Db, tokenHash: string) =>
  db.run(sql`delete from session where token_hash = ${tokenHash}`);

export type PersonRow = { id: PersonId; name: string; email: string; email_verified: boolean };

export const findPersonByEmail = (db: Db, email: string) =>
  db.find<PersonRow>(
    sql`select id, name, email, email_verified from person where email = ${email.toLowerCase()}`,
  );

export const findPersonById = (db: Db, id: string) =>
  db.find<PersonRow>(sql`select id, name, email, email_verified from person where id = ${id}`);

export const findAnyPerson = (db: Db) => db.find<{ id: PersonId }>(sql`select id from person limit 1`);

type NewPersonRow = { id: PersonId; name: string; email: string; emailVerified: boolean; now: Date };

/** Returns 0 if the address is taken. */
export const insertPerson = (db: Db, { id, name, email, emailVerified, now }: NewPersonRow) =>
  db.run(sql`
    insert into person (id, name, email, email_verified, created_at, updated_at)
    values (${id}, ${name}, ${email.toLowerCase()}, ${emailVerified}, ${now}, ${now})
    on conflict (email) do nothing`);

export const renamePerson = (db: Db, personId: PersonId, { name, now }: { name: string; now: Date }) =>
  db.run(sql`update person set name = ${name}, updated_at = ${now} where id = ${personId}`);

export const markEmailVerified = (db: Db, personId: string) =>
  db.run(sql`update person set email_verified = true where id = ${personId} and not email_verified`);

/** Returns 0 if the address is taken. */
export const updateEmail = (
  db: Db,
  personId: PersonId,
  { email, isVerified, now }: { email: string; isVerified: boolean; now: Date },
) =>
  db.run(sql`
    update person set email = ${email}, email_verified = ${isVerified}, updated_at = ${now}
    where id = ${personId} and not exists (
      select from person other where other.email = ${email} and other.id <> ${personId})`);

type EmailChangeRow = { personId: PersonId; tokenHash: Buffer; email: string; expiresAt: Date };

/** Removes the authenticator app with its recovery codes. Returns 0 if the person has none. */
export const deleteTwoFactor = async (db: Db, personId: PersonId) => {
  await db.run(sql`delete from two_factor where person_id = ${personId}`);
  return db.run(
    sql`update person set two_factor_enabled = false where id = ${personId} and two_factor_enabled`,
  );
};

/** Replaces an earlier request of the person, whose link is then not valid. */
export const putEmailChange = (db: Db, row: EmailChangeRow) =>
  db.run(sql`
    insert into pending_email_change (person_id, token_hash, email, expires_at)
    values (${row.personId}, ${row.tokenHash}, ${row.email}, ${row.expiresAt})
    on conflict (person_id) do update
    set token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`);

/** Returns the request of a link, and deletes it. */
export const takeEmailChange = (db: Db, { tokenHash, now }: { tokenHash: Buffer; now: Date }) =>
  db.find<{ person_id: PersonId; email: string }>(sql`
    delete from pending_email_change where token_hash = ${tokenHash} and expires_at > ${now}
    returning person_id, email`);

export const deleteExpiredEmailChanges = (db: Db, now: Date) =>
  db.run(sql`delete from pending_email_change where expires_at <= ${now}`);

export type PendingSignUpRow = { name: string; email: string; password: string };

export const insertPendingSignUp = (
  db: Db,
  row: { tokenHash: Buffer; name: string; email: string; passwordHash: string; expiresAt: Date },
) =>
  db.run(sql`
    insert into pending_sign_up (token_hash, email, name, password, expires_at)
    values (${row.tokenHash}, ${row.email}, ${row.name}, ${row.passwordHash}, ${row.expiresAt})`);

export const findPendingSignUp = (db: Db, { tokenHash, now }: { tokenHash: Buffer; now: Date }) =>
  db.find<PendingSignUpRow>(sql`
    select name, email, password from pending_sign_up where token_hash = ${tokenHash} and expires_at > ${now}`);

/** A verified address needs no pending sign-ups. */
export const deletePendingSignUps = (db: Db, email: string) =>
  db.run(sql`delete from pending_sign_up where email = ${email}`);

export const deleteExpiredSignUps = (db: Db, now: Date) =>
  db.run(sql`delete from pending_sign_up where expires_at <= ${now}`);

export type AccountRow = { person_id: PersonId };

export const findAccount = (db: Db, { providerId, accountId }: { providerId: string; accountId: string }) =>
  db.find<AccountRow>(
    sql`select person_id from account where provider_id = ${providerId} and account_id = ${accountId}`,
  );

/** Returns 0 if that account belongs to another user. */
export const insertAccount = (
  db: Db,
  account: {
    id: string;
    personId: PersonId;
    providerId: string;
    accountId: string;
    passwordHash: string | null;
    now: Date;
  },
) =>
  db.run(sql`
    insert into account (id, person_id, provider_id, account_id, password, created_at, updated_at)
    values (${account.id}, ${account.personId}, ${account.providerId}, ${account.accountId},
      ${account.passwordHash}, ${account.now}, ${account.now})
    on conflict (provider_id, account_id) do nothing`);

export type PasswordRow = { person_id: PersonId; password: string | null };

export const findPassword = (db: Db, email: string) =>
  db.find<PasswordRow>(sql`
    select account.person_id, account.password
    from person join account on account.person_id = person.id and account.provider_id = 'credential'
    where person.email = ${email.toLowerCase()}`);

/**
 * Deletes password-reset links, pending second factors and changes of address that were started with the previous
 * credentials.
 */
export const deletePendingOf = (db: Db, personId: string) =>
  db.run(sql`
    with change as (delete from pending_email_change where person_id = ${personId})
    delete from verification where value = ${personId}`);

/** Waits for a concurrent change of the password, and returns the value after it. */
export const lockPassword = (db: Db, personId: PersonId) =>
  db.find<{ password: string | null }>(sql`
    select password from account
    where person_id = ${personId} and provider_id = 'credential' for share`);

/** Counts an attempt and returns the number since the window started, including this one. */
export const countAttempt = async (
  db: Db,
  subjectHash: Buffer,
  { now, windowStart }: { now: Date; windowStart: Date },
): Promise<number> => {
  const row = await db.find<{ attempts: number }>(sql`
    insert into sign_in_attempt as known (subject_hash, attempts, since) values (${subjectHash}, 1, ${now})
    on conflict (subject_hash) do update set
      attempts = case when known.since <= ${windowStart} then 1 else known.attempts + 1 end,
      since = case when known.since <= ${windowStart} then ${now} else known.since end
    returning attempts`);
  return row?.attempts ?? 1;
};

export const deleteAttempts = (db: Db, subjectHash: Buffer) =>
  db.run(sql`delete from sign_in_attempt where subject_hash = ${subjectHash}`);

/** With concurrent calls, one link remains: the later call waits for the lock and replaces it. */
export const replaceSetupLink = async (
  db: Db,
  link: { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> => {
  await db.run(sql`lock table setup_link in share row exclusive mode`);
  await db.run(sql`delete from setup_link`);
  await db.run(sql`
    insert into setup_link (token_hash, created_at, expires_at)
    values (${link.tokenHash}, ${link.now}, ${link.expiresAt})`);
};

/** Returns 1 for a valid link. Concurrent calls wait, and then find the link used. */
export const useSetupLink = (db: Db, { tokenHash, now }: { tokenHash: Buffer; now: Date }) =>
  db.run(sql`
    update setup_link set used_at = ${now}
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}`);

export const deleteExpiredSessions = (db: Db, now: Date) =>
  db.run(sql`delete from session where expires_at <= ${now}`);

export const deleteExpiredVerifications = (db: Db, now: Date) =>
  db.run(sql`delete from verification where expires_at <= ${now}`);

export const deleteOldAttempts = (db: Db, before: Date) =>
  db.run(sql`delete from sign_in_attempt where since <= ${before}`);
