import { createECDH, createHmac } from "node:crypto";
import { openBox, type SealingKey, sealBox } from "../../../platform/kernel/secret-box.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { newMessageKeys } from "./encrypt-push.ts";
import { findPushKey, insertPushKey } from "./push-queries.ts";
import type { VapidKeys } from "./vapid.ts";

/**
 * The key pair of this installation for push services. Made at first use; a browser accepts messages only from the key that
 * it subscribed with, so the pair never changes. The private key is encrypted with a key derived from the installation
 * secret, which the master key encrypts.
 */
export async function openPushKeys(
  database: Database,
  { secret, nowMs }: { secret: string; nowMs: number },
): Promise<VapidKeys> {
  const sealing = sealingKey(secret);
  const row = (await findPushKey(database)) ?? (await makePushKey(database, sealing, nowMs));
  return {
    publicKey: row.public_key,
    privateKey: openBox(sealing, row.encrypted_private_key, CONTEXT),
  };
}

const CONTEXT = ["push key"];

function sealingKey(secret: string): SealingKey {
  return { id: "push", bytes: createHmac("sha256", secret).update("key of push services").digest() };
}

/** If several processes start concurrently, one makes the pair and all use it. */
async function makePushKey(database: Database, sealing: SealingKey, nowMs: number) {
  const { privateKey } = newMessageKeys();
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(privateKey);
  await insertPushKey(database, {
    publicKey: ecdh.getPublicKey(),
    encryptedPrivateKey: sealBox(sealing, privateKey, CONTEXT),
    now: new Date(nowMs),
  });
  const row = await findPushKey(database);
  if (!row) throw new Error("the push key is missing after it was made");
  return row;
}
