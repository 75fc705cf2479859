import { CLAIM_MAX, shardShare } from "../../packages/server/src/pipeline/scheduler/shards/shard-share.ts";
import { HAND_OVER_COUNT } from "../../packages/server/src/pipeline/scheduler/shards/shards.ts";
import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import type { Session, SimulatedDatabase } from "./database.ts";
import { LEASES } from "./figures.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

export type LeaseHandlers = {
  /** `done` is called once these shards are scheduled here. */
  gained(shards: readonly number[], done: () => void): void;
  /** Starts no more checks of these shards. Calls `done` when the next holder may start. */
  release(shards: readonly number[], done: () => void): void;
  lost(shards: readonly number[]): void;
};

export type LeaseOptions = {
  timeline: Timeline;
  random: Random;
  database: SimulatedDatabase;
  startsWithOthers: boolean;
};

/** Holds shards as pipeline/scheduler/shards/shards.ts does, with the product's own share of shards. */
export class SimulatedLeases {
  readonly #options: LeaseOptions;
  readonly #handlers: LeaseHandlers;
  readonly #held = new Set<number>();
  #session: Session | null = null;
  #isRenewing = false;
  #isRequested = false;
  #wasConnected = false;
  #isStopped = false;
  #isDead = false;
  /** Number of rebalances; a later one cancels an earlier timer. */
  #rebalances = 0;
  #afterRenewal: (() => void) | null = null;

  constructor(options: LeaseOptions, handlers: LeaseHandlers) {
    this.#options = options;
    this.#handlers = handlers;
  }

  start(): void {
    const { timeline, random, startsWithOthers } = this.#options;
    // Processes that start together see each other before the first one rebalances.
    if (startsWithOthers) this.#connect();
    timeline.after(random.between(0, startsWithOthers ? LEASES.renewMs : 0), () => this.#renew());
  }

  /** Hands over all shards. */
  stop(done: () => void): void {
    this.#isStopped = true;
    if (this.#isRenewing) this.#afterRenewal = () => this.#leave(done);
    else this.#leave(done);
  }

  kill(): void {
    this.#isDead = true;
    this.#session?.close();
  }

  #connect(): Session {
    const { database, startsWithOthers } = this.#options;
    const session = database.connect({ notified: () => this.#renew(), lost: () => this.#loseAll() });
    this.#session = session;
    if (!startsWithOthers || this.#wasConnected) session.notifyAll();
    this.#wasConnected = true;
    return session;
  }

  #loseAll(): void {
    const shards = [...this.#held];
    this.#held.clear();
    this.#session = null;
    if (shards.length > 0) this.#handlers.lost(shards);
  }

  #renew(): void {
    if (this.#isDead || this.#isStopped) return;
    if (this.#isRenewing) {
      this.#isRequested = true;
      return;
    }
    this.#rebalances += 1;
    this.#isRenewing = true;
    this.#isRequested = false;
    if (this.#options.database.isUp) this.#balance(this.#session ?? this.#connect());
    else this.#renewed();
  }

  #balance(session: Session): void {
    const { timeline, random } = this.#options;
    // A few round trips, to connect, count and claim.
    timeline.after(random.between(3, 20), () => {
      if (this.#isDead || this.#session !== session) return this.#renewed();
      const { giveUp, claimMax } = shardShare({ held: this.#held, shards: SHARDS, ...session.count() });
      this.#handOver(giveUp, () => this.#claim(session, claimMax));
    });
  }

  #claim(session: Session, claimMax: number): void {
    const isCurrent = !this.#isDead && this.#session === session;
    const gained = isCurrent ? session.claim(claimMax) : [];
    if (gained.length === 0) {
      this.#renewed();
      return;
    }
    for (const shard of gained) this.#held.add(shard);
    this.#handlers.gained(gained, () => {
      session.loaded(gained);
      if (this.#session !== session) this.#handlers.lost(gained);
      else if (gained.length === CLAIM_MAX) return this.#balance(session);
      this.#renewed();
    });
  }

  #renewed(): void {
    if (this.#isDead) return;
    this.#isRenewing = false;
    const stop = this.#afterRenewal;
    this.#afterRenewal = null;
    if (stop) {
      stop();
      return;
    }
    const count = this.#rebalances;
    this.#options.timeline.after(this.#isRequested ? 0 : LEASES.renewMs, () => {
      if (this.#rebalances === count) this.#renew();
    });
  }

  #handOver(shards: readonly number[], done: () => void): void {
    const some = shards.slice(0, HAND_OVER_COUNT);
    if (some.length === 0) {
      done();
      return;
    }
    this.#handlers.release(some, () => {
      for (const shard of some) this.#held.delete(shard);
      this.#session?.release(some);
      this.#session?.notifyAll();
      this.#whenLoaded(some, LEASES.loadedWaitMs, () => this.#handOver(shards.slice(some.length), done));
    });
  }

  #whenLoaded(shards: readonly number[], withinMs: number, then: () => void): void {
    const session = this.#session;
    const hasOthers = (session?.count().schedulers ?? 0) > (this.#isStopped ? 0 : 1);
    if (this.#isDead) return;
    if (!hasOthers || withinMs <= 0 || session?.areLoaded(shards)) then();
    else
      this.#options.timeline.after(LEASES.loadedPollMs, () =>
        this.#whenLoaded(shards, withinMs - LEASES.loadedPollMs, then),
      );
  }

  #leave(done: () => void): void {
    this.#session?.leave();
    this.#handOver([...this.#held], () => {
      const session = this.#session;
      this.#loseAll();
      session?.close();
      done();
    });
  }
}
