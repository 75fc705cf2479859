/**
 * Shards to claim at once. If all schedulers return together, for example after a database outage, the first
 * one must not take everything and load it for a minute before it counts the others.
 */
export const CLAIM_MAX = 8;

/** The changes that one scheduler makes to its shards in one rebalance. */
export type ShardShare = {
  /** Shards to hand over. */
  giveUp: number[];
  /** How many free shards it may claim now. */
  claimMax: number;
};

export type ShardView = {
  held: ReadonlySet<number>;
  /** Total number of shards. */
  shards: number;
  /** Number of schedulers that share them, including this one. */
  schedulers: number;
  /** Number of schedulers before this one, in an order that all of them agree on. */
  earlier: number;
};

/**
 * Computes one scheduler's share of the shards. Pure; each scheduler decides alone with only this input. The
 * shares of all schedulers cover all shards and differ by at most one; the first schedulers get the
 * remainder.
 */
export function shardShare({ held, shards, schedulers, earlier }: ShardView): ShardShare {
  const count = Math.max(1, schedulers);
  const share = Math.floor(shards / count) + (earlier < shards % count ? 1 : 0);
  return { giveUp: [...held].slice(share), claimMax: Math.min(CLAIM_MAX, Math.max(0, share - held.size)) };
}
