import { readConfig } from "../config/read-config.ts";
import { createLogger } from "../kernel/logger.ts";
import { rotateMasterKey } from "../secrets/rotate-master-key.ts";
import { migrate } from "../storage/migrate.ts";
import { openDatabase } from "../storage/pool.ts";
import { prepareMasterKeys } from "./master-keys.ts";
import { joinStorage } from "./storage.ts";

const STATEMENT_TIMEOUT_MS = 30_000;

/** Changes the master key on the machine itself, whether or not the service is running; says what was done. */
export async function rotate(env: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(env);
  const log = createLogger("error");
  const storage = await joinStorage(config, log);
  try {
    await migrate(storage.connection, log);
    const database = await openDatabase({
      connection: storage.connection,
      log,
      maxConnections: 2,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    try {
      const source = await prepareMasterKeys(config, database);
      const { masterKeyId, rewrapped } = await rotateMasterKey(database, source);
      const remedy =
        source.kind === "file"
          ? `Back up ${source.path} anew.`
          : "VEDETTE_MASTER_KEY_PREVIOUS is not needed any more, once every process was started with the new key.";
      return `The master key is now ${masterKeyId}; data keys wrapped anew: ${rewrapped}. ${remedy}`;
    } finally {
      await database.close();
    }
  } finally {
    await storage.stop();
  }
}
