import { StartError } from "../kernel/errors.ts";
import { BoxError, openBox, type SealingKey, sealBox } from "../kernel/secret-box.ts";
import type { Db } from "../storage/database.ts";
import type { MasterKeys } from "./master-keys.ts";
import {
  findMasterKeyCheck,
  insertMasterKeyCheck,
  listMasterKeyIds,
  type MasterKeyCheckRow,
} from "./queries.ts";

const CONTEXT = ["master key check"];
const CONTENT = Buffer.from("this master key is the one");

/** The id of the master key that this database was sealed with; null before its first start. */
export async function findSealingMasterKey(db: Db): Promise<string | null> {
  return (await findMasterKeyCheck(db))?.master_key_id ?? null;
}

/** Refuses keys that do not open what the database holds: never garbage, and nothing sealed beside it. */
export async function verifyMasterKeys(db: Db, masterKeys: MasterKeys): Promise<void> {
  await insertMasterKeyCheck(db, checkOf(masterKeys.current()));
  const check = await findMasterKeyCheck(db);
  if (!check) throw new Error("the check of the master key is not there after it was stored");
  const key = masterKeys.find(check.master_key_id);
  if (!key || !opens(key, check)) throw anotherKey(check.master_key_id);
  for (const { master_key_id: id } of await listMasterKeyIds(db)) {
    if (!masterKeys.find(id)) throw anotherKey(id);
  }
}

export function checkOf(key: SealingKey): MasterKeyCheckRow {
  return { master_key_id: key.id, box: sealBox(key, CONTENT, CONTEXT) };
}

/** The sentence for a key file that is gone. */
export function lostKey(id: string, path: string): StartError {
  return new StartError(
    `The secrets in this database are sealed with the master key ${id}, which is missing: put ${path} back from your backup, or set VEDETTE_MASTER_KEY to that key.`,
  );
}

/** The sentence for a key that was changed. */
export function anotherKey(id: string): StartError {
  return new StartError(
    `The secrets in this database are sealed with the master key ${id}, which is not the one at hand: put it back ` +
      "(VEDETTE_MASTER_KEY, or the file master.key in VEDETTE_DATA from your backup), or name it in " +
      "VEDETTE_MASTER_KEY_PREVIOUS while you change to another.",
  );
}

function opens(key: SealingKey, { box }: MasterKeyCheckRow): boolean {
  try {
    return openBox(key, box, CONTEXT).equals(CONTENT);
  } catch (error) {
    if (error instanceof BoxError) return false;
    throw error;
  }
}
