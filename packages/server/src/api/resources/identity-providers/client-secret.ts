import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Db } from "../../../platform/storage/database.ts";

/** The secret of an identity provider, encrypted with the organization's key. */

type SecretContext = { orgId: OrgId; id: string; version: number };

export function sealClientSecret(
  { db, vault }: { db: Db; vault: Vault },
  context: SecretContext,
  secret: string,
): Promise<Buffer> {
  return vault.seal(db, { purpose: "identity_provider", ...context }, secret);
}

export function openClientSecret(
  { db, vault }: { db: Db; vault: Vault },
  context: SecretContext,
  encrypted: Buffer,
): Promise<string> {
  return vault.open(db, { purpose: "identity_provider", ...context }, encrypted);
}
