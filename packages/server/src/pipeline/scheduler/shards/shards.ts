import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { SHARDS } from "../../../platform/kernel/shard.ts";
import type { Database, DbSession } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { CLAIM_MAX, shardShare } from "./shard-share.ts";

/** First half of the advisory locks' keys; any numbers that nothing else uses. */
const LOCK_CLASS = 0x7664; // "vd"
/** Of the locks that say that the targets of a shard are loaded and scheduled. */
const LOADED_CLASS = 0x7665;
const PRESENCE_KEY = 1_000;
const RENEW_INTERVAL_MS = 2_000;
/** Held advisory locks in this database. */
const isHeldLock = sql`locktype = 'advisory' and granted
  and database = (select oid from pg_database where datname = current_database())`;
/** Shards that are handed over together: no one schedules them until the next holder has loaded them. */
export const HAND_OVER_COUNT = 2;
/** How long to wait for the next holder of shards before the next ones are handed over. Loading 100,000 monitors takes 4 s. */
const LOADED_WAIT_MS = 10_000;
const LOADED_POLL_MS = 10;
/** Channel of NOTIFY, without a payload. */
const CHANNEL = "shards_changed";
/** Time to hand shards to a scheduler that joined; the last ones without waiting until it has loaded the others. */
const HAND_OVER_MAX_MS = 20_000;
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
  /** Shards to hand over, at most `HAND_OVER_COUNT` at once: start nothing of them. Resolves when the next holder may start. */
  release(shards: readonly number[], deadlineMs: number): Promise<void>;
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

/**
 * Leases of shards: session-level advisory locks, so that the database frees them when their holder dies.
 * Every scheduler also holds one lock in shared mode, by which they count each other and take only their
 * share. A scheduler that joins, leaves or releases shards notifies the others, which rebalance at once.
 */
export class ShardLeases {
  readonly #deps: Required<ShardDeps>;
  readonly #handlers: ShardHandlers;
  readonly #held = new Set<number>();
  #session: DbSession | null = null;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | null = null;
  /** Something changed during the rebalance. */
  #isRequested = false;
  #endListening: (() => Promise<void>) | undefined;

  constructor(deps: ShardDeps, handlers: ShardHandlers) {
    this.#deps = { responseTimeoutMs: RESPONSE_TIMEOUT_MS, idleMaxMs: IDLE_MAX_MS, ...deps };
    this.#handlers = handlers;
  }

  /** Claims its share of the shards, and keeps it up to date until stopped. */
  async start(): Promise<void> {
    this.#endListening = await this.#deps.database.listen(CHANNEL, () => void this.#renew());
    await this.#renew();
  }

  /** Hands over every shard as soon as possible, until `deadlineMs` (monotonic). */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#endListening?.();
    await this.#renewing;
    try {
      // First, so that the others no longer count this scheduler and take over its shards.
      await this.#session?.run(sql`select pg_advisory_unlock_shared(${LOCK_CLASS}, ${PRESENCE_KEY})`);
      await this.#handOver([...this.#held], deadlineMs);
    } catch (error) {
      this.#deps.log.warn("scheduler.lease_renewal_failed", errorFacts(error));
    }
    await this.#endSession();
  }

  #renew(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#renewing !== null) this.#isRequested = true;
    else if (!this.#isStopped) this.#renewing = this.#renewOnce();
    return this.#renewing ?? Promise.resolve();
  }

  async #renewOnce(): Promise<void> {
    this.#isRequested = false;
    try {
      await this.#balance();
    } catch (error) {
      this.#deps.log.warn("scheduler.lease_renewal_failed", errorFacts(error));
      // A failed rebalance leaves an unknown state: ending the session frees all its locks.
      await this.#endSession();
    }
    this.#renewing = null;
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#renew(), this.#isRequested ? 0 : RENEW_INTERVAL_MS);
  }

  async #balance(): Promise<void> {
    const { clock } = this.#deps;
    const session = this.#session ?? (await this.#connect());
    let gained: number[];
    do {
      const { schedulers, earlier } = await countSchedulers(session);
      const { giveUp, claimMax } = shardShare({ held: this.#held, shards: SHARDS, schedulers, earlier });
      await this.#handOver(giveUp, clock.monotonic() + HAND_OVER_MAX_MS);
      gained = await this.#claim(session, claimMax);
      for (const shard of gained) this.#held.add(shard);
      if (gained.length === 0) return;
      await this.#load(session, gained);
    } while (gained.length === CLAIM_MAX && this.#session === session);
  }

  async #connect(): Promise<DbSession> {
    const { database, log, responseTimeoutMs, idleMaxMs } = this.#deps;
    const onLost = (error: Error) => {
      log.warn("scheduler.leases_lost", errorFacts(error));
      this.#loseAll();
    };
    const session = await database.session(onLost, { statementTimeoutMs: responseTimeoutMs });
    await setSessionTimeouts(session, idleMaxMs);
    await session.run(sql`select pg_advisory_lock_shared(${LOCK_CLASS}, ${PRESENCE_KEY})`);
    this.#session = session;
    await notifyOthers(session);
    return session;
  }

  async #claim(session: DbSession, count: number): Promise<number[]> {
    const free = Array.from({ length: SHARDS }, (_, shard) => shard).filter(
      (shard) => !this.#held.has(shard),
    );
    if (count === 0 || free.length === 0) return [];
    const rows = await session.rows<{ shard: number }>(sql`
      select shard from unnest(${free}::int4[]) as shard
      where pg_try_advisory_lock(${LOCK_CLASS}, shard) limit ${count}`);
    return rows.map(({ shard }) => shard);
  }

  async #load(session: DbSession, gained: readonly number[]): Promise<void> {
    try {
      await this.#handlers.gained(gained);
      await session.run(sql`
        select pg_advisory_lock_shared(${LOADED_CLASS}, shard) from unnest(${gained}::int4[]) as shard`);
    } finally {
      // The locks were lost with the session while the shards were loaded; others may hold them now.
      if (this.#session !== session) this.#handlers.lost(gained);
    }
  }

  async #handOver(shards: readonly number[], deadlineMs: number): Promise<void> {
    const isStopping = this.#isStopped;
    // A stop ends a rebalance: it hands over all shards, until its own deadline.
    for (let from = 0; from < shards.length && this.#isStopped === isStopping; from += HAND_OVER_COUNT) {
      const some = shards.slice(from, from + HAND_OVER_COUNT);
      await this.#handlers.release(some, deadlineMs);
      for (const shard of some) this.#held.delete(shard);
      await this.#session?.run(sql`
        select pg_advisory_unlock_shared(${LOADED_CLASS}, shard), pg_advisory_unlock(${LOCK_CLASS}, shard)
        from unnest(${some}::int4[]) as shard`);
      if (this.#session === null) return;
      await notifyOthers(this.#session);
      if (from + HAND_OVER_COUNT < shards.length)
        await this.#waitForNextHolder(this.#session, some, deadlineMs);
    }
  }

  /**
   * Checks of the remaining shards are started here until then. It does not wait without another scheduler, or if one
   * joins or leaves: then the shares change.
   */
  async #waitForNextHolder(session: DbSession, shards: readonly number[], deadlineMs: number): Promise<void> {
    const { clock } = this.#deps;
    const isStopping = this.#isStopped;
    const { schedulers } = await countSchedulers(session);
    if (schedulers === (isStopping ? 0 : 1)) return;
    const untilMs = Math.min(deadlineMs, clock.monotonic() + LOADED_WAIT_MS);
    while (clock.monotonic() < untilMs && this.#isStopped === isStopping) {
      const row = await session.find<{ loaded: number; schedulers: number }>(sql`
        select count(*) filter (where classid = ${LOADED_CLASS} and objid = any(${shards}::int4[]::oid[]))::int4 as loaded,
          count(*) filter (where classid = ${LOCK_CLASS} and objid = ${PRESENCE_KEY})::int4 as schedulers
        from pg_locks where ${isHeldLock}`);
      if (row?.loaded === shards.length || row?.schedulers !== schedulers) return;
      await new Promise((resolve) => setTimeout(resolve, LOADED_POLL_MS));
    }
  }

  async #endSession(): Promise<void> {
    const session = this.#session;
    this.#loseAll();
    await session?.close();
  }

  #loseAll(): void {
    const shards = [...this.#held];
    this.#held.clear();
    this.#session = null;
    if (shards.length > 0) this.#handlers.lost(shards);
  }
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
    where ${isHeldLock} and classid = ${LOCK_CLASS} and objid = ${PRESENCE_KEY}`);
  return row ?? { schedulers: 1, earlier: 0 };
}
