import { BoxError, newKeyBytes, openBox, type SealingKey, sealBox } from "../kernel/secret-box.ts";
import type { Database, Db } from "../storage/database.ts";
import type { MasterKeys } from "./master-keys.ts";
import {
  findInstallationSecret,
  insertInstallationSecret,
  keepRotationOut,
  updateInstallationSecret,
} from "./queries.ts";

/**
 * The one secret of the whole installation: it signs the cookies of sessions and encrypts authenticator
 * apps. It lies in the database under the master key, so that all nodes have the same, and changing the
 * master key signs nobody out.
 */
export async function openInstallationSecret(database: Database, masterKeys: MasterKeys): Promise<string> {
  const row = (await findInstallationSecret(database)) ?? (await make(database, masterKeys));
  const master = masterKeys.find(row.master_key_id);
  if (!master) throw new BoxError(`the master key ${row.master_key_id} is not at hand`);
  return openBox(master, row.wrapped, CONTEXT).toString("base64");
}

/** Wraps it by another master key; for the rotation. */
export async function rewrapInstallationSecret(db: Db, masterKeys: MasterKeys): Promise<void> {
  const current = masterKeys.current();
  const row = await findInstallationSecret(db);
  if (!row || row.master_key_id === current.id) return;
  const before = masterKeys.find(row.master_key_id);
  if (!before) throw new BoxError(`the master key ${row.master_key_id} is not at hand`);
  await updateInstallationSecret(db, wrap(current, openBox(before, row.wrapped, CONTEXT)));
}

const CONTEXT = ["installation secret"];

/** Of nodes that start at once, one makes it and all use that one. */
async function make(database: Database, masterKeys: MasterKeys) {
  await database.transaction(async (db) => {
    await keepRotationOut(db);
    await insertInstallationSecret(db, wrap(masterKeys.current(), newKeyBytes()));
  });
  const row = await findInstallationSecret(database);
  if (!row) throw new Error("the installation's secret is not there after it was made");
  return row;
}

function wrap(master: SealingKey, bytes: Buffer) {
  return { wrapped: sealBox(master, bytes, CONTEXT), master_key_id: master.id };
}
