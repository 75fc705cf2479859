import type { OrgId } from "@vedette/contract/common/ids.ts";
import { z } from "zod";
import type { BoxContext, Vault } from "../../../platform/secrets/vault.ts";
import type { Db } from "../../../platform/storage/database.ts";

/**
 * The complete configuration of a channel, encrypted. Its public fields are also stored in plain text for
 * display.
 */
export type ChannelSecrets = { config: Record<string, unknown>; signingSecret: string | null };

const secretsSchema = z.object({
  config: z.record(z.string(), z.unknown()),
  signingSecret: z.string().nullable(),
});

type SecretContext = { orgId: OrgId; id: string; version: number };

export async function openChannelSecrets(
  { db, vault }: { db: Db; vault: Vault },
  context: SecretContext,
  encrypted: Buffer,
): Promise<ChannelSecrets> {
  return secretsSchema.parse(JSON.parse(await vault.open(db, secretContext(context), encrypted)));
}

export function sealChannelSecrets(
  { db, vault }: { db: Db; vault: Vault },
  context: SecretContext,
  secrets: ChannelSecrets,
): Promise<Buffer> {
  return vault.seal(db, secretContext(context), JSON.stringify(secrets));
}

function secretContext(context: SecretContext): BoxContext {
  return { purpose: "channel", ...context };
}
