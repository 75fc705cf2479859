import type { Db } from "../../storage/database.ts";
import { type ApiKeyRow, findKeysByHash } from "./queries.ts";

/**
 * Finds keys for many requests with one statement. While one is under way, those that come gather for the
 * next, so under load a request costs a fraction of a statement. This is no cache: the statement that
 * answers a request always begins after the request came, and so sees every revocation before it.
 */
export type KeyLookup = (keyHash: Buffer) => Promise<ApiKeyRow | null>;

/** Keys of one statement; what is above goes with the next one. */
const BATCH_MAX = 500;

type Waiting = { hash: string; resolve(row: ApiKeyRow | null): void; reject(error: unknown): void };

export function createKeyLookup(db: Db): KeyLookup {
  const waiting: Waiting[] = [];
  let isAsking = false;

  async function askOnce(batch: readonly Waiting[]): Promise<void> {
    try {
      const hashes = [...new Set(batch.map(({ hash }) => hash))];
      const rows = await findKeysByHash(db, hashes);
      const byHash = new Map(rows.map((row) => [row.key_hash.toString("hex"), row]));
      for (const { hash, resolve } of batch) resolve(byHash.get(hash) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Never fails: whoever waits is told. */
  async function askAll(): Promise<void> {
    while (waiting.length > 0) await askOnce(waiting.splice(0, BATCH_MAX));
    isAsking = false;
  }

  return (keyHash) =>
    new Promise((resolve, reject) => {
      waiting.push({ hash: keyHash.toString("hex"), resolve, reject });
      if (isAsking) return;
      isAsking = true;
      void askAll();
    });
}
