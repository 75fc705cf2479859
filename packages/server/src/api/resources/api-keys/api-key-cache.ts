import type { KeyActor } from "../../../platform/kernel/actor.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { hashKey, isKey, isValid } from "./key.ts";
import { type ApiKeyRow, findKeyByHash, touchKey } from "./queries.ts";

/**
 * Resolves API keys to their owners and caches each result for 250 ms on each node, counted from before the
 * statement started. The response to a revocation is delayed until the entry has expired on every node. From
 * that response on, a revoked key is rejected everywhere, and the nodes need no messages between them.
 */
export type ApiKeyCache = {
  /** Returns null if the key is unknown, revoked or expired. Callers must not distinguish these cases. */
  find(key: string): Promise<FoundKey | null>;
};

export type FoundKey = {
  actor: KeyActor;
  /** IP addresses and networks from which it may be used; empty for all. */
  ipAllow: readonly string[];
};

const TTL_MS = 250;
/**
 * Delay of the response after a revocation is committed. Longer than the TTL because timers may fire early.
 */
export const REVOCATION_DELAY_MS = TTL_MS + 50;
/** Maximum number of entries; an entry takes 300 bytes, or 2 kB with many projects. */
const ENTRIES_MAX = 5_000;
/** Limits the writes of `last_used_at` to one a minute for a key in steady use. */
const TOUCH_INTERVAL_MS = 60_000;

type Holder = FoundKey & { expires_at: Date | null; revoked_at: Date | null };
type CacheEntry = { expiresAtMs: number; holder: Promise<Holder | null> };

export function createApiKeyCache(db: Db, clock: Clock): ApiKeyCache {
  /** By key hash, oldest first. */
  const entries = new Map<string, CacheEntry>();

  async function load(keyHash: string): Promise<Holder | null> {
    const row = await findKeyByHash(db, keyHash);
    const nowMs = clock.now();
    if (!row || !isValid(row, nowMs)) return null;
    await touch(row, nowMs);
    const { id: keyId, org_id: orgId, scope, location, projects, selector, name } = row;
    const { expires_at, revoked_at } = row;
    const actor = { kind: "key" as const, keyId, orgId, scope, location, projects, selector, name };
    return { actor, ipAllow: row.ip_allow, expires_at, revoked_at };
  }

  async function touch({ id, org_id: orgId, last_used_at: last }: ApiKeyRow, nowMs: number): Promise<void> {
    const before = new Date(nowMs - TOUCH_INTERVAL_MS);
    if (last === null || last < before) await touchKey(db, orgId, { id, now: new Date(nowMs), before });
  }

  /** Loads a key. Concurrent requests share the statement. */
  function refresh(keyHash: string): Promise<Holder | null> {
    const entry = { expiresAtMs: clock.monotonic() + TTL_MS, holder: load(keyHash) };
    entries.delete(keyHash);
    entries.set(keyHash, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= ENTRIES_MAX) break;
      entries.delete(oldest);
    }
    const evict = () => {
      if (entries.get(keyHash) === entry) entries.delete(keyHash);
    };
    // Unknown keys are not cached: a key can be created at any time.
    entry.holder.then((holder) => holder ?? evict(), evict);
    return entry.holder;
  }

  return {
    async find(key) {
      if (!isKey(key)) return null;
      const keyHash = hashKey(key);
      const entry = entries.get(keyHash);
      const isFresh = entry !== undefined && clock.monotonic() < entry.expiresAtMs;
      const holder = await (isFresh ? entry.holder : refresh(keyHash));
      return holder && isValid(holder, clock.now()) ? holder : null;
    },
  };
}
