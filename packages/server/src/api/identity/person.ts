import type { PersonId } from "@vedette/contract/common/ids.ts";
import { badFields } from "../../platform/kernel/errors.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { insertAccount, insertPerson } from "./queries.ts";

export type NewPerson = {
  name: string;
  email: string;
  /** Whether a trusted party has verified the address. */
  emailVerified: boolean;
  /** Already hashed, because hashing takes longer than a transaction should stay open. */
  passwordHash: string;
};

/** Creates a user with a password. The caller has checked that they may sign up. */
export async function newPerson(
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
    // better-auth looks up a password by the user's own id.
    accountId: id,
    passwordHash,
    now,
  });
  return id;
}
