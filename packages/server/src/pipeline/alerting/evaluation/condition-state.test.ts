import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Advanced, type AlertTiming, advanceCondition, INITIAL_STATE } from "./condition-state.ts";

const TIMING: AlertTiming = { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 1 };

type Moment = { atMs: number; holds: boolean | null; step: Advanced["transition"]; isOpen: boolean };

/** What follows from a sequence of verdicts on a whole target. */
function momentsOf(
  row: readonly { holds: boolean | null; afterMs: number }[],
  timing: Partial<AlertTiming> = {},
): Moment[] {
  let state = INITIAL_STATE;
  let atMs = 0;
  return row.map(({ holds, afterMs }) => {
    atMs += afterMs;
    const source = { atMs, seriesKey: 1, status: holds ? "down" : "up" };
    const advanced = advanceCondition(state, { holds }, { source, timing: { ...TIMING, ...timing } });
    state = advanced.state;
    return { atMs, holds, step: advanced.transition, isOpen: state.holds };
  });
}

/** Verdicts one second apart: `x` holds, `.` does not, `?` is none. */
const rowOf = (letters: string) =>
  [...letters].map((letter) => ({ holds: letter === "?" ? null : letter === "x", afterMs: 1_000 }));

/** The instants of the transitions, in seconds. */
const stepsOf = (letters: string, timing: Partial<AlertTiming>) =>
  momentsOf(rowOf(letters), timing).flatMap(({ step, atMs }) =>
    step === null ? [] : [`${step} ${atMs / 1_000}`],
  );

const verdicts = fc.array(
  fc.record({ holds: fc.constantFrom(true, false, null), afterMs: fc.integer({ min: 0, max: 5_000 }) }),
);

describe("a condition", () => {
  test("opens and clears alternately, and only on a verdict", () => {
    fc.assert(
      fc.property(
        verdicts,
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 1, max: 4 }),
        (row, cooldownMs, recoveryThreshold) => {
          const steps = momentsOf(row, { cooldownMs, recoveryThreshold }).filter(({ step }) => step !== null);
          expect(steps.map(({ step }) => step)).toEqual(
            steps.map((_, nr) => (nr % 2 === 0 ? "open" : "clear")),
          );
          expect(steps.map(({ holds }) => holds)).toEqual(steps.map((_, nr) => nr % 2 === 0));
        },
      ),
    );
  });

  test("stays closed only because of a cooldown, and stays open only without a verdict", () => {
    fc.assert(
      fc.property(verdicts, fc.integer({ min: 0, max: 10_000 }), (row, cooldownMs) => {
        let openedMs = Number.NEGATIVE_INFINITY;
        for (const { atMs, holds, step, isOpen } of momentsOf(row, { cooldownMs })) {
          if (step === "open") expect(atMs - openedMs).toBeGreaterThanOrEqual(cooldownMs);
          if (step === "open") openedMs = atMs;
          if (holds === true && !isOpen) expect(atMs - openedMs).toBeLessThan(cooldownMs);
          if (holds === false) expect(isOpen).toBe(false);
        }
      }),
    );
  });

  test("returns the same state if nothing changed", () => {
    const source = { atMs: 0, seriesKey: 1, status: "up" };
    for (const holds of [false, null]) {
      expect(advanceCondition(INITIAL_STATE, { holds }, { source, timing: TIMING }).state).toBe(
        INITIAL_STATE,
      );
    }
  });
});

describe("a confirmation time", () => {
  test.each<[string, Partial<AlertTiming>, string[]]>([
    ["xxxx.", { confirmMs: 2_000 }, ["open 3", "clear 5"]],
    ["xx.xxx", { confirmMs: 2_000 }, ["open 6"]],
    ["x??x", { confirmMs: 2_000 }, ["open 4"]],
    ["xx.xx.", { confirmMs: 2_000 }, []],
    ["xxx.xxxxx", { confirmMs: 2_000, cooldownMs: 5_000 }, ["open 3", "clear 4", "open 8"]],
    ["xx..", { confirmMs: 1_000, recoveryThreshold: 2 }, ["open 2", "clear 4"]],
  ])("after %s with %o", (letters, timing, steps) => {
    expect(stepsOf(letters, timing)).toEqual(steps);
  });

  test("keeps the same state while it passes", () => {
    const timing = { ...TIMING, confirmMs: 60_000 };
    const sourceAt = (atMs: number) => ({ atMs, seriesKey: 1, status: "down" });
    const first = advanceCondition(INITIAL_STATE, { holds: true }, { source: sourceAt(0), timing });
    const second = advanceCondition(first.state, { holds: true }, { source: sourceAt(1_000), timing });
    expect(first.state.pendingSinceMs).toBe(0);
    expect(second.state).toBe(first.state);
  });
});

describe("a recovery threshold", () => {
  test.each<[string, number, string[]]>([
    ["x..", 2, ["open 1", "clear 3"]],
    ["x.x..", 2, ["open 1", "clear 5"]],
    ["x.?.", 2, ["open 1", "clear 4"]],
    ["x..x.x...", 3, ["open 1", "clear 9"]],
    ["x..", 3, ["open 1"]],
    ["x.x.", 1, ["open 1", "clear 2", "open 3", "clear 4"]],
  ])("after %s with %i", (letters, recoveryThreshold, steps) => {
    expect(stepsOf(letters, { recoveryThreshold })).toEqual(steps);
  });

  type SeriesResult = [seriesKey: number, letter: string];

  /** The transitions of a rule that needs `needed` of the series 1 and 2 to fail once. */
  function bySeries(results: readonly SeriesResult[], needed: number): string[] {
    let state = INITIAL_STATE;
    const down = new Set<number>();
    return results.flatMap(([seriesKey, letter], nr) => {
      if (letter === "x") down.add(seriesKey);
      else down.delete(seriesKey);
      const failing = [...down];
      const verdict = { holds: failing.length >= needed, bySeries: { failing, active: [1, 2], needed } };
      const source = { atMs: nr, seriesKey, status: letter === "x" ? "down" : "up" };
      const timing = { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 2 };
      const advanced = advanceCondition(state, verdict, { source, timing });
      state = advanced.state;
      return advanced.transition === null ? [] : [`${advanced.transition} ${nr}`];
    });
  }

  test("counts the good results of each failing series on its own", () => {
    const results: SeriesResult[] = [
      [1, "x"],
      [2, "x"],
      [1, "."],
      [2, "."],
      [1, "."],
      [2, "x"],
      [2, "."],
      [2, "."],
    ];
    expect(bySeries(results, 1)).toEqual(["open 0", "clear 7"]);
  });

  test("ignores the good results of a series that did not fail", () => {
    expect(
      bySeries(
        [
          [1, "x"],
          [2, "."],
          [2, "."],
          [1, "."],
          [2, "."],
          [1, "."],
        ],
        1,
      ),
    ).toEqual(["open 0", "clear 5"]);
  });

  test("is reached when fewer series than required have not recovered", () => {
    const results: SeriesResult[] = [
      [1, "x"],
      [2, "x"],
      [1, "."],
      [2, "x"],
      [1, "."],
      [2, "x"],
    ];
    expect(bySeries(results, 2)).toEqual(["open 1", "clear 4"]);
  });

  test("that is raised while an alert is open counts from the next good result", () => {
    const state = {
      holds: true,
      quietUntilMs: null,
      pendingSinceMs: null,
      recovery: new Map<number, number>(),
      step: null,
    };
    const verdict = { holds: false, bySeries: { failing: [], active: [1], needed: 1 } };
    const source = { atMs: 0, seriesKey: 1, status: "up" };
    const timing = { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 2 };
    const first = advanceCondition(state, verdict, { source, timing });
    expect(first).toMatchObject({ transition: null, state: { holds: true } });
    expect(advanceCondition(first.state, verdict, { source, timing }).transition).toBe("clear");
  });
});

describe("a condition with steps", () => {
  /** Verdicts one second apart: the number is the step, 0 is none, null is no verdict. */
  const played = (steps: readonly (number | null)[], recoveryThreshold = 1) => {
    let state = INITIAL_STATE;
    return steps.map((step, nr) => {
      const holds = step === null ? null : step > 0;
      const source = { atMs: nr * 1_000, seriesKey: 1, status: "up" };
      const verdict = step !== null && step > 0 ? { holds, step } : { holds };
      const advanced = advanceCondition(state, verdict, { source, timing: { ...TIMING, recoveryThreshold } });
      state = advanced.state;
      return advanced.transition;
    });
  };

  test.each<[string, (number | null)[], (string | null)[]]>([
    ["each lower step", [30, 30, 14, null, 14, 7], ["open", null, "step", null, null, "step"]],
    ["the lowest of several that are reached at once", [30, 1, 1], ["open", "step", null]],
    ["no higher step, but the lower one again after it", [14, 30, 14], ["open", null, "step"]],
    ["none after the condition has cleared", [14, 0, 30, 14], ["open", "clear", "open", "step"]],
  ])("reaches %s", (_name, steps, transitions) => {
    expect(played(steps)).toEqual(transitions);
  });

  test("reaches a step also while good results are counted", () => {
    expect(played([30, 0, 14, 0, 0], 2)).toEqual(["open", null, "step", null, "clear"]);
  });

  test("reaches each step once while time passes, whenever it is evaluated", () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
    const left = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(days, left, (steps, someLeft) => {
        const inOrder = someLeft.toSorted((a, b) => b - a);
        const reached = inOrder.map((each) => steps.filter((step) => each <= step));
        const lowest = reached.map((some) => (some.length === 0 ? 0 : Math.min(...some)));
        const transitions = played(lowest);
        const notified = lowest.filter((_, nr) => transitions[nr] !== null);
        expect(notified).toEqual([...new Set(lowest.filter((step) => step > 0))]);
      }),
    );
  });
});
