import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type NoiseCounts, noiseScore } from "./noise-score.ts";

const counts = fc.nat({ max: 200 }).chain((alerts) => {
  const part = fc.nat({ max: alerts });
  return fc.record<NoiseCounts>({
    ...{ alerts: fc.constant(alerts), acknowledged: part, brief: part },
    ...{ repeated: part, at_night: part },
  });
});

describe("the noise of a rule", () => {
  test("is that of the documented formula", () => {
    const half = { acknowledged: 10, brief: 10, repeated: 0, at_night: 0 };
    expect(noiseScore({ alerts: 20, ...half })).toBe(33);
    expect(noiseScore({ alerts: 10, acknowledged: 0, brief: 10, repeated: 10, at_night: 10 })).toBe(100);
    expect(noiseScore({ alerts: 2, acknowledged: 0, brief: 2, repeated: 2, at_night: 2 })).toBe(20);
    expect(noiseScore({ alerts: 30, acknowledged: 30, brief: 0, repeated: 0, at_night: 0 })).toBe(0);
    expect(noiseScore({ alerts: 0, acknowledged: 0, brief: 0, repeated: 0, at_night: 0 })).toBe(0);
  });

  test("is from 0 to 100, and grows with each kind of noise", () => {
    fc.assert(
      fc.property(counts, (given) => {
        const score = noiseScore(given);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        for (const kind of ["brief", "repeated", "at_night"] as const)
          expect(noiseScore({ ...given, [kind]: given.alerts })).toBeGreaterThanOrEqual(score);
        expect(noiseScore({ ...given, acknowledged: given.alerts })).toBeLessThanOrEqual(score);
      }),
    );
  });
});
