import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BatchWriter } from "./batch-writer.ts";
import type { BatchWriterOptions } from "./batch-writer-options.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clock = { monotonic: () => Date.now() };
class Outage extends Error {}

/** A storage that rejects the items of `bad`, and fails while `outages` has entries that are true. */
function makeWorld(options: Partial<BatchWriterOptions<number>> = {}) {
  const committed: { key: string; items: readonly number[] }[] = [];
  const refused: number[] = [];
  /** How many more writes with this item fail. */
  const bad = new Map<number, number>();
  const outages: boolean[] = [];
  const writer = new BatchWriter<number>({
    clock,
    batchMax: 8,
    gatherMs: 50,
    retry: { firstMs: 100, maxMs: 1_000 },
    outageDelayMs: (error) => (error instanceof Outage ? 0 : null),
    onFailedAlone: (item, { isRefused }) => void (isRefused && refused.push(item)),
    async write(items, key) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (outages.shift()) throw new Outage();
      const failing = items.filter((item) => (bad.get(item) ?? 0) > 0);
      const [alone] = items;
      if (items.length === 1 && alone !== undefined) bad.set(alone, (bad.get(alone) ?? 0) - 1);
      if (failing.length > 0) throw new Error("violates a constraint");
      committed.push({ key, items });
    },
    ...options,
  });
  const written = (key = "") => committed.filter((each) => each.key === key).flatMap(({ items }) => items);
  return { writer, committed, written, refused, bad, outages };
}

const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, index) => first + index);

test("every item is committed or refused exactly once, in the order of its key", async () => {
  const failuresMax = 3;
  const call = fc.record({
    key: fc.constantFrom("a", "b", "c"),
    count: fc.integer({ min: 0, max: 20 }),
    isUrgent: fc.boolean(),
    pauseMs: fc.integer({ min: 0, max: 80 }),
  });
  const failures = fc.dictionary(fc.nat(150).map(String), fc.integer({ min: 1, max: failuresMax }));
  const scenario = fc.record({
    calls: fc.array(call, { maxLength: 12 }),
    failures,
    outages: fc.array(fc.boolean(), { maxLength: 20 }),
    isSetApart: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ calls, failures, outages, isSetApart }) => {
      const { writer, ...world } = makeWorld({ failuresMax, isSetApart });
      world.outages.push(...outages);
      for (const [item, count] of Object.entries(failures)) world.bad.set(Number(item), count);
      const added = new Map<string, number[]>(["a", "b", "c"].map((key) => [key, []]));
      let [next, ended] = [0, 0];
      for (const { key, count, isUrgent, pauseMs } of calls) {
        const items = numbers(count, next);
        next += count;
        added.get(key)?.push(...items);
        void writer.add(items, { key, isUrgent }).then(() => {
          ended += 1;
          expect(items.filter((item) => writer.pending().includes(item))).toEqual([]);
        });
        await vi.advanceTimersByTimeAsync(pauseMs);
      }
      const draining = writer.drain(clock.monotonic() + 3_600_000);
      await vi.advanceTimersByTimeAsync(60_000);
      expect([await draining, writer.size, ended]).toEqual([true, 0, calls.length]);
      for (const [key, items] of added) {
        const isRefused = (item: number) => failures[item] === failuresMax;
        const isKept = (item: number) => !isSetApart || failures[item] === undefined;
        const kept = items.filter((item) => !isRefused(item));
        expect(world.written(key).toSorted((a, b) => a - b)).toEqual(kept);
        expect(world.written(key).filter(isKept)).toEqual(kept.filter(isKept));
        expect(world.refused.filter((item) => items.includes(item)).length).toBe(items.length - kept.length);
      }
      expect(Math.max(0, ...world.committed.map(({ items }) => items.length))).toBeLessThanOrEqual(8);
    }),
    { numRuns: 100, endOnFailure: true },
  );
});

test("a failing item that is set apart does not delay others", async () => {
  const { writer, written, bad } = makeWorld({ failuresMax: 5, isSetApart: true });
  bad.set(2, 4);
  const ends: string[] = [];
  void writer.add([2]).then(() => ends.push("bad"));
  void writer.add([1, 3]).then(() => ends.push("good"));
  await vi.advanceTimersByTimeAsync(80);
  expect([written(), writer.pending(), writer.isAvailable, ends]).toEqual([[1, 3], [2], true, ["good"]]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([written(), ends]).toEqual([
    [1, 3, 2],
    ["good", "bad"],
  ]);
});

test("items wait for others, but not if they are urgent or fill a batch", async () => {
  const { writer, written } = makeWorld();
  void writer.add([1]);
  await vi.advanceTimersByTimeAsync(49);
  expect(written()).toEqual([]);
  void writer.add([2], { isUrgent: true });
  await vi.advanceTimersByTimeAsync(5);
  expect(written()).toEqual([1, 2]);
  void writer.add(numbers(8));
  await vi.advanceTimersByTimeAsync(5);
  expect(written()).toHaveLength(10);
});

test("no write starts during an outage before its delay, or retryNow()", async () => {
  const { writer, written, outages } = makeWorld({ outageDelayMs: () => 30_000 });
  outages.push(true, true);
  void writer.add([1], { isUrgent: true });
  await vi.advanceTimersByTimeAsync(29_000);
  void writer.add([2], { isUrgent: true });
  expect([writer.isAvailable, outages]).toEqual([false, [true]]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(outages).toEqual([]);
  writer.retryNow();
  await vi.advanceTimersByTimeAsync(5);
  expect([written(), writer.isAvailable]).toEqual([[1, 2], true]);
});

test("drops the oldest items beyond a weight or an age and ends their calls", async () => {
  const dropped: number[] = [];
  const limits = { weightMax: 10, weigh: (item: number) => item, ageMaxMs: 1_000 };
  const { writer, outages } = makeWorld({ ...limits, onDropped: (count) => dropped.push(count) });
  outages.push(...numbers(30).map(() => true));
  const first = writer.add([4, 3], { key: "a" });
  void writer.add([5], { key: "b" });
  expect(writer.pending()).toEqual([3, 5]);
  await vi.advanceTimersByTimeAsync(3_000);
  await first;
  expect([writer.size, dropped]).toEqual([0, [1, 2]]);
});

test("drain() waits for what was added before it, until its deadline", async () => {
  const { writer, written, outages } = makeWorld();
  const sent = writer.add([1]);
  const draining = writer.drain(clock.monotonic() + 1_000);
  await vi.advanceTimersByTimeAsync(6);
  void writer.add([2]);
  await sent;
  await vi.advanceTimersByTimeAsync(10);
  expect([await draining, written(), writer.pending()]).toEqual([true, [1], [2]]);
  outages.push(...numbers(30).map(() => true));
  const late = writer.drain(clock.monotonic() + 1_000);
  await vi.advanceTimersByTimeAsync(1_010);
  expect([await late, writer.pending()]).toEqual([false, [2]]);
  writer.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([await writer.drain(clock.monotonic() + 1_000), writer.pending()]).toEqual([false, [2]]);
});
