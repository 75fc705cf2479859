import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { SHARDS } from "../../platform/kernel/shard.ts";
import type { Database, DbSession } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { CLAIM_MAX, shardShare } from "./shard-share.ts";

/**
 * Leases of shards: session-level advisory locks, so that the database frees them when their holder dies.
 * Every scheduler also holds one lock in shared mode, by which they count each other and take only their
 * share. A scheduler that joins, leaves or releases shards notifies the others, which rebalance at once.
 */
export type ShardLeases = {
  readonly held: ReadonlySet<number>;
  /** Hands over every shard as soon as possible, until `deadlineMs` (monotonic). */
  stop(deadlineMs: number): Promise<void>;
};

/** First half of the advisory locks' keys; any number that nothing else uses. */
const LOCK_CLASS = 0x7664; // "vd"
const PRESENCE_KEY = 1_000;
const RENEW_INTERVAL_MS = 2_000;
/** Channel of NOTIFY, without a payload. */
const CHANNEL = "shards_changed";
/** Maximum wait for in-flight checks when shards are handed to a scheduler that joined. */
const HAND_OVER_MAX_MS = 5_000;
/**
 * A holder that the network has cut off must stop before another one starts. It queries the database every
 * two seconds and waits this long for the response. PostgreSQL releases its locks after 5 s of silence and
 * two keepalive probes, 5 s apart.
 */
const RESPONSE_TIMEOUT_MS = 5_000;
/**
 * A hanging proxy acknowledges for both sides, so PostgreSQL sees no disconnect: it ends a session that is
 * idle this long. A working session sends a query at least every 15 s, with the heartbeat of its connection.
 */
const IDLE_MAX_MS = 20_000;

export type ShardHandlers = {
  /** Shards that are now held here. */
  gained(shards: readonly number[]): Promise<void>;
  /** Shards to hand over: start nothing of them, and call `onReleased` with those that are done. */
  release(
    shards: readonly number[],
    request: { deadlineMs: number; onReleased: (done: readonly number[]) => Promise<void> },
  ): Promise<void>;
  /** Shards that are no longer held here; nothing of them may be started. */
  lost(shards: readonly number[]): void;
};

export type ShardDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Timeouts of the database session; optional. */
  responseTimeoutMs?: number;
  idleMaxMs?: number;
};

/** Keeps claiming its share of the shards until stopped. */
export async function holdShards(
  { database, clock, log, responseTimeoutMs = RESPONSE_TIMEOUT_MS, idleMaxMs = IDLE_MAX_MS }: ShardDeps,
  handlers: ShardHandlers,
): Promise<ShardLeases> {
  const held = new Set<number>();
  let session: DbSession | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> | null = null;
  /** Something changed during the rebalance. */
  let isRequested = false;

  function loseAll(): void {
    const shards = [...held];
    held.clear();
    session = null;
    if (shards.length > 0) handlers.lost(shards);
  }

  async function connect(): Promise<DbSession> {
    const onLost = (error: Error) => {
      log.warn("scheduler.leases_lost", errorFacts(error));
      loseAll();
    };
    const fresh = await database.session(onLost, { statementTimeoutMs: responseTimeoutMs });
    await setSessionTimeouts(fresh, idleMaxMs);
    await fresh.run(sql`select pg_advisory_lock_shared(${LOCK_CLASS}, ${PRESENCE_KEY})`);
    session = fresh;
    await notifyOthers(fresh);
    return fresh;
  }

  async function balance(): Promise<void> {
    const current = session ?? (await connect());
    let gained: number[];
    do {
      const { schedulers, earlier } = await countSchedulers(current);
      const { giveUp, claimMax } = shardShare({ held, shards: SHARDS, schedulers, earlier });
      await handOver(giveUp, clock.monotonic() + HAND_OVER_MAX_MS);
      gained = await claim(current, claimMax);
      for (const shard of gained) held.add(shard);
      if (gained.length > 0) await load(current, gained);
    } while (gained.length === CLAIM_MAX && session === current);
  }

  async function load(current: DbSession, gained: readonly number[]): Promise<void> {
    try {
      await handlers.gained(gained);
    } finally {
      // The locks were lost with the session while the shards were loaded; others may hold them now.
      if (session !== current) handlers.lost(gained);
    }
  }

  async function handOver(shards: readonly number[], deadlineMs: number): Promise<void> {
    if (shards.length === 0) return;
    await handlers.release(shards, {
      deadlineMs,
      async onReleased(done) {
        for (const shard of done) held.delete(shard);
        await session?.run(
          sql`select pg_advisory_unlock(${LOCK_CLASS}, shard) from unnest(${done}::int4[]) as shard`,
        );
        if (session) await notifyOthers(session);
      },
    });
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

  async function tryBalance(): Promise<void> {
    try {
      await balance();
    } catch (error) {
      log.warn("scheduler.lease_renewal_failed", errorFacts(error));
      // A failed rebalance leaves an unknown state: ending the session frees all its locks.
      const current = session;
      loseAll();
      await current?.close();
    }
  }

  async function renew(): Promise<void> {
    isRequested = false;
    await tryBalance();
    renewing = null;
    if (!isStopped) timer = setTimeout(() => void start(), isRequested ? 0 : RENEW_INTERVAL_MS);
  }

  function start(): Promise<void> {
    clearTimeout(timer);
    if (renewing !== null) isRequested = true;
    else if (!isStopped) renewing = renew();
    return renewing ?? Promise.resolve();
  }

  const endListening = await database.listen(CHANNEL, () => void start());
  await start();
  return {
    held,
    async stop(deadlineMs) {
      isStopped = true;
      clearTimeout(timer);
      await endListening();
      await renewing;
      try {
        // First, so that the others no longer count this scheduler and take over its shards.
        await session?.run(sql`select pg_advisory_unlock_shared(${LOCK_CLASS}, ${PRESENCE_KEY})`);
        await handOver([...held], deadlineMs);
      } catch (error) {
        log.warn("scheduler.lease_renewal_failed", errorFacts(error));
      }
      const current = session;
      loseAll();
      await current?.close();
    },
  };
}

/** A NOTIFY reaches its sender too, which costs one extra rebalance. */
async function notifyOthers(db: DbSession): Promise<void> {
  await db.run(sql`select pg_notify(${CHANNEL}, '')`);
}

/** Makes the server detect a dead client soon. Over a Unix socket it ignores TCP settings. */
async function setSessionTimeouts(db: DbSession, idleMaxMs: number): Promise<void> {
  await db.run(sql`select set_config('tcp_keepalives_idle', '5', false),
    set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '2', false),
    set_config('idle_session_timeout', ${String(idleMaxMs)}, false)`);
}

/**
 * How many schedulers hold the presence lock on this database, including this one, and how many are before
 * it, ordered by the backend process ids, which all of them see.
 */
async function countSchedulers(db: DbSession): Promise<{ schedulers: number; earlier: number }> {
  const row = await db.find<{ schedulers: number; earlier: number }>(sql`
    select count(*)::int4 as schedulers, count(*) filter (where pid < pg_backend_pid())::int4 as earlier from pg_locks
    where locktype = 'advisory' and classid = ${LOCK_CLASS} and objid = ${PRESENCE_KEY} and granted
      and database = (select oid from pg_database where datname = current_database())`);
  return row ?? { schedulers: 1, earlier: 0 };
}
