import { randomBytes } from "node:crypto";
import { hashToken } from "../src/api/identity/auth-adapter.ts";
import { createIdentity, type Identity } from "../src/api/identity/identity.ts";
import type { IdentityDeps } from "../src/api/identity/identity-context.ts";
import { sign } from "../src/api/identity/session-cookie.ts";
import { systemClock } from "../src/platform/kernel/clock.ts";
import { newId } from "../src/platform/kernel/ids.ts";
import { silentLogger } from "../src/platform/kernel/logger.ts";
import type { Database, Db } from "../src/platform/storage/database.ts";
import { sql } from "../src/platform/storage/sql.ts";

/** A signed-in person without a password. Signing in is tested in `resources/people/`. */
export type TestPerson = { id: string; name: string; email: string; cookie: string };

const SECRET = "a test secret of the length that better-auth requires";
const HOUR_MS = 3_600_000;

export async function makePerson(db: Db, email?: string): Promise<TestPerson> {
  const id = newId(Date.now());
  const person = { id, name: `Person ${id.slice(-4)}`, email: email ?? `${id}@example.org` };
  await db.run(sql`insert into person (id, name, email) values (${id}, ${person.name}, ${person.email})`);
  const token = randomBytes(16).toString("hex");
  await db.run(sql`
    insert into session (id, person_id, token_hash, expires_at)
    values (${newId(Date.now())}, ${id}, ${hashToken(token)}, ${new Date(Date.now() + HOUR_MS)})`);
  return { ...person, cookie: `vedette.session_token=${encodeURIComponent(sign(token, SECRET))}` };
}

/** The real identity service with its own secret. By default without mail and without an OIDC provider. */
export function testIdentity(database: Database, options: Partial<IdentityDeps> = {}): Identity {
  return createIdentity({
    database,
    clock: systemClock,
    log: silentLogger,
    secret: SECRET,
    publicUrl: null,
    sendReset: null,
    oidc: null,
    ...options,
  });
}

export const OWN_ORIGIN = "http://localhost:80";
