import { createHash, createHmac, randomBytes } from "node:crypto";
import type { SubscriberType } from "@vedette/contract/status-pages/subscriber-words.ts";
import { z } from "zod";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { newSigningSecret } from "../../alerting/messages/signing-secret.ts";
import type { SubscriberRow } from "./subscriber-row.ts";

/** What is stored of a subscriber in encrypted form only. */
export type SubscriberSecrets = {
  /** An email address in lower case, or a URL. */
  address: string;
  /** In the links of messages. Its holder may change and end the subscription. */
  token: string;
  /** Of a webhook. */
  signingSecret: string | null;
};

const schema = z.object({ address: z.string(), token: z.string(), signingSecret: z.string().nullable() });

const TOKEN_BYTES = 24;
/** Secrets of a subscriber never change. */
const VERSION = 1;

export function newSecrets({ type, address }: { type: SubscriberType; address: string }): SubscriberSecrets {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { address, token, signingSecret: type === "webhook" ? newSigningSecret() : null };
}

/** The form in which addresses are compared. */
export function normalizeAddress(type: SubscriberType, text: string): string {
  return type === "email" ? text.trim().toLowerCase() : new URL(text.trim()).href;
}

/** Finds an address of a page. `address` is normalized. */
export function hashAddress(
  { type, address }: { type: SubscriberType; address: string },
  secret: string,
): Buffer {
  const key = createHmac("sha256", secret).update("addresses of subscribers").digest();
  return createHmac("sha256", key).update(`${type} ${address}`).digest();
}

/** The token is random, so that its plain hash is stored. */
export function hashSubscriberToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

type Owner = Pick<SubscriberRow, "id" | "org_id">;

/** Must run in a transaction. */
export function sealSecrets(
  { db, vault }: { db: Db; vault: Vault },
  { id, org_id: orgId }: Owner,
  secrets: SubscriberSecrets,
): Promise<Buffer> {
  return vault.seal(db, { purpose: "subscriber", orgId, id, version: VERSION }, JSON.stringify(secrets));
}

/** Throws a BoxError if the master key is not available. */
export async function openSubscriberSecrets(
  { db, vault }: { db: Db; vault: Vault },
  { id, org_id: orgId, encrypted_secrets }: Owner & Pick<SubscriberRow, "encrypted_secrets">,
): Promise<SubscriberSecrets> {
  const context = { purpose: "subscriber", orgId, id, version: VERSION };
  return schema.parse(JSON.parse(await vault.open(db, context, encrypted_secrets)));
}

/** An address as it is shown: the path of a URL is a secret. */
export function shownAddress(type: SubscriberType, address: string): string {
  return type === "email" ? address : `${new URL(address).origin}/…`;
}
