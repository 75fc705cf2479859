import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CombinationCost, findKnee } from "./find-knee.ts";

const cost = (
  alerts: number,
  delayMs: number | null,
  more: Partial<CombinationCost> = {},
): CombinationCost => {
  return { alerts, delayMs, recoveryMs: 0, missed: 0, changes: 1, ...more };
};

const lateMs = ({ delayMs, recoveryMs }: CombinationCost) => (delayMs ?? 0) + (recoveryMs ?? 0);

const costs = fc.array(
  fc.record({
    alerts: fc.nat({ max: 50 }),
    delayMs: fc.option(fc.nat({ max: 20 }), { nil: null }),
    recoveryMs: fc.option(fc.nat({ max: 20 }), { nil: null }),
    missed: fc.nat({ max: 3 }),
    changes: fc.nat({ max: 3 }),
  }),
  { maxLength: 30 },
);

describe("the knee", () => {
  test("is where fewer alerts begin to cost much delay", () => {
    expect(findKnee([cost(500, 0), cost(40, 10), cost(30, 60), cost(29, 300)])).toBe(1);
  });

  test("weighs how late the alert of an outage resolves", () => {
    expect(findKnee([cost(40, 10), cost(39, 10, { recoveryMs: 300 }), cost(500, 0)])).toBe(0);
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
        for (const each of eligible) {
          const isAsGood = each.alerts <= found.alerts && lateMs(each) <= lateMs(found);
          if (isAsGood) expect([each.alerts, lateMs(each)]).toEqual([found.alerts, lateMs(found)]);
        }
      }),
    );
  });

  test("does not depend on the units of alerts and delay", () => {
    fc.assert(
      fc.property(costs, (all) => {
        const timesFour = (ms: number | null) => (ms === null ? null : ms * 4);
        const scaled = all.map(({ alerts, delayMs, recoveryMs, ...rest }) => {
          return {
            ...{ ...rest, alerts: alerts * 8 },
            ...{ delayMs: timesFour(delayMs), recoveryMs: timesFour(recoveryMs) },
          };
        });
        expect(findKnee(scaled)).toBe(findKnee(all));
      }),
    );
  });
});
