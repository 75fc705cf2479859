import { join } from "node:path";
import type { Config } from "../../platform/config/config.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import { hasMasterKeyFile, makeMasterKeyFile } from "../../platform/secrets/master-key-file.ts";
import { type MasterKeySource, openMasterKeys } from "../../platform/secrets/master-keys.ts";
import {
  findSealingMasterKey,
  lostKey,
  verifyMasterKeys,
} from "../../platform/secrets/verify-master-keys.ts";
import type { Db } from "../../platform/storage/database.ts";
import { makeDataDirectory } from "./storage.ts";

const FILE_NAME = "master.key";

/** Returns the master keys of this process, verified against its database; the first start creates one. */
export async function prepareMasterKeys(
  config: Config,
  db: Db,
  { mayCreate = true }: { mayCreate?: boolean } = {},
): Promise<MasterKeySource> {
  const source = await findSource(config, db, mayCreate);
  await verifyMasterKeys(db, openMasterKeys(source));
  return source;
}

async function findSource(config: Config, db: Db, mayCreate: boolean): Promise<MasterKeySource> {
  const { masterKey, previousMasterKeys } = config.secrets;
  if (masterKey) {
    return { kind: "settings", keys: [masterKey, ...previousMasterKeys].map((key) => key.reveal()) };
  }
  if (previousMasterKeys.length > 0) {
    throw new StartError(
      "VEDETTE_MASTER_KEY_PREVIOUS is set without VEDETTE_MASTER_KEY: set VEDETTE_MASTER_KEY to the new key, or remove both.",
    );
  }
  const path = join(config.data.directory, FILE_NAME);
  if (!hasMasterKeyFile(path)) {
    // A new key could not decrypt the existing data.
    const lostKeyId = await findSealingMasterKey(db);
    if (lostKeyId !== null) throw lostKey(lostKeyId, path);
    if (!mayCreate) {
      throw new StartError(
        `There is no master key: set VEDETTE_MASTER_KEY to the same key for every api and scheduler ("openssl rand -base64 32" generates one), or copy the file ${FILE_NAME} to ${path}.`,
      );
    }
    await makeDataDirectory(config.data.directory);
    makeMasterKeyFile(path);
  }
  return { kind: "file", path };
}
