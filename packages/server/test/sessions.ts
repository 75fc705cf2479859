import type { SessionPort } from "../src/http/identity-port.ts";
import { newId } from "../src/kernel/ids.ts";
import type { Db } from "../src/storage/database.ts";
import { sql } from "../src/storage/sql.ts";

/** Somebody of the table `person`, without a password: how people sign in is tested elsewhere. */
export type TestPerson = { id: string; name: string; email: string; cookie: string };

export async function makePerson(db: Db, email?: string): Promise<TestPerson> {
  const id = newId(Date.now());
  const person = { id, name: `Person ${id.slice(-4)}`, email: email ?? `${id}@example.org` };
  await db.run(sql`insert into person (id, name, email) values (${id}, ${person.name}, ${person.email})`);
  return { ...person, cookie: `${COOKIE}=${id}` };
}

const COOKIE = "test-person";

/** Believes a cookie that names a person; what is of the same origin is as in the real thing. */
export function testSessions(db: Db): SessionPort & { end(personId: string): void } {
  const ended = new Set<string>();
  return {
    end: (personId) => ended.add(personId),
    async findSession({ cookie }) {
      const id = new RegExp(`(?:^|; )${COOKIE}=([0-9a-f-]{36})(?:;|$)`).exec(cookie ?? "")?.[1];
      if (id === undefined || ended.has(id)) return null;
      const row = await db.find<{ id: string; name: string; email: string }>(
        sql`select id, name, email from person where id = ${id}`,
      );
      return row && { sessionId: row.id, personId: row.id, name: row.name, email: row.email };
    },
    isSameOrigin: ({ origin }) => origin === OWN_ORIGIN,
  };
}

export const OWN_ORIGIN = "http://localhost:80";
