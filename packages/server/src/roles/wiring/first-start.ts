import type { Identity } from "../../api/identity/identity.ts";
import { makeSetupToken } from "../../api/identity/setup-link.ts";
import { createSystemKey } from "../../api/resources/api-keys/service.ts";
import { ensureFirstOrganization } from "../../api/resources/organizations/service.ts";
import { createFirstAccount } from "../../api/resources/people/first-account.ts";
import type { Config } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";

const KEY_NAME = "first admin key";

/** Creates the first organization and its first key in one transaction; null if one exists. */
export function makeFirstKey(database: Database, nowMs: number): Promise<string | null> {
  return database.transaction(async (db) => {
    const { organization, isNew } = await ensureFirstOrganization(db, nowMs);
    if (!isNew) return null;
    const wanted = {
      orgId: organization.id,
      name: KEY_NAME,
      scope: "admin",
      createdBy: "first start",
      nowMs,
    } as const;
    return createSystemKey(db, wanted);
  });
}

/**
 * Returns the token of a new setup link, which invalidates the previous one; null if a user has signed up.
 */
export function makeSetupLink(database: Database, nowMs: number): Promise<string | null> {
  return database.transaction((db) => makeSetupToken(db, nowMs));
}

/** Creates the account of VEDETTE_ADMIN_EMAIL, unless an account exists. */
export async function ensureFirstAccount({
  config: { firstAccount },
  log,
  ...deps
}: {
  config: Config;
  database: Database;
  identity: Identity;
  log: Logger;
}): Promise<void> {
  if (firstAccount === null) return;
  const account = { email: firstAccount.email, password: firstAccount.password.reveal() };
  if (await createFirstAccount({ ...deps, clock: systemClock }, account)) {
    log.info("people.first_account_created");
  }
}
