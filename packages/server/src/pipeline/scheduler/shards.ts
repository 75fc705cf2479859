import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { SHARDS } from "../../platform/kernel/shard.ts";
import type { Database, DbSession } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { CLAIM_MAX, shardShare } from "./shard-share.ts";

/**
 * Leases of shards: session-level advisory locks, so that the database itself frees them when their
 * holder dies. Every scheduler also holds one lock in shared mode, by which they count each other
 * and take no more than their part. Who comes, goes or lets go of shards tells the others, who look at once.
 */
export type ShardLeases = {
  readonly held: ReadonlySet<number>;
  /** Hands every shard on, each as soon as it can be, until `deadlineMs` (monotonic). */
  stop(deadlineMs: number): Promise<void>;
};

/** First half of the advisory locks' keys; any number that no one else uses. */
const LOCK_CLASS = 0x7664; // "vd"
const PRESENCE_KEY = 1_000;
const RENEW_INTERVAL_MS = 2_000;
/** Channel of NOTIFY, without a payload. */
const CHANNEL = "shards_changed";
/** Longest wait for what is on the way when a part is handed to a scheduler that has come. */
const HAND_ON_MAX_MS = 5_000;
/**
 * A holder that the network has cut off must have stopped before another begins. It asks the database something every
 * two seconds and waits this long; PostgreSQL gives its locks up after 5 s of silence and two questions, 5 s apart.
 */
const ANSWER_WITHIN_MS = 5_000;
/**
 * A proxy that hangs acknowledges for both sides, so that PostgreSQL hears of no end: it ends a session that asks nothing
 * for so long. One that works asks every 15 s at the least, by the heartbeat of its connection.
 */
const QUIET_MAX_MS = 20_000;

export type ShardHandlers = {
  /** Shards that are now ours. */
  gained(shards: readonly number[]): Promise<void>;
  /** Shards that are to be another's: starts nothing of them any more, and calls `handOn` with those that are done. */
  letGo(
    shards: readonly number[],
    wish: { deadlineMs: number; handOn: (done: readonly number[]) => Promise<void> },
  ): Promise<void>;
  /** Shards that are ours no longer; nothing of them may be started any more. */
  lost(shards: readonly number[]): void;
};

export type ShardDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Of the database; defaults where they are left out. */
  answerWithinMs?: number;
  quietMaxMs?: number;
};

/** Keeps trying for a fair part of the shards until stopped. */
export async function holdShards(
  { database, clock, log, answerWithinMs = ANSWER_WITHIN_MS, quietMaxMs = QUIET_MAX_MS }: ShardDeps,
  handlers: ShardHandlers,
): Promise<ShardLeases> {
  const held = new Set<number>();
  let session: DbSession | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let keeping: Promise<void> | null = null;
  /** Something changed while we looked. */
  let isAsked = false;

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
    const fresh = await database.session(onLost, { statementTimeoutMs: answerWithinMs });
    await letDieSoon(fresh, quietMaxMs);
    await fresh.run(sql`select pg_advisory_lock_shared(${LOCK_CLASS}, ${PRESENCE_KEY})`);
    session = fresh;
    await tellOthers(fresh);
    return fresh;
  }

  async function balance(): Promise<void> {
    const current = session ?? (await connect());
    let gained: number[];
    do {
      const { schedulers, earlier } = await countSchedulers(current);
      const { giveUp, claimMax } = shardShare({ held, shards: SHARDS, schedulers, earlier });
      await handOver(giveUp, clock.monotonic() + HAND_ON_MAX_MS);
      gained = await claim(current, claimMax);
      for (const shard of gained) held.add(shard);
      if (gained.length > 0) await takeOn(current, gained);
    } while (gained.length === CLAIM_MAX && session === current);
  }

  async function takeOn(current: DbSession, gained: readonly number[]): Promise<void> {
    try {
      await handlers.gained(gained);
    } finally {
      // With the session they were lost while they were being taken on, and are somebody else's by now.
      if (session !== current) handlers.lost(gained);
    }
  }

  async function handOver(shards: readonly number[], deadlineMs: number): Promise<void> {
    if (shards.length === 0) return;
    await handlers.letGo(shards, {
      deadlineMs,
      async handOn(done) {
        for (const shard of done) held.delete(shard);
        await session?.run(
          sql`select pg_advisory_unlock(${LOCK_CLASS}, shard) from unnest(${done}::int4[]) as shard`,
        );
        if (session) await tellOthers(session);
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

  async function look(): Promise<void> {
    try {
      await balance();
    } catch (error) {
      log.warn("scheduler.leases_failed", errorFacts(error));
      // Half a balance is no balance: the session's end frees every lock of it.
      const current = session;
      loseAll();
      await current?.close();
    }
  }

  async function keep(): Promise<void> {
    isAsked = false;
    await look();
    keeping = null;
    if (!isStopped) timer = setTimeout(() => void start(), isAsked ? 0 : RENEW_INTERVAL_MS);
  }

  function start(): Promise<void> {
    clearTimeout(timer);
    if (keeping !== null) isAsked = true;
    else if (!isStopped) keeping = keep();
    return keeping ?? Promise.resolve();
  }

  const endListening = await database.listen(CHANNEL, () => void start());
  await start();
  return {
    held,
    async stop(deadlineMs) {
      isStopped = true;
      clearTimeout(timer);
      await endListening();
      await keeping;
      try {
        // First, so that the others count without us and take what is handed on.
        await session?.run(sql`select pg_advisory_unlock_shared(${LOCK_CLASS}, ${PRESENCE_KEY})`);
        await handOver([...held], deadlineMs);
      } catch (error) {
        log.warn("scheduler.leases_failed", errorFacts(error));
      }
      const current = session;
      loseAll();
      await current?.close();
    },
  };
}

/** A NOTIFY reaches ourselves too, which costs one look. */
async function tellOthers(db: DbSession): Promise<void> {
  await db.run(sql`select pg_notify(${CHANNEL}, '')`);
}

/** Has the server notice soon that nobody is there any more. Over a Unix socket it ignores what is said of TCP. */
async function letDieSoon(db: DbSession, quietMaxMs: number): Promise<void> {
  await db.run(sql`select set_config('tcp_keepalives_idle', '5', false),
    set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '2', false),
    set_config('idle_session_timeout', ${String(quietMaxMs)}, false)`);
}

/**
 * How many schedulers hold the presence lock on this database, this one included, and how many of them stand before it:
 * by the numbers of their sessions' processes, which all of them see.
 */
async function countSchedulers(db: DbSession): Promise<{ schedulers: number; earlier: number }> {
  const row = await db.find<{ schedulers: number; earlier: number }>(sql`
    select count(*)::int4 as schedulers, count(*) filter (where pid < pg_backend_pid())::int4 as earlier from pg_locks
    where locktype = 'advisory' and classid = ${LOCK_CLASS} and objid = ${PRESENCE_KEY} and granted
      and database = (select oid from pg_database where datname = current_database())`);
  return row ?? { schedulers: 1, earlier: 0 };
}
