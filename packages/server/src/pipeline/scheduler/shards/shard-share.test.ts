import fc from "fast-check";
import { expect, test } from "vitest";
import { shardShare } from "./shard-share.ts";

const SHARDS = 64;

test("for any joins and departures, each shard has one holder, and shares differ by at most one", () => {
  const joining = fc.array(fc.integer({ min: 0, max: 19 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(joining, (numbers) => {
      let schedulers: Set<number>[] = [];
      for (const number of numbers) {
        // A scheduler that exists leaves with its locks; one that does not exist joins.
        const gone = schedulers[number];
        schedulers = gone ? schedulers.filter((held) => held !== gone) : [...schedulers, new Set<number>()];
        rebalanceAll(schedulers);
      }
      const parts = schedulers.map((held) => held.size);
      if (parts.length === 0) return;
      expect(new Set(schedulers.flatMap((held) => [...held])).size).toBe(SHARDS);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(SHARDS);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }),
  );
});

test("a scheduler with its share changes nothing", () => {
  const held = new Set([1, 2, 3]);
  expect(shardShare({ held, shards: 9, schedulers: 3, earlier: 2 })).toEqual({ giveUp: [], claimMax: 0 });
});

/** All schedulers rebalance in turn until nothing changes. */
function rebalanceAll(schedulers: Set<number>[]): void {
  let isChanging = schedulers.length > 0;
  while (isChanging) {
    isChanging = false;
    for (const [earlier, held] of schedulers.entries()) {
      const view = { held, shards: SHARDS, schedulers: schedulers.length, earlier };
      const { giveUp, claimMax } = shardShare(view);
      for (const shard of giveUp) held.delete(shard);
      const taken = new Set(schedulers.flatMap((each) => [...each]));
      const free = Array.from({ length: SHARDS }, (_, shard) => shard).filter((shard) => !taken.has(shard));
      const claimed = free.slice(0, claimMax);
      for (const shard of claimed) held.add(shard);
      isChanging ||= giveUp.length + claimed.length > 0;
    }
  }
}
