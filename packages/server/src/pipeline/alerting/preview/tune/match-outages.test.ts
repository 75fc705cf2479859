import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AlertTime } from "./alert-times.ts";
import { longOutages, matchOutages } from "./match-outages.ts";

/** Times that follow each other; the last one may last until now. */
const timeline = fc
  .record({
    gaps: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))),
    isOpen: fc.boolean(),
  })
  .map(({ gaps, isOpen }) => {
    let atMs = 0;
    const times = gaps.map(([gap, length]): AlertTime => {
      const fromMs = atMs + gap;
      atMs = fromMs + length;
      return { fromMs, toMs: atMs };
    });
    return times.map((time, nr) => (isOpen && nr === times.length - 1 ? { ...time, toMs: null } : time));
  });

const overlaps = (one: AlertTime, other: AlertTime) =>
  one.fromMs < (other.toMs ?? Infinity) && other.fromMs < (one.toMs ?? Infinity);

const OUTAGE = { fromMs: 100, toMs: 190 };

describe("matching alerts with outages", () => {
  test("measures the delay from the start of an outage", () => {
    const found = [{ fromMs: 130, toMs: 200 }];
    expect(matchOutages({ found, earlier: [] }, { outages: [OUTAGE], nowMs: 900 })).toEqual({
      ...{ alerts: 1, brief: 0, missed: 0 },
      ...{ delaysMs: [30], recoveriesMs: [10] },
    });
  });

  test("measures the recovery from the end of an outage, by its last alert or until now", () => {
    const lasting = { fromMs: 500, toMs: null };
    const outages = [OUTAGE, { fromMs: 300, toMs: 400 }, lasting];
    const found = [
      { fromMs: 110, toMs: 120 },
      { fromMs: 130, toMs: 150 },
      { fromMs: 310, toMs: null },
    ];
    const match = matchOutages({ found, earlier: [] }, { outages, nowMs: 900 });
    expect(match).toMatchObject({ delaysMs: [10, 10, 0], recoveriesMs: [0, 500], brief: 0 });
  });

  test("counts no delay for an alert that was open before, also before the period", () => {
    const earlier = [{ fromMs: 10, toMs: 120 }];
    expect(matchOutages({ found: [], earlier }, { outages: [OUTAGE], nowMs: 900 })).toMatchObject({
      ...{ alerts: 0, missed: 0 },
      delaysMs: [0],
    });
  });

  test("misses an outage whose alert opens when it ends", () => {
    const found = [{ fromMs: 190, toMs: 200 }];
    expect(matchOutages({ found, earlier: [] }, { outages: [OUTAGE], nowMs: 900 })).toMatchObject({
      ...{ brief: 1, missed: 1 },
      delaysMs: [],
    });
  });

  test("counts what a comparison of all pairs counts", () => {
    fc.assert(
      fc.property(timeline, timeline, (found, outages) => {
        const match = matchOutages({ found, earlier: [] }, { outages, nowMs: 1e9 });
        const alerted = outages.filter((outage) => found.some((alert) => overlaps(alert, outage)));
        expect(match.missed).toBe(outages.length - alerted.length);
        expect(match.brief).toBe(
          found.filter((alert) => !outages.some((each) => overlaps(alert, each))).length,
        );
        expect(match.delaysMs).toEqual(
          alerted.map(({ fromMs, ...rest }) => {
            const first =
              found.filter((alert) => overlaps(alert, { fromMs, ...rest }))[0]?.fromMs ?? Number.NaN;
            return Math.max(0, first - fromMs);
          }),
        );
      }),
    );
  });
});

test("an outage that lasts is as long as it has lasted", () => {
  const outages = [
    { fromMs: 0, toMs: 5 },
    { fromMs: 10, toMs: 14 },
    { fromMs: 20, toMs: null },
  ];
  expect(longOutages(outages, { durationMs: 5, nowMs: 25 })).toEqual([outages[0], outages[2]]);
  expect(longOutages(outages, { durationMs: 5, nowMs: 24 })).toEqual([outages[0]]);
});
