import { GROUP_ROLLUPS } from "@vedette/contract/common/rollups.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { componentState, type MeasuredState } from "./component-state.ts";

const counts = (given: Partial<Record<MeasuredState, number>>) =>
  new Map(Object.entries(given) as [MeasuredState, number][]);

describe("a component", () => {
  test.each([
    ["worst", { up: 3 }, "operational"],
    ["worst", { up: 3, degraded: 1 }, "degraded_performance"],
    ["worst", { up: 3, down: 1 }, "partial_outage"],
    ["worst", { up: 1, down: 1 }, "major_outage"],
    ["quorum", { up: 3, down: 1 }, "degraded_performance"],
    ["quorum", { up: 1, down: 1 }, "major_outage"],
    ["all", { up: 1, down: 3 }, "degraded_performance"],
    ["all", { down: 3 }, "major_outage"],
    ["worst", { maintenance: 2 }, "under_maintenance"],
    ["worst", { maintenance: 1, up: 1 }, "under_maintenance"],
    ["worst", { maintenance: 1, down: 1 }, "major_outage"],
    ["worst", { pending: 1, paused: 2 }, "none"],
    ["worst", { paused: 1, up: 1 }, "operational"],
    ["worst", {}, "none"],
    // Not measured: neither up nor down.
    ["worst", { missed: 1 }, "unknown"],
    ["worst", { unknown: 1, up: 2 }, "unknown"],
    // Any outcome of the missing check would be the same.
    ["worst", { missed: 1, down: 1 }, "major_outage"],
    ["quorum", { missed: 1, up: 2 }, "operational"],
    ["quorum", { missed: 1, down: 2 }, "major_outage"],
    ["all", { missed: 1, up: 1 }, "operational"],
  ] as const)("with rollup %s of %o is %s", (rollup, given, state) => {
    expect(componentState(rollup, counts(given))).toBe(state);
  });

  test("is up or down only if every outcome of the missed checks agrees", () => {
    const isDown = (state: string) => state === "partial_outage" || state === "major_outage";
    fc.assert(
      fc.property(
        fc.constantFrom(...GROUP_ROLLUPS),
        fc.record({ up: fc.nat(4), degraded: fc.nat(3), down: fc.nat(4), missed: fc.nat(3) }),
        (rollup, given) => {
          fc.pre(given.up + given.degraded + given.down + given.missed > 0);
          const outcomes = Array.from({ length: given.missed + 1 }, (_, failed) =>
            isDown(
              componentState(
                rollup,
                counts({
                  up: given.up + given.missed - failed,
                  degraded: given.degraded,
                  down: given.down + failed,
                }),
              ),
            ),
          );
          const state = componentState(rollup, counts(given));
          const agree = outcomes.every((outcome) => outcome === outcomes[0]);
          expect(state === "unknown").toBe(!agree);
          if (agree) expect(isDown(state)).toBe(outcomes[0]);
        },
      ),
    );
  });
});
