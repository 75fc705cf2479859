import { CLAIM_MAX, shardShare } from "../../packages/server/src/pipeline/scheduler/shard-share.ts";
import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import type { Session, SimulatedDatabase } from "./database.ts";
import { LEASES } from "./figures.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/** Holds shards as pipeline/scheduler/shards.ts does, by the product's own rule of how many. */
export type SimulatedLeases = {
  /** Hands all shards on until the time is over. */
  stop(done: () => void): void;
  kill(): void;
};

export type LeaseHandlers = {
  /** `done` is called once these shards are scheduled here. */
  gained(shards: readonly number[], done: () => void): void;
  /** Starts nothing of these any more; calls `handOn` with those that are done, and `done` after the last. */
  letGo(
    shards: readonly number[],
    wish: { withinMs: number; handOn: (done: readonly number[]) => void; done: () => void },
  ): void;
  lost(shards: readonly number[]): void;
};

export type LeaseOptions = {
  timeline: Timeline;
  random: Random;
  database: SimulatedDatabase;
  startsWithOthers: boolean;
};

export function holdShards(
  { timeline, random, database, startsWithOthers }: LeaseOptions,
  handlers: LeaseHandlers,
): SimulatedLeases {
  const held = new Set<number>();
  let session: Session | null = null;
  let [isLooking, isAsked, isStarted, isStopped, isDead] = [false, false, false, false, false];
  /** Counts looks that were planned: a later one makes an earlier one void. */
  let planned = 0;
  let afterLook: (() => void) | null = null;

  function connect(): Session {
    const fresh = database.connect({ notice: look, lost: loseAll });
    session = fresh;
    if (!startsWithOthers || isStarted) fresh.notifyAll();
    isStarted = true;
    return fresh;
  }

  function loseAll(): void {
    const shards = [...held];
    held.clear();
    session = null;
    if (shards.length > 0) handlers.lost(shards);
  }

  function look(): void {
    if (isDead || isStopped) return;
    if (isLooking) {
      isAsked = true;
      return;
    }
    planned += 1;
    isLooking = true;
    isAsked = false;
    if (database.isUp) balance(session ?? connect());
    else looked();
  }

  function balance(current: Session): void {
    // A few round trips: to connect, to count, to take.
    timeline.after(random.between(3, 20), () => {
      if (isDead || session !== current) return looked();
      const { giveUp, claimMax } = shardShare({ held, shards: SHARDS, ...current.count() });
      handOver(giveUp, LEASES.handOnMaxMs, () => {
        if (isDead || session !== current) return looked();
        const gained = current.claim(claimMax);
        for (const shard of gained) held.add(shard);
        if (gained.length === 0) return looked();
        handlers.gained(gained, () => {
          if (session !== current) handlers.lost(gained);
          else if (gained.length === CLAIM_MAX) return balance(current);
          looked();
        });
      });
    });
  }

  function looked(): void {
    if (isDead) return;
    isLooking = false;
    const stop = afterLook;
    afterLook = null;
    if (stop) {
      stop();
      return;
    }
    const mine = planned;
    timeline.after(isAsked ? 0 : LEASES.lookMs, () => {
      if (planned === mine) look();
    });
  }

  function handOver(shards: readonly number[], withinMs: number, done: () => void): void {
    if (shards.length === 0) {
      done();
      return;
    }
    handlers.letGo(shards, {
      withinMs,
      done,
      handOn(some) {
        for (const shard of some) held.delete(shard);
        session?.release(some);
        session?.notifyAll();
      },
    });
  }

  function leave(done: () => void): void {
    session?.leave();
    handOver([...held], LEASES.stopMs, () => {
      const current = session;
      loseAll();
      current?.close();
      done();
    });
  }

  // Processes that start together know of each other before the first of them has looked.
  if (startsWithOthers) connect();
  timeline.after(random.between(0, startsWithOthers ? LEASES.lookMs : 0), look);
  return {
    stop(done) {
      isStopped = true;
      if (isLooking) afterLook = () => leave(done);
      else leave(done);
    },
    kill() {
      isDead = true;
      session?.close();
    },
  };
}
