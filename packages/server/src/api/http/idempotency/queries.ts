import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Identifies the request that a stored response belongs to. `caller` is bound to one organization. */
export type Repetition = { caller: string; route: string; key: string };

export type StoredResponse = { body_hash: Buffer; status: number; response: unknown };

/**
 * Returns 1 for the first request within the window, 0 for a repeated one. A concurrent request with the same
 * key waits here until the other transaction ends.
 */
export const claim = (
  db: Db,
  { caller, route, key }: Repetition,
  { bodyHash, now, staleBefore }: { bodyHash: Buffer; now: Date; staleBefore: Date },
) =>
  db.run(sql`
    insert into idempotency_key as k (caller, route, key, body_hash, created_at)
    values (${caller}, ${route}, ${key}, ${bodyHash}, ${now})
    on conflict (caller, route, key) do update
      set body_hash = excluded.body_hash, created_at = excluded.created_at, status = null, response = null
      where k.created_at < ${staleBefore}`);

export const findResponse = (db: Db, { caller, route, key }: Repetition) =>
  db.find<StoredResponse>(sql`
    select body_hash, status, response from idempotency_key
    where caller = ${caller} and route = ${route} and key = ${key}`);

export const storeResponse = (
  db: Db,
  { caller, route, key }: Repetition,
  { status, response }: { status: number; response: unknown },
) =>
  db.run(sql`
    update idempotency_key set status = ${status}, response = ${JSON.stringify(response)}::jsonb
    where caller = ${caller} and route = ${route} and key = ${key}`);
