import fc from "fast-check";
import { expect, test } from "vitest";
import { FAULTS, FAULTS_WITHIN_MS, type FaultName, runHistory } from "./histories.ts";

const faults = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: FAULTS_WITHIN_MS }),
    name: fc.constantFrom(...(Object.keys(FAULTS) as FaultName[])),
  }),
  { maxLength: 6 },
);

/** More runs take minutes: `npm run bench -- simulate --histories 5000`. */
const RUNS = 60;

test("every slot has exactly one record and every shard one scheduler, after any sequence of faults", () => {
  fc.assert(
    fc.property(fc.record({ seed: fc.nat(), faults }), (history) => {
      const { due, records, jumpedOver, unaccounted, isEachShardOnce } = runHistory(history);
      expect(unaccounted).toBe(0);
      expect(records.result + records.missed + records.skipped + jumpedOver).toBe(due);
      expect(isEachShardOnce).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

test("without faults every slot has a result or is skipped because its target is slow", () => {
  const { due, records } = runHistory({ seed: 7, faults: [] });
  expect(records.missed).toBe(0);
  expect(records.result + records.skipped).toBe(due);
  expect(records.result).toBeGreaterThan(0.9 * due);
});
