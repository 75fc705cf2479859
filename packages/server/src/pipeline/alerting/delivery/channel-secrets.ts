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

type Place = { orgId: OrgId; id: string; version: number };

export async function openChannelSecrets(
  { db, vault }: { db: Db; vault: Vault },
  place: Place,
  sealed: Buffer,
): Promise<ChannelSecrets> {
  return secretsSchema.parse(JSON.parse(await vault.open(db, boxPlace(place), sealed)));
}

export function sealChannelSecrets(
  { db, vault }: { db: Db; vault: Vault },
  place: Place,
  secrets: ChannelSecrets,
): Promise<Buffer> {
  return vault.seal(db, boxPlace(place), JSON.stringify(secrets));
}

function boxPlace(place: Place): BoxContext {
  return { purpose: "channel", ...place };
}
