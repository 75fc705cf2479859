import fc from "fast-check";
import { expect, test } from "vitest";
import { ShardHolders, toHeldShards } from "./shard-holders.ts";

const inboxOf = (name: string) => name.padEnd(16, "0");
const held = (name: string, ...shards: number[]) => ({ inbox: inboxOf(name), shards });

test("the latest announcement of a shard counts, and ends with its process", () => {
  const holders = new ShardHolders();
  holders.learn("a", held("a", 1, 2));
  holders.learn("b", held("b", 2, 3));
  // An entry is repeated every few seconds, which is no news.
  holders.learn("a", held("a", 1, 2));
  expect([1, 2, 3, 4].map((shard) => holders.findInbox(shard))).toEqual([
    inboxOf("a"),
    inboxOf("b"),
    inboxOf("b"),
    null,
  ]);
  holders.learn("a", held("a", 1));
  holders.learn("b", null);
  expect([1, 2, 3].map((shard) => holders.findInbox(shard))).toEqual([inboxOf("a"), null, null]);
});

test("a shard that one process holds in the end is found there, after any announcements", () => {
  const announcement = fc.record({
    process: fc.constantFrom("a", "b", "c"),
    shards: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 3 })), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(announcement), (all) => {
      const holders = new ShardHolders();
      const last = new Map<string, readonly number[]>();
      for (const { process, shards } of all) {
        holders.learn(process, shards && held(process, ...shards));
        last.set(process, shards ?? []);
      }
      // Every process repeats its entry.
      for (const [process, shards] of last)
        if (shards.length > 0) holders.learn(process, held(process, ...shards));
      for (const shard of [0, 1, 2, 3]) {
        const owners = [...last]
          .filter(([, shards]) => shards.includes(shard))
          .map(([process]) => inboxOf(process));
        if (owners.length === 0) expect(holders.findInbox(shard)).toBeNull();
        else expect(owners).toContain(holders.findInbox(shard));
      }
    }),
  );
});

test.each([
  undefined,
  "text",
  { inbox: "a.b", shards: [] },
  { inbox: inboxOf("a.").slice(1), shards: [1] },
  { inbox: inboxOf("a"), shards: [64] },
  { inbox: inboxOf("a"), shards: "1" },
  { inbox: `${inboxOf("a")}>`, shards: [1] },
])("rejects %j as an announcement", (value) => {
  expect(toHeldShards(value)).toBeNull();
});
