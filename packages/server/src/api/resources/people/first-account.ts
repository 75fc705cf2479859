import { setUpBody } from "@vedette/contract/people/people.ts";
import { AppError, StartError } from "../../../platform/kernel/errors.ts";
import { hasPeople, makeSetupToken, takeSetupToken } from "../../identity/setup-link.ts";
import { addMember } from "../members/service.ts";
import { ensureFirstOrganization } from "../organizations/service.ts";
import type { PeopleDeps } from "./service.ts";

export type FirstAccount = { email: string; password: string };

type FirstAccountDeps = Pick<PeopleDeps, "database" | "clock" | "identity">;

const account = setUpBody.omit({ token: true });

/**
 * Creates the first user as the owner of the first organization, unless a user exists. Of several processes one creates it.
 * Returns whether it did. Throws a StartError for a password that sign-up would reject.
 */
export async function createFirstAccount(
  { database, clock, identity }: FirstAccountDeps,
  { email, password }: FirstAccount,
): Promise<boolean> {
  if (await hasPeople(database)) return false;
  const wanted = account.safeParse({ name: email.split("@")[0], email, password });
  if (!wanted.success) throw refused(wanted.error.issues.map(({ message }) => message).join(", "));
  const { password: accepted, ...person } = wanted.data;
  const passwordHash = await identity.hashPassword(accepted, person).catch((error: unknown) => {
    throw error instanceof AppError ? refused(error.details?.[0]?.message ?? error.message) : error;
  });
  return database.transaction(async (db) => {
    const nowMs = clock.now();
    // The link is a row that a second process waits for.
    const token = await makeSetupToken(db, nowMs);
    if (token === null || !(await takeSetupToken(db, { token, nowMs }))) return false;
    const personId = await identity.createPerson(db, { ...person, passwordHash, emailVerified: true });
    const { organization } = await ensureFirstOrganization(db, nowMs);
    await addMember(db, { orgId: organization.id, personId, role: "owner", nowMs });
    return true;
  });
}

function refused(why: string): StartError {
  return new StartError(`VEDETTE_ADMIN_PASSWORD ${why}.`);
}
