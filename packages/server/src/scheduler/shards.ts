import { errorFacts, type Logger } from "../kernel/logger.ts";
import { SHARDS } from "../kernel/shard.ts";
import type { Database, DbSession } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";

/**
 * Leases of shards: session-level advisory locks, so that the database itself frees them when their
 * holder dies. Every scheduler also holds one lock in shared mode, by which they count each other
 * and take no more than their part.
 */
export type ShardLeases = {
  readonly held: ReadonlySet<number>;
  stop(): Promise<void>;
};

/** First half of the advisory locks' keys; any number that no one else uses. */
const LOCK_CLASS = 0x7664; // "vd"
const PRESENCE_KEY = 1_000;
const RENEW_INTERVAL_MS = 2_000;

export type ShardHandlers = {
  /** Shards that are now ours. */
  gained(shards: readonly number[]): Promise<void>;
  /** Shards that are ours no longer; nothing of them may be started any more. */
  lost(shards: readonly number[]): void;
};

/** Keeps trying for a fair part of the shards until stopped. */
export async function holdShards(
  { database, log }: { database: Database; log: Logger },
  handlers: ShardHandlers,
): Promise<ShardLeases> {
  const held = new Set<number>();
  let session: DbSession | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function loseAll(): void {
    const shards = [...held];
    held.clear();
    session = null;
    if (shards.length > 0) handlers.lost(shards);
  }

  async function connect(): Promise<DbSession> {
    const fresh = await database.session((error) => {
      log.warn("scheduler.leases_lost", errorFacts(error));
      loseAll();
    });
    await fresh.run(sql`select pg_advisory_lock_shared(${LOCK_CLASS}, ${PRESENCE_KEY})`);
    session = fresh;
    return fresh;
  }

  async function balance(): Promise<void> {
    const current = session ?? (await connect());
    const schedulers = await countSchedulers(current);
    const share = Math.ceil(SHARDS / Math.max(1, schedulers));
    await release(current, [...held].slice(share));
    const gained = held.size < share ? await claim(current, share - held.size) : [];
    for (const shard of gained) held.add(shard);
    if (gained.length > 0) await handlers.gained(gained);
  }

  async function release(current: DbSession, shards: readonly number[]): Promise<void> {
    if (shards.length === 0) return;
    for (const shard of shards) held.delete(shard);
    handlers.lost(shards);
    await current.run(
      sql`select pg_advisory_unlock(${LOCK_CLASS}, shard) from unnest(${shards}::int4[]) as shard`,
    );
  }

  async function claim(current: DbSession, count: number): Promise<number[]> {
    const free = Array.from({ length: SHARDS }, (_, shard) => shard).filter((shard) => !held.has(shard));
    const gained: number[] = [];
    for (const shard of free) {
      if (gained.length === count) break;
      const row = await current.find<{ ok: boolean }>(
        sql`select pg_try_advisory_lock(${LOCK_CLASS}, ${shard}) as ok`,
      );
      if (row?.ok) gained.push(shard);
    }
    return gained;
  }

  async function keep(): Promise<void> {
    try {
      await balance();
    } catch (error) {
      log.warn("scheduler.leases_failed", errorFacts(error));
      // Half a balance is no balance: the session's end frees every lock of it.
      const current = session;
      loseAll();
      await current?.close();
    }
    if (!isStopped) timer = setTimeout(() => void keep(), RENEW_INTERVAL_MS);
  }

  await keep();
  return {
    held,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const current = session;
      loseAll();
      await current?.close();
    },
  };
}

/** How many schedulers hold the presence lock on this database, this one included. */
async function countSchedulers(db: DbSession): Promise<number> {
  const row = await db.find<{ count: number }>(sql`
    select count(*)::int4 as count from pg_locks
    where locktype = 'advisory' and classid = ${LOCK_CLASS} and objid = ${PRESENCE_KEY} and granted
      and database = (select oid from pg_database where datname = current_database())`);
  return row?.count ?? 1;
}
