import { SCOPES, type Scope } from "@vedette/contract/scopes.ts";
import { systemClock } from "../kernel/clock.ts";
import { StartError } from "../kernel/errors.ts";
import { createSystemKey } from "../resources/api-keys/service.ts";
import { ensureFirstOrganization } from "../resources/organizations/service.ts";
import { withDatabase } from "./with-database.ts";

/** Makes a key of the first organization on the machine itself, whether or not the service is running. */
export async function createKey(
  env: NodeJS.ProcessEnv,
  { name, scope }: { name: string; scope: string },
): Promise<string> {
  if (!isScope(scope)) throw new StartError(`There is no scope '${scope}'; use one of ${SCOPES.join(", ")}.`);
  return withDatabase(env, async (database) => {
    const nowMs = systemClock.now();
    const { organization } = await ensureFirstOrganization(database, nowMs);
    const created = { orgId: organization.id, name, scope, createdBy: "command line", nowMs };
    return database.transaction((db) => createSystemKey(db, created));
  });
}

function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
