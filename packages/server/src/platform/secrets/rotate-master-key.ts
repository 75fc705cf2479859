import { StartError } from "../kernel/errors.ts";
import { newKeyBytes, type SealingKey } from "../kernel/secret-box.ts";
import type { Database } from "../storage/database.ts";
import { rewrapInstallationSecret } from "./installation-secret.ts";
import { readMasterKeyFile, replaceMasterKeyFile } from "./master-key-file.ts";
import { type MasterKeySource, openMasterKeys } from "./master-keys.ts";
import {
  beginRotation,
  type DataKeyRow,
  findMasterKeyCheck,
  listDataKeysOfOtherMasters,
  rewrapDataKey,
  updateMasterKeyCheck,
} from "./queries.ts";
import { rewrap } from "./vault.ts";
import { anotherKey, checkOf, verifyMasterKeys } from "./verify-master-keys.ts";

/** Number of data keys encrypted per transaction. */
const BATCH = 500;

export type Rotation = { masterKeyId: string; rewrapped: number };

/**
 * Encrypts all data keys with the current master key, so that previous keys no longer decrypt anything. A key file gets
 * its new key first and loses the old one last: at any interruption every data key can be decrypted, and the next call
 * continues. With settings, the new key is already set, and the old one is in VEDETTE_MASTER_KEY_PREVIOUS.
 */
export async function rotateMasterKey(database: Database, source: MasterKeySource): Promise<Rotation> {
  let isLost = false;
  const session = await database.session(() => {
    isLost = true;
  });
  try {
    if (!(await beginRotation(session))) {
      throw new StartError(
        "Another rotation of the master key is in progress: try again when it has finished.",
      );
    }
    await verifyMasterKeys(database, openMasterKeys(source));
    if (source.kind === "file") addNewKey(source.path);
    const masterKeys = openMasterKeys(source);
    const current = masterKeys.current();
    let rewrapped = 0;
    for (;;) {
      // Without the lock, a data key could be encrypted with the old key while that key is being removed.
      if (isLost)
        throw new StartError("The database connection was lost during the rotation: run the command again.");
      const rows = await listDataKeysOfOtherMasters(database, current.id, BATCH);
      if (rows.length === 0) break;
      const find = (id: string) => masterKeys.find(id);
      await database.transaction(async (db) => {
        for (const row of rows) await rewrapDataKey(db, rewrap(row, keyOf(row, find), current));
      });
      rewrapped += rows.length;
    }
    await rewrapInstallationSecret(database, masterKeys);
    const check = await findMasterKeyCheck(database);
    if (check?.master_key_id !== current.id) await updateMasterKeyCheck(database, checkOf(current));
    if (source.kind === "file") dropOldKeys(source.path);
    return { masterKeyId: current.id, rewrapped };
  } finally {
    await session.close();
  }
}

/** After an interrupted rotation the file contains two keys, and the first one is already the new key. */
function addNewKey(path: string): void {
  const keys = readMasterKeyFile(path);
  if (keys.length === 1) replaceMasterKeyFile(path, [newKeyBytes().toString("base64"), ...keys]);
}

function dropOldKeys(path: string): void {
  replaceMasterKeyFile(path, readMasterKeyFile(path).slice(0, 1));
}

function keyOf(row: DataKeyRow, find: (id: string) => SealingKey | null): SealingKey {
  const key = find(row.master_key_id);
  if (!key) throw anotherKey(row.master_key_id);
  return key;
}
