import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { COMMIT_MS } from "./figures.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/** PostgreSQL, as far as schedulers know it: locks that end with their session, notices, and commits that take their time. */
export type SimulatedDatabase = {
  readonly isUp: boolean;
  goAway(): void;
  comeBack(): void;
  connect(on: { notice: () => void; lost: () => void }): Session;
  /** How long a transaction of this many rows takes. */
  commitMs(rows: number): number;
  /** Which session holds each shard. */
  readonly holders: readonly (Session | null)[];
};

/** A session with the presence lock of a scheduler. */
export type Session = {
  /** How many schedulers there are, and how many of them came before this one. */
  count(): { schedulers: number; earlier: number };
  /** Takes free shards, at most so many; gives those that it got. */
  claim(countMax: number): number[];
  release(shards: readonly number[]): void;
  /** Is counted no more, and keeps its shards. */
  leave(): void;
  notifyAll(): void;
  close(): void;
};

export function createDatabase({
  timeline,
  random,
  sample,
}: {
  timeline: Timeline;
  random: Random;
  /** How many rows one simulated row stands for. */
  sample: number;
}): SimulatedDatabase {
  const holders: (Session | null)[] = Array.from({ length: SHARDS }, () => null);
  const sessions = new Map<Session, { notice: () => void; lost: () => void }>();
  const present = new Set<Session>();
  let isUp = true;

  function end(session: Session): void {
    sessions.delete(session);
    present.delete(session);
    for (const [shard, holder] of holders.entries()) if (holder === session) holders[shard] = null;
  }

  function notifyAll(): void {
    for (const { notice } of sessions.values()) timeline.after(random.between(0.5, 3), notice);
  }

  return {
    get isUp() {
      return isUp;
    },
    holders,
    goAway() {
      isUp = false;
      for (const [session, { lost }] of [...sessions]) {
        end(session);
        lost();
      }
    },
    comeBack() {
      isUp = true;
    },
    commitMs: (rows) =>
      random.logNormal(COMMIT_MS.median, COMMIT_MS.sigma) + rows * sample * COMMIT_MS.perRow,
    connect(on) {
      const session: Session = {
        count: () => ({ schedulers: present.size, earlier: [...present].indexOf(session) }),
        claim(countMax) {
          const free = [...holders.keys()].filter((shard) => holders[shard] === null).slice(0, countMax);
          for (const shard of free) holders[shard] = session;
          return free;
        },
        release(shards) {
          for (const shard of shards) if (holders[shard] === session) holders[shard] = null;
        },
        leave: () => void present.delete(session),
        notifyAll,
        close: () => end(session),
      };
      sessions.set(session, on);
      present.add(session);
      return session;
    },
  };
}
