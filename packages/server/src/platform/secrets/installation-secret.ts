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
 * The secret of the installation: it signs session cookies and encrypts authenticator apps. It is stored in the database,
 * encrypted with the master key, so that all nodes share it, and changing the master key does not sign users out.
 */
export async function openInstallationSecret(database: Database, masterKeys: MasterKeys): Promise<string> {
  const row = (await findInstallationSecret(database)) ?? (await create(database, masterKeys));
  const master = masterKeys.find(row.master_key_id);
  if (!master) throw new BoxError(`the master key ${row.master_key_id} is not available`);
  return openBox(master, row.wrapped, CONTEXT).toString("base64");
}

/** Encrypts it with another master key; for the rotation. */
export async function rewrapInstallationSecret(db: Db, masterKeys: MasterKeys): Promise<void> {
  const current = masterKeys.current();
  const row = await findInstallationSecret(db);
  if (!row || row.master_key_id === current.id) return;
  const before = masterKeys.find(row.master_key_id);
  if (!before) throw new BoxError(`the master key ${row.master_key_id} is not available`);
  await updateInstallationSecret(db, wrap(current, openBox(before, row.wrapped, CONTEXT)));
}

const CONTEXT = ["installation secret"];

/** If several nodes start concurrently, one creates the secret and all use it. */
async function create(database: Database, masterKeys: MasterKeys) {
  await database.transaction(async (db) => {
    await keepRotationOut(db);
    await insertInstallationSecret(db, wrap(masterKeys.current(), newKeyBytes()));
  });
  const row = await findInstallationSecret(database);
  if (!row) throw new Error("the installation secret is missing after it was created");
  return row;
}

function wrap(master: SealingKey, bytes: Buffer) {
  return { wrapped: sealBox(master, bytes, CONTEXT), master_key_id: master.id };
}
