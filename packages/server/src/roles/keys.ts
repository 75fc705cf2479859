import { SCOPES, type Scope } from "@vedette/contract/scopes.ts";
import { readConfig } from "../config/read-config.ts";
import { systemClock } from "../kernel/clock.ts";
import { StartError } from "../kernel/errors.ts";
import { createLogger } from "../kernel/logger.ts";
import { createSystemKey } from "../resources/api-keys/service.ts";
import { ensureFirstOrganization } from "../resources/organizations/service.ts";
import { migrate } from "../storage/migrate.ts";
import { openDatabase } from "../storage/pool.ts";
import { joinStorage } from "./storage.ts";

const STATEMENT_TIMEOUT_MS = 30_000;

/** Makes a key of the first organization on the machine itself, whether or not the service is running. */
export async function createKey(
  env: NodeJS.ProcessEnv,
  { name, scope }: { name: string; scope: string },
): Promise<string> {
  if (!isScope(scope)) throw new StartError(`There is no scope '${scope}'; use one of ${SCOPES.join(", ")}.`);
  const config = readConfig(env);
  const log = createLogger("error");
  const storage = await joinStorage(config, log);
  try {
    await migrate(storage.connection, log);
    const database = await openDatabase({
      connection: storage.connection,
      log,
      maxConnections: 1,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    try {
      const nowMs = systemClock.now();
      const { organization } = await ensureFirstOrganization(database, nowMs);
      const created = { orgId: organization.id, name, scope, createdBy: "command line", nowMs };
      return await database.transaction((db) => createSystemKey(db, created));
    } finally {
      await database.close();
    }
  } finally {
    await storage.stop();
  }
}

function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
