import type { PersonId } from "@vedette/contract/common/ids.ts";
import { badFields } from "../../platform/kernel/errors.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { insertAccount, insertPerson } from "./queries.ts";

export type NewPerson = {
  name: string;
  email: string;
  /** Whether somebody whom we believe has said that the address is his. */
  emailVerified: boolean;
  /** Already hashed: that takes longer than a transaction should be kept open. */
  passwordHash: string;
};

/** A person with a password. The caller has made sure that he may come. */
export async function makePerson(
  db: Db,
  { person, nowMs }: { person: NewPerson; nowMs: number },
): Promise<PersonId> {
  const { name, email, emailVerified, passwordHash } = person;
  const now = new Date(nowMs);
  const id: PersonId = newId(nowMs);
  if ((await insertPerson(db, { id, name, email, emailVerified, now })) === 0) {
    throw badFields([{ path: "email", message: "has an account already; sign in instead" }]);
  }
  await insertAccount(db, {
    id: newId(nowMs),
    personId: id,
    providerId: "credential",
    // better-auth looks a password up by the person's own id.
    accountId: id,
    passwordHash,
    now,
  });
  return id;
}
