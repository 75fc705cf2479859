import type { HandedOverCheck } from "../../packages/server/src/pipeline/scheduler/shards/handover.ts";
import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { COMMIT_MS } from "./figures.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

export type DatabaseOptions = {
  timeline: Timeline;
  random: Random;
  /** How many rows one simulated row stands for. */
  sample: number;
};

type SessionHandlers = { notified: () => void; lost: () => void };

/** A model of PostgreSQL for schedulers: locks that end with their session, notifications, and durations of commits. */
export class SimulatedDatabase {
  readonly #options: DatabaseOptions;
  readonly #sessions = new Map<Session, SessionHandlers>();
  /** Sessions with the presence lock of a scheduler. */
  readonly #present = new Set<Session>();
  /** The session that holds each shard. */
  readonly #holders: (Session | null)[] = Array.from({ length: SHARDS }, () => null);
  /** The shards whose targets are scheduled. */
  readonly #loaded = new Set<number>();
  #handedOver: HandedOverCheck[] = [];
  #isUp = true;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  goDown(): void {
    this.#isUp = false;
    for (const [session, { lost }] of [...this.#sessions]) {
      this.#end(session);
      lost();
    }
  }

  recover(): void {
    this.#isUp = true;
  }

  connect(handlers: SessionHandlers): Session {
    const holders = this.#holders;
    const session: Session = {
      count: () => ({ schedulers: this.#present.size, earlier: [...this.#present].indexOf(session) }),
      claim(countMax) {
        const free = [...holders.keys()].filter((shard) => holders[shard] === null).slice(0, countMax);
        for (const shard of free) holders[shard] = session;
        return free;
      },
      release: (shards) => {
        for (const shard of shards) if (holders[shard] === session) this.#free(shard);
      },
      loaded: (shards) => {
        for (const shard of shards) if (holders[shard] === session) this.#loaded.add(shard);
      },
      areLoaded: (shards) => shards.every((shard) => this.#loaded.has(shard)),
      leave: () => void this.#present.delete(session),
      notifyAll: () => this.#notifyAll(),
      close: () => this.#end(session),
    };
    this.#sessions.set(session, handlers);
    this.#present.add(session);
    return session;
  }

  saveHandover(checks: readonly HandedOverCheck[]): void {
    this.#handedOver.push(...checks);
  }

  takeHandover(shards: readonly number[]): HandedOverCheck[] {
    const { true: taken = [], false: rest = [] } = Object.groupBy(this.#handedOver, ({ shard }) =>
      shards.includes(shard) ? "true" : "false",
    );
    this.#handedOver = rest;
    return taken;
  }

  /** The duration of a transaction with this many rows. */
  commitMs(rows: number): number {
    const { random, sample } = this.#options;
    return random.logNormal(COMMIT_MS.median, COMMIT_MS.sigma) + rows * sample * COMMIT_MS.perRow;
  }

  #notifyAll(): void {
    const { timeline, random } = this.#options;
    for (const { notified } of this.#sessions.values()) timeline.after(random.between(0.5, 3), notified);
  }

  #free(shard: number): void {
    this.#holders[shard] = null;
    this.#loaded.delete(shard);
  }

  #end(session: Session): void {
    this.#sessions.delete(session);
    this.#present.delete(session);
    for (const [shard, holder] of this.#holders.entries()) if (holder === session) this.#free(shard);
  }
}

/** A session with the presence lock of a scheduler. */
export type Session = {
  /** The number of schedulers, and how many of them connected before this one. */
  count(): { schedulers: number; earlier: number };
  /** Claims at most this many free shards and returns them. */
  claim(countMax: number): number[];
  release(shards: readonly number[]): void;
  /** Says that the targets of these shards are scheduled. */
  loaded(shards: readonly number[]): void;
  areLoaded(shards: readonly number[]): boolean;
  /** Releases the presence lock, but keeps the shards. */
  leave(): void;
  notifyAll(): void;
  close(): void;
};
