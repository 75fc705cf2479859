import type { OrgId } from "@vedette/contract/common/ids.ts";
import { z } from "zod";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Db } from "../../platform/storage/database.ts";

/** The secrets of a stream are stored encrypted, and returned only when they are made. */

export type StreamSecrets = z.output<typeof schema>;
const schema = z.object({ signingSecret: z.string().nullable(), clientKey: z.string().nullable() });

type SecretsContext = { orgId: OrgId; id: string; version: number };

export function sealStreamSecrets(
  { db, vault }: { db: Db; vault: Vault },
  context: SecretsContext,
  secrets: StreamSecrets,
): Promise<Buffer> {
  return vault.seal(db, { purpose: "audit_stream", ...context }, JSON.stringify(secrets));
}

export async function openStreamSecrets(
  { db, vault }: { db: Db; vault: Vault },
  context: SecretsContext,
  encrypted: Buffer,
): Promise<StreamSecrets> {
  return schema.parse(JSON.parse(await vault.open(db, { purpose: "audit_stream", ...context }, encrypted)));
}
