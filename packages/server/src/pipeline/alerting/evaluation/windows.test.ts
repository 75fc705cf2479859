import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUCKETS_MAX, encodeTimes, ResultWindow, type WindowedResult } from "./windows.ts";

const HOUR = { windowMs: 3_600_000, hasTimes: true };
const BUCKET_MS = HOUR.windowMs / BUCKETS_MAX;

const result = fc.record<WindowedResult>({
  slotMs: fc.integer({ min: 0, max: 4 * HOUR.windowMs }),
  status: fc.constantFrom("up", "degraded", "down"),
  responseUs: fc.option(fc.integer({ min: 1, max: 30_000_000 })),
});

/** The results inside a window that ends with the bucket of the newest result. */
function inWindow(results: readonly WindowedResult[]): WindowedResult[] {
  let newest = 0;
  let kept: WindowedResult[] = [];
  for (const each of results) {
    const index = Math.floor(each.slotMs / BUCKET_MS);
    newest = Math.max(newest, index);
    if (index > newest - BUCKETS_MAX) kept.push(each);
    kept = kept.filter(({ slotMs }) => Math.floor(slotMs / BUCKET_MS) > newest - BUCKETS_MAX);
  }
  return kept;
}

function windowOf(results: readonly WindowedResult[]) {
  const window = new ResultWindow(HOUR);
  for (const each of results) window.add(each);
  return window;
}

describe("a window", () => {
  test("contains exactly the results of its length, in any arrival order", () => {
    fc.assert(
      fc.property(fc.array(result, { maxLength: 60 }), (results) => {
        const window = windowOf(results);
        const kept = inWindow(results);
        const times = kept.flatMap(({ responseUs }) => (responseUs === null ? [] : [responseUs]));
        expect([window.total, window.failed, window.measured]).toEqual([
          kept.length,
          kept.filter(({ status }) => status === "down").length,
          times.length,
        ]);
        const mean = times.reduce((sum, us) => sum + us, 0) / times.length / 1_000;
        expect(window.meanMs()).toEqual(times.length === 0 ? null : expect.closeTo(mean, 6));
        const exact = times.toSorted((a, b) => a - b)[Math.ceil(0.95 * times.length) - 1];
        const found = window.quantileMs(0.95);
        if (exact === undefined) expect(found).toBeNull();
        else expect(Math.abs((found ?? 0) * 1_000 - exact)).toBeLessThanOrEqual(exact * 0.010001);
      }),
    );
  });

  test("is the same whether results are added one by one or as counted buckets", () => {
    fc.assert(
      fc.property(fc.array(result, { maxLength: 40 }), (results) => {
        const inOrder = results.toSorted((a, b) => a.slotMs - b.slotMs);
        const one = windowOf(inOrder);
        const other = new ResultWindow(HOUR);
        const buckets = Map.groupBy(inOrder, ({ slotMs }) => Math.floor(slotMs / BUCKET_MS));
        for (const some of buckets.values()) {
          const part = windowOf(some);
          other.addBucket({
            index: Math.floor((some[0]?.slotMs ?? 0) / BUCKET_MS),
            total: part.total,
            failed: part.failed,
            measured: part.measured,
            responseUsSum: some.reduce((sum, each) => sum + (each.responseUs ?? 0), 0),
            times: encodeTimes(some.flatMap(({ responseUs }) => (responseUs === null ? [] : [responseUs]))),
          });
        }
        expect([other.total, other.failed, other.measured, other.quantileMs(0.9)]).toEqual([
          one.total,
          one.failed,
          one.measured,
          one.quantileMs(0.9),
        ]);
      }),
    );
  });

  test("does not share changes with its clone", () => {
    fc.assert(
      fc.property(fc.array(result), fc.array(result, { minLength: 1 }), (before, after) => {
        const window = windowOf(before);
        const figures = () => [window.total, window.failed, window.measured, window.quantileMs(0.5)];
        const were = figures();
        const clone = window.clone();
        for (const each of after) clone.add(each);
        expect(figures()).toEqual(were);
        expect(clone.total).toBe(windowOf([...before, ...after]).total);
      }),
    );
  });

  test("costs the same per result, for any length and number of results", () => {
    for (const windowMs of [60_000, 3_600_000, 86_400_000]) {
      for (const everyMs of [1_000, 60_000]) {
        const window = new ResultWindow({ windowMs, hasTimes: true });
        let widest = 0;
        let touched = 0;
        const count = (windowMs / everyMs) * 1.5;
        for (let nr = 0; nr < count; nr++) {
          const before = window.bucketCount;
          window.add({ slotMs: nr * everyMs, status: "up", responseUs: 100_000 + (nr % 7) * 1_000 });
          // Each result writes one bucket; the removed buckets are the missing ones.
          touched += 1 + Math.max(0, before + 1 - window.bucketCount);
          widest = Math.max(widest, window.bucketCount);
        }
        expect(widest).toBeLessThanOrEqual(BUCKETS_MAX);
        expect(touched).toBeLessThanOrEqual(count * 2);
      }
    }
  });
});
