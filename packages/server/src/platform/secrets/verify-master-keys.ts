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

/** Returns the ID of the master key that this database uses; null before its first start. */
export async function findSealingMasterKey(db: Db): Promise<string | null> {
  return (await findMasterKeyCheck(db))?.master_key_id ?? null;
}

/** Rejects keys that do not decrypt the content of the database, so that no secret is encrypted with another key. */
export async function verifyMasterKeys(db: Db, masterKeys: MasterKeys): Promise<void> {
  await insertMasterKeyCheck(db, checkOf(masterKeys.current()));
  const check = await findMasterKeyCheck(db);
  if (!check) throw new Error("the master key check is missing after it was stored");
  const key = masterKeys.find(check.master_key_id);
  if (!key || !opensCheck(key, check)) throw anotherKey(check.master_key_id);
  for (const { master_key_id: id } of await listMasterKeyIds(db)) {
    if (!masterKeys.find(id)) throw anotherKey(id);
  }
}

export function checkOf(key: SealingKey): MasterKeyCheckRow {
  return { master_key_id: key.id, box: sealBox(key, CONTENT, CONTEXT) };
}

/** The error for a missing key file. */
export function lostKey(id: string, path: string): StartError {
  return new StartError(
    `The secrets in this database are encrypted with the master key ${id}, which is missing: put ${path} back from the copy that you keep, or set VEDETTE_MASTER_KEY to that key.`,
  );
}

/** The error for a changed key. */
export function anotherKey(id: string): StartError {
  return new StartError(
    `The secrets in this database are encrypted with the master key ${id}, which is not the configured one: restore it ` +
      "(VEDETTE_MASTER_KEY, or the file master.key in VEDETTE_DATA from the copy that you keep), or name it in " +
      "VEDETTE_MASTER_KEY_PREVIOUS while you replace it.",
  );
}

/** Whether a key is the one that a check was made with. */
export function opensCheck(key: SealingKey, { box }: MasterKeyCheckRow): boolean {
  try {
    return openBox(key, box, CONTEXT).equals(CONTENT);
  } catch (error) {
    if (error instanceof BoxError) return false;
    throw error;
  }
}
