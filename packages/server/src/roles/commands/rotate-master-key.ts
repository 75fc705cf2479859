import { rotateMasterKey } from "../../platform/secrets/rotate-master-key.ts";
import { prepareMasterKeys } from "../wiring/master-keys.ts";
import { withInstallation } from "./with-database.ts";

/** Rotates the master key on this machine, whether or not the service is running; returns a summary. */
export function rotate(env: NodeJS.ProcessEnv): Promise<string> {
  return withInstallation(env, async (database, config) => {
    const source = await prepareMasterKeys(config, database);
    const { masterKeyId, rewrapped } = await rotateMasterKey(database, source);
    const remedy =
      source.kind === "file"
        ? `Back up ${source.path} again.`
        : "VEDETTE_MASTER_KEY_PREVIOUS is not needed any more, once every process was started with the new key.";
    return `The master key is now ${masterKeyId}; re-encrypted data keys: ${rewrapped}. ${remedy}`;
  });
}
