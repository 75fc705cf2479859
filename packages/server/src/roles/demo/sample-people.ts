import { randomBytes } from "node:crypto";
import type { Identity } from "../../api/identity/identity.ts";
import { addMember } from "../../api/resources/members/service.ts";
import { createSampleOrganization } from "../../api/resources/organizations/service.ts";
import type { Database } from "../../platform/storage/database.ts";
import { SAMPLE_ORG_ID } from "./queries.ts";
import { SAMPLE_PEOPLE } from "./sample-on-call.ts";

/** The account that looks at the demo. The log shows its password once; only a hash is stored. */
export type DemoAccount = { email: string; password: string };

const ACCOUNT_EMAIL = "demo@sample-shop.invalid";
const PASSWORD_BYTES = 15;

/** Creates the organization with its owner, the account of the demo, and people without a known password. */
export async function createSamplePeople(
  { database, identity }: { database: Database; identity: Identity },
  { nowMs }: { nowMs: number },
): Promise<DemoAccount> {
  const owner = { name: "Demo", email: ACCOUNT_EMAIL };
  const account = { email: ACCOUNT_EMAIL, password: randomBytes(PASSWORD_BYTES).toString("base64url") };
  const passwordHash = await identity.hashPassword(account.password, owner);
  const unknown = randomBytes(PASSWORD_BYTES * 2).toString("base64url");
  const unknownHash = await identity.hashPassword(unknown, owner);
  await database.transaction(async (db) => {
    await createSampleOrganization(db, {
      id: SAMPLE_ORG_ID,
      name: "Sample shop",
      slug: "sample-shop",
      nowMs,
    });
    const add = async (person: { name: string; email: string }, hash: string, role: "owner" | "member") => {
      const personId = await identity.createPerson(db, {
        ...person,
        emailVerified: true,
        passwordHash: hash,
      });
      await addMember(db, { orgId: SAMPLE_ORG_ID, personId, role, nowMs });
    };
    await add(owner, passwordHash, "owner");
    for (const person of SAMPLE_PEOPLE) await add(person, unknownHash, "member");
  });
  return account;
}
