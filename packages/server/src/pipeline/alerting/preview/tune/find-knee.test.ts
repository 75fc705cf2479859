import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CombinationCost, findKnee } from "./find-knee.ts";

const cost = (
  alerts: number,
  delayMs: number | null,
  more: Partial<CombinationCost> = {},
): CombinationCost => {
  return { alerts, delayMs, missed: 0, changes: 1, ...more };
};

const costs = fc.array(
  fc.record({
    alerts: fc.nat({ max: 50 }),
    delayMs: fc.option(fc.nat({ max: 20 }), { nil: null }),
    missed: fc.nat({ max: 3 }),
    changes: fc.nat({ max: 3 }),
  }),
  { maxLength: 30 },
);

describe("the knee", () => {
  test("is where fewer alerts begin to cost much delay", () => {
    expect(findKnee([cost(500, 0), cost(40, 10), cost(30, 60), cost(29, 300)])).toBe(1);
  });

  test("misses no outage that another combination alerts", () => {
    expect(findKnee([cost(500, 0), cost(400, 10), cost(3, 10, { missed: 1 })])).not.toBe(2);
  });

  test("is the one with the fewest changes of equal ones", () => {
    expect(findKnee([cost(5, 10, { changes: 2 }), cost(5, 10, { changes: 0 }), cost(5, 10)])).toBe(1);
  });

  test("does not exist if no outage was alerted", () => {
    expect(findKnee([cost(5, null), cost(3, null)])).toBeNull();
    expect(findKnee([])).toBeNull();
  });

  test("is surpassed by no other combination that misses as few outages", () => {
    fc.assert(
      fc.property(costs, (all) => {
        const knee = findKnee(all);
        const fewest = Math.min(...all.map(({ missed }) => missed));
        const eligible = all.filter(({ missed, delayMs }) => missed === fewest && delayMs !== null);
        expect(knee === null).toBe(eligible.length === 0);
        const found = knee === null ? undefined : all[knee];
        if (found === undefined) return;
        expect(found.missed).toBe(fewest);
        for (const { alerts, delayMs } of eligible) {
          const isAsGood = alerts <= found.alerts && (delayMs ?? 0) <= (found.delayMs ?? 0);
          if (isAsGood) expect([alerts, delayMs]).toEqual([found.alerts, found.delayMs]);
        }
      }),
    );
  });

  test("does not depend on the units of alerts and delay", () => {
    fc.assert(
      fc.property(costs, (all) => {
        const scaled = all.map((each) => {
          return {
            ...each,
            alerts: each.alerts * 8,
            delayMs: each.delayMs === null ? null : each.delayMs * 4,
          };
        });
        expect(findKnee(scaled)).toBe(findKnee(all));
      }),
    );
  });
});
