import { CAUSE_KINDS } from "@vedette/contract/incidents/incident-limits.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeCause } from "./describe-cause.ts";
import {
  BAD_MIN,
  type CauseFacts,
  COVERAGE_MIN,
  chanceOf,
  findCommonCause,
  SCORE_MIN,
  TARGETS_MIN,
} from "./find-common-cause.ts";
import { networkOf } from "./networks.ts";

const trait = fc.record({ kind: fc.constantFrom(...CAUSE_KINDS), value: fc.constantFrom("a", "b", "c") });
const targets = (prefix: string, maxLength: number): fc.Arbitrary<CauseFacts[]> =>
  fc
    .array(fc.array(trait, { maxLength: 6 }), { maxLength })
    .map((lists) => lists.map((traits, nr) => ({ id: `${prefix}${nr}`, traits })));
const situation = fc.record({ bad: targets("bad", 12), healthy: targets("ok", 40) });

const has = ({ traits }: CauseFacts, { kind, value }: { kind: string; value: string }) =>
  traits.some((each) => each.kind === kind && each.value === value);

describe("findCommonCause", () => {
  test("does not depend on any order", () => {
    fc.assert(
      fc.property(situation, ({ bad, healthy }) => {
        const turned = (some: CauseFacts[]) =>
          some.toReversed().map(({ id, traits }) => ({ id, traits: traits.toReversed() }));
        expect(findCommonCause({ bad: turned(bad), healthy: turned(healthy) })).toEqual(
          findCommonCause({ bad, healthy }),
        );
      }),
    );
  });

  test("names only what most bad targets have and few healthy ones, with their true counts", () => {
    fc.assert(
      fc.property(situation, ({ bad, healthy }) => {
        const cause = findCommonCause({ bad, healthy });
        if (cause === null) return;
        const affected = bad.filter((target) => has(target, cause));
        const others = healthy.filter((target) => has(target, cause));
        expect(cause.affectedIds.toSorted()).toEqual(affected.map(({ id }) => id).sort());
        expect(cause.memberIds.toSorted()).toEqual([...affected, ...others].map(({ id }) => id).sort());
        expect([cause.bad, cause.healthy]).toEqual([
          bad.length,
          { with: others.length, total: healthy.length },
        ]);
        expect(affected.length / bad.length).toBeGreaterThanOrEqual(COVERAGE_MIN);
        expect(cause.score).toBeGreaterThanOrEqual(SCORE_MIN);
        expect(cause.score).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("is silent with too few targets, or too few bad ones", () => {
    const shared = (count: number, value: string) =>
      Array.from({ length: count }, (_, nr) => ({
        id: `${value}${nr}`,
        traits: [{ kind: "address" as const, value }],
      }));
    const found = (bad: number, healthy: number) =>
      findCommonCause({ bad: shared(bad, "bad"), healthy: shared(healthy, "ok") });
    expect(found(BAD_MIN, TARGETS_MIN - BAD_MIN - 1)).toBeNull();
    expect(found(BAD_MIN - 1, 100)).toBeNull();
    expect(found(BAD_MIN, 41)).toMatchObject({ kind: "address", value: "bad", score: 1 });
  });

  test("a healthy target with the trait never raises the score", () => {
    fc.assert(
      fc.property(situation, trait, ({ bad, healthy }, added) => {
        const scoreOf = (some: CauseFacts[]) => {
          const cause = findCommonCause({ bad, healthy: some });
          return cause !== null && cause.kind === added.kind && cause.value === added.value
            ? cause.score
            : null;
        };
        const before = scoreOf(healthy);
        const after = scoreOf(healthy.map(({ id, traits }) => ({ id, traits: [...traits, added] })));
        if (before !== null && after !== null) expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });

  test("the sentence counts the bad and the others", () => {
    const bad = Array.from({ length: 9 }, (_, nr) => ({
      id: `bad${nr}`,
      traits: [
        { kind: "network" as const, value: "203.0.113.0/24" },
        { kind: "error" as const, value: "TIMEOUT" },
      ],
    }));
    const healthy = Array.from({ length: 41 }, (_, nr) => ({ id: `ok${nr}`, traits: [] }));
    const cause = findCommonCause({ bad, healthy });
    expect(cause && describeCause(cause)).toBe("9 targets: all behind 203.0.113.0/24; 0 of 41 others.");
  });
});

test("the chance of a draw is that of counting all draws", () => {
  const small = fc.integer({ min: 0, max: 7 });
  fc.assert(
    fc.property(small, small, small, small, (total, marked, drawn, found) => {
      fc.pre(marked <= total && drawn <= total);
      let [all, hits] = [0, 0];
      for (let set = 0; set < 2 ** total; set++) {
        const chosen = Array.from({ length: total }, (_, nr) => (set >> nr) & 1);
        if (chosen.reduce((sum, bit) => sum + bit, 0) !== drawn) continue;
        all += 1;
        if (chosen.slice(0, marked).reduce((sum, bit) => sum + bit, 0) >= found) hits += 1;
      }
      expect(chanceOf({ total, marked, drawn, found })).toBeCloseTo(hits / all, 9);
    }),
  );
});

test.each([
  ["203.0.113.7", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["shop.test", null],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
