import { MONITOR_STATUSES } from "@vedette/contract/targets/monitors.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { missedEverywhere } from "../../results/observed/missed-time.ts";
import { componentSpans, type TargetHistory } from "./component-spans.ts";
import { componentState, type MeasuredState } from "./component-state.ts";

const up = (fromMs: number, toMs: number) => ({ fromMs, toMs, status: "up" as const });
const down = (fromMs: number, toMs: number) => ({ fromMs, toMs, status: "down" as const });

describe("the spans of a component", () => {
  test("follow its targets, from the creation of the first one", () => {
    const targets: TargetHistory[] = [
      { spans: [up(10, 40), down(40, 60), up(60, 100)], missed: [] },
      { spans: [up(20, 50), down(50, 100)], missed: [] },
    ];
    expect(componentSpans("all", targets, { fromMs: 0, toMs: 100 })).toEqual([
      { fromMs: 10, toMs: 40, state: "operational" },
      { fromMs: 40, toMs: 50, state: "degraded_performance" },
      { fromMs: 50, toMs: 60, state: "major_outage" },
      { fromMs: 60, toMs: 100, state: "degraded_performance" },
    ]);
  });

  test("are unknown while checks were missed, also during an outage", () => {
    const missed = [{ fromMs: 30, toMs: 70 }];
    const targets = [{ spans: [up(0, 50), down(50, 100)], missed }];
    expect(componentSpans("worst", targets, { fromMs: 0, toMs: 100 })).toEqual([
      { fromMs: 0, toMs: 30, state: "operational" },
      { fromMs: 30, toMs: 70, state: "unknown" },
      { fromMs: 70, toMs: 100, state: "major_outage" },
    ]);
  });

  test("miss nothing while a target is paused", () => {
    const targets = [
      { spans: [{ fromMs: 0, toMs: 100, status: "paused" as const }], missed: [{ fromMs: 0, toMs: 50 }] },
    ];
    expect(componentSpans("worst", targets, { fromMs: 0, toMs: 100 })).toEqual([
      { fromMs: 0, toMs: 100, state: "none" },
    ]);
  });

  test("have at each instant the state of the targets at this instant", () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 59 }), { maxLength: 6 });
    const history = fc.tuple(cuts, fc.array(fc.constantFrom(...MONITOR_STATUSES), { minLength: 7 }), cuts);
    const toHistory = ([given, statuses, gaps]: [number[], string[], number[]]): TargetHistory => {
      const bounds = [0, ...given.toSorted((a, b) => a - b), 60];
      const edges = gaps.toSorted((a, b) => a - b);
      return {
        spans: bounds.slice(1).map((toMs, index) => ({
          fromMs: bounds[index] ?? 0,
          toMs,
          status: statuses[index] as (typeof MONITOR_STATUSES)[number],
        })),
        missed: edges.flatMap((fromMs, index) =>
          index % 2 === 0 && edges[index + 1] !== undefined ? [{ fromMs, toMs: edges[index + 1] ?? 0 }] : [],
        ),
      };
    };
    const covers = ({ fromMs, toMs }: { fromMs: number; toMs: number }, at: number) =>
      fromMs <= at && at < toMs;
    fc.assert(
      fc.property(fc.array(history, { minLength: 1, maxLength: 4 }), fc.nat(59), (given, at) => {
        const targets = given.map(toHistory);
        const expected = new Map<MeasuredState, number>();
        for (const { spans, missed } of targets) {
          const status = spans.find((span) => covers(span, at))?.status ?? "pending";
          const isExpected = status !== "paused" && status !== "pending" && status !== "maintenance";
          const state = isExpected && missed.some((gap) => covers(gap, at)) ? "missed" : status;
          expected.set(state, (expected.get(state) ?? 0) + 1);
        }
        const spans = componentSpans("quorum", targets, { fromMs: 0, toMs: 60 });
        expect(spans.find((span) => covers(span, at))?.state).toBe(componentState("quorum", expected));
        expect(spans.every((span, index) => index === 0 || span.fromMs === spans[index - 1]?.toMs)).toBe(
          true,
        );
      }),
    );
  });
});

describe("missed time of a target", () => {
  test("is the time in which all of its locations missed their checks", () => {
    const one = [
      { fromMs: 0, toMs: 20 },
      { fromMs: 20, toMs: 50 },
    ];
    const other = [{ fromMs: 10, toMs: 30 }];
    expect(missedEverywhere([one, other], 2)).toEqual([{ fromMs: 10, toMs: 30 }]);
    expect(missedEverywhere([one], 1)).toEqual([{ fromMs: 0, toMs: 50 }]);
    expect(missedEverywhere([one], 2)).toEqual([]);
  });
});
