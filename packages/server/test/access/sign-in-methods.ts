import { randomUUID } from "node:crypto";
import { newId } from "../../src/platform/kernel/ids.ts";
import type { Db } from "../../src/platform/storage/database.ts";
import { sql } from "../../src/platform/storage/sql.ts";

/** An identity provider that is stored, but never asked. */
export const IDENTITY_PROVIDER = {
  ...{ name: "i", issuer: "https://login.example.com", client_id: "vedette", client_secret: "secret" },
  domains: ["example.com"],
};

/** A passkey that no authenticator has. Returns its ID. */
export async function makePasskey(db: Db, personId: string): Promise<string> {
  const id = newId(Date.now());
  await db.run(sql`
    insert into passkey (id, person_id, name, credential_id, public_key, counter, transports, host, is_synced, created_at)
    values (${id}, ${personId}, 'p', ${randomUUID()}, '', 0, '{}', 'localhost', false, now())`);
  return id;
}
