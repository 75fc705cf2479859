import type { NewPingKey, PingKey } from "@vedette/contract/heartbeats/ping-key.ts";
import { type AuditContext, audit } from "../../../pipeline/audit/audit.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import { hashPingKey, newPingKey } from "./key.ts";
import { deletePingKey, findPingKey, putPingKey } from "./queries.ts";

/** The key with which the heartbeats of an organization are pinged by their slugs. Only its SHA-256 is stored. */

/** Number of leading characters that are stored, so that users can identify the key. */
const KEY_START_LENGTH = 13;

export async function getPingKey({ db, orgId }: Pick<AuditContext, "db" | "orgId">): Promise<PingKey> {
  const row = await findPingKey(db, orgId);
  return {
    key_start: row?.key_start ?? null,
    created_by: row?.created_by ?? null,
    created_at: row?.created_at.toISOString() ?? null,
  };
}

/** Creates the key, or replaces it: pings with the previous one are rejected at once. */
export async function renewPingKey(ctx: AuditContext): Promise<NewPingKey> {
  const { db, orgId, actor, clock } = ctx;
  const key = newPingKey();
  const keyStart = key.slice(0, KEY_START_LENGTH);
  const createdAt = new Date(clock.now());
  const stored = await putPingKey(db, orgId, {
    keyHash: hashPingKey(key),
    ...{ keyStart, createdBy: actor.name, createdAt },
  });
  const replaced = stored?.replaced ?? null;
  await audit(ctx, {
    action: replaced === null ? "ping_key.create" : "ping_key.rotate",
    target: { type: "ping_key", id: orgId },
    ...(replaced !== null && { before: { key_start: replaced } }),
    after: { key_start: keyStart },
  });
  return { key, key_start: keyStart, created_by: actor.name, created_at: createdAt.toISOString() };
}

export async function removePingKey(ctx: AuditContext): Promise<void> {
  const { db, orgId } = ctx;
  const row = await deletePingKey(db, orgId);
  if (!row) throw notFound("ping key");
  await audit(ctx, {
    action: "ping_key.delete",
    target: { type: "ping_key", id: orgId },
    before: { key_start: row.key_start },
  });
}
