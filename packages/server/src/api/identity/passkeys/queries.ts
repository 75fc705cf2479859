import type { PersonId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Statements on passkeys. They belong to no organization, so no statement takes an organization id first. */

export type PasskeyRow = {
  id: string;
  person_id: PersonId;
  name: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  host: string;
  is_synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
};

const COLUMNS = sql`id, person_id, name, credential_id, public_key, counter::text, transports, host, is_synced,
  created_at, last_used_at`;

export const listPasskeysOf = (db: Db, personId: PersonId) =>
  db.rows<PasskeyRow>(sql`
    select ${COLUMNS} from passkey where person_id = ${personId} order by created_at desc, id desc`);

export const findPasskeyByCredential = (db: Db, credentialId: string) =>
  db.find<PasskeyRow>(sql`select ${COLUMNS} from passkey where credential_id = ${credentialId}`);

/** Returns 0 if the credential is registered already. */
export const insertPasskey = (db: Db, row: PasskeyRow) =>
  db.run(sql`
    insert into passkey (id, person_id, name, credential_id, public_key, counter, transports, host, is_synced, created_at)
    values (${row.id}, ${row.person_id}, ${row.name}, ${row.credential_id}, ${row.public_key},
      ${row.counter}::bigint, ${textArray(row.transports)}::text[], ${row.host}, ${row.is_synced}, ${row.created_at})
    on conflict (credential_id) do nothing`);

export const renamePasskeyOf = (db: Db, personId: PersonId, { id, name }: { id: string; name: string }) =>
  db.find<PasskeyRow>(sql`
    update passkey set name = ${name} where person_id = ${personId} and id = ${id} returning ${COLUMNS}`);

export const deletePasskeyOf = (db: Db, personId: PersonId, id: string) =>
  db.run(sql`delete from passkey where person_id = ${personId} and id = ${id}`);

/** Returns 0 if the passkey was removed, or was used by a concurrent request with a counter that is not older. */
export const usePasskey = (
  db: Db,
  { id, counter: before }: PasskeyRow,
  { counter, isSynced, now }: { counter: number; isSynced: boolean; now: Date },
) =>
  db.run(sql`
    update passkey set counter = ${counter}, is_synced = ${isSynced}, last_used_at = ${now}
    where id = ${id} and counter = ${before}::bigint`);

/** Serializes changes of the sign-in methods of a person until the transaction ends. */
export const lockPerson = (db: Db, personId: PersonId) =>
  db.find(sql`select from person where id = ${personId} for no key update`);

/** Whether the person can sign in by a password or by a provider. */
export const hasOtherMethod = async (db: Db, personId: PersonId): Promise<boolean> =>
  (await db.find(sql`
    select from account where person_id = ${personId}
      and (provider_id <> 'credential' or password is not null) limit 1`)) !== null;

/** Ends the sessions that a passkey started, except the given one. */
export const deleteSessionsByPasskey = (db: Db, passkeyId: string, keptSessionId: string) =>
  db.run(sql`delete from session where passkey_id = ${passkeyId} and id <> ${keptSessionId}`);

export const findSessionStart = (db: Db, sessionId: string) =>
  db.find<{ created_at: Date; passkey_id: string | null }>(
    sql`select created_at, passkey_id from session where id = ${sessionId}`,
  );

export const markSessionByPasskey = (
  db: Db,
  { tokenHash, passkeyId }: { tokenHash: string; passkeyId: string },
) => db.run(sql`update session set passkey_id = ${passkeyId} where token_hash = ${tokenHash}`);
