import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { KeyActor } from "../../routing/actor.ts";
import { hashKey, isAlive, isKey } from "./key.ts";
import { type ApiKeyRow, findKeyByHash, touchKey } from "./queries.ts";

/**
 * Whose key a request shows. What was found is believed for a quarter of a second, on each node by itself, from before the
 * statement began. Whoever takes a key back answers no sooner than the last node has stopped believing, so that a
 * revocation that was answered holds from the next request on, everywhere, without a word between the nodes.
 */
export type ApiKeyCache = {
  /** Null when it is unknown, revoked or expired, which callers must not tell apart. */
  find(key: string): Promise<KeyActor | null>;
};

const BELIEVED_MS = 250;
/** How long to wait, once it is committed, with the answer that a key is good no more; timers may be early. */
export const KEY_FORGOTTEN_MS = BELIEVED_MS + 50;
/** Keys that are believed at once; 300 bytes each. */
const BELIEVED_MAX = 5_000;
/** A key in steady use costs one write a minute, not one a request. */
const TOUCH_INTERVAL_MS = 60_000;

type Holder = { actor: KeyActor; expires_at: Date | null; revoked_at: Date | null };
type Belief = { untilMs: number; holder: Promise<Holder | null> };

export function createApiKeyCache(db: Db, clock: Clock): ApiKeyCache {
  /** By the hash of their key, oldest first. */
  const beliefs = new Map<string, Belief>();

  async function ask(keyHash: string): Promise<Holder | null> {
    const row = await findKeyByHash(db, keyHash);
    const nowMs = clock.now();
    if (!row || !isAlive(row, nowMs)) return null;
    await touch(row, nowMs);
    const { id: keyId, org_id: orgId, scope, location, name, expires_at, revoked_at } = row;
    return { actor: { kind: "key", keyId, orgId, scope, location, name }, expires_at, revoked_at };
  }

  async function touch({ id, org_id: orgId, last_used_at: last }: ApiKeyRow, nowMs: number): Promise<void> {
    const before = new Date(nowMs - TOUCH_INTERVAL_MS);
    if (last === null || last < before) await touchKey(db, orgId, { id, now: new Date(nowMs), before });
  }

  /** Requests that come while it is under way wait for the same statement. */
  function askAnew(keyHash: string): Promise<Holder | null> {
    const belief = { untilMs: clock.monotonic() + BELIEVED_MS, holder: ask(keyHash) };
    beliefs.delete(keyHash);
    beliefs.set(keyHash, belief);
    for (const oldest of beliefs.keys()) {
      if (beliefs.size <= BELIEVED_MAX) break;
      beliefs.delete(oldest);
    }
    const forget = () => {
      if (beliefs.get(keyHash) === belief) beliefs.delete(keyHash);
    };
    // That a key is not good is never believed: it may be made at any moment.
    belief.holder.then((holder) => holder ?? forget(), forget);
    return belief.holder;
  }

  return {
    async find(key) {
      if (!isKey(key)) return null;
      const keyHash = hashKey(key);
      const belief = beliefs.get(keyHash);
      const isBelieved = belief !== undefined && clock.monotonic() < belief.untilMs;
      const holder = await (isBelieved ? belief.holder : askAnew(keyHash));
      return holder && isAlive(holder, clock.now()) ? holder.actor : null;
    },
  };
}
