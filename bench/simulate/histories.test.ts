import fc from "fast-check";
import { expect, test } from "vitest";
import { FAULTS, FAULTS_WITHIN_MS, type FaultName, live } from "./histories.ts";

const faults = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: FAULTS_WITHIN_MS }),
    name: fc.constantFrom(...(Object.keys(FAULTS) as FaultName[])),
  }),
  { maxLength: 6 },
);

/** Thousands take minutes: `npm run bench -- simulate --histories 5000`. */
const RUNS = 60;

test("every slot has exactly one outcome and every shard one scheduler, in any history of a fleet", () => {
  fc.assert(
    fc.property(fc.record({ seed: fc.nat(), faults }), (history) => {
      const { due, fates, jumpedOver, unaccounted, isEachShardOnce } = live(history);
      expect(unaccounted).toBe(0);
      expect(fates.result + fates.missed + fates.skipped + jumpedOver).toBe(due);
      expect(isEachShardOnce).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

test("without a fault every slot has a result, but for targets that take longer than their interval", () => {
  const { due, fates } = live({ seed: 7, faults: [] });
  expect(fates.missed).toBe(0);
  expect(fates.result + fates.skipped).toBe(due);
  expect(fates.result).toBeGreaterThan(0.9 * due);
});
