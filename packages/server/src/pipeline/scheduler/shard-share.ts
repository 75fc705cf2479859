/**
 * Shards that are taken at once. When all come back together, as after a pause of the database, the first must not take
 * everything and load it for a minute before it counts the others.
 */
export const CLAIM_MAX = 8;

/** What one scheduler does about its shards at one look. */
export type ShardShare = {
  /** Those it hands on to others. */
  giveUp: number[];
  /** How many free ones it may take now. */
  claimMax: number;
};

export type ShardView = {
  held: ReadonlySet<number>;
  /** How many shards there are in all. */
  shards: number;
  /** How many schedulers share them, this one included. */
  schedulers: number;
  /** How many of those stand before this one, in an order that all of them see alike. */
  earlier: number;
};

/**
 * How many of the shards are one scheduler's part. Pure; each scheduler decides for itself by this alone. The parts of
 * all make up all shards, and differ by one at most: what is left over goes to those who stand first.
 */
export function shardShare({ held, shards, schedulers, earlier }: ShardView): ShardShare {
  const count = Math.max(1, schedulers);
  const share = Math.floor(shards / count) + (earlier < shards % count ? 1 : 0);
  return { giveUp: [...held].slice(share), claimMax: Math.min(CLAIM_MAX, Math.max(0, share - held.size)) };
}
