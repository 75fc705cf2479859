import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combinedStatus, nextTargetState, type SeriesState, type TargetState } from "./target-state.ts";

const statuses = ["up", "degraded", "down"] as const;

function outcome(status: CheckOutcome["status"], checkedAtMs: number): CheckOutcome {
  return {
    status,
    checkedAtMs,
    responseUs: 1,
    timings: { dnsUs: null, connectUs: null, tlsUs: null, ttfbUs: null, downloadUs: null },
    statusCode: null,
    ip: null,
    tls: null,
    bodyBytes: null,
    attempts: 1,
    assertions: [],
    error: null,
  };
}

function series(seriesKey: number, status: SeriesState["status"] = "pending"): SeriesState {
  return {
    seriesKey,
    location: `l${seriesKey}`,
    active: true,
    status,
    statusSinceMs: 0,
    consecutiveFailures: 0,
    consecutiveErrors: 0,
  };
}

function target(change: Partial<TargetState> = {}): TargetState {
  return {
    targetId: "m",
    kind: "monitor",
    orgId: "o",
    name: "n",
    type: null,
    tags: [],
    groupId: null,
    enabled: true,
    revision: 1,
    status: "pending",
    statusSinceMs: 0,
    statusReason: null,
    series: [series(1)],
    ...change,
  };
}

describe("the combined status of all locations", () => {
  test.each([
    [["pending"], "pending"],
    [["up"], "up"],
    [["degraded", "up"], "degraded"],
    [["down", "up", "up"], "degraded"],
    [["down", "up"], "down"],
    [["down", "down", "up"], "down"],
    [["down", "pending", "pending"], "down"],
    [["unknown", "pending"], "unknown"],
    [["unknown", "up"], "up"],
    [["unknown", "down"], "down"],
    [["unknown", "down", "up", "up"], "degraded"],
  ] as const)("of %j is %s", (each, expected) => {
    expect(combinedStatus(each.map((status, index) => series(index, status)))).toBe(expected);
  });

  test("ignores a removed location", () => {
    expect(combinedStatus([series(1, "up"), { ...series(2, "down"), active: false }])).toBe("up");
  });
});

describe("a sequence of outcomes", () => {
  test("creates status changes that are linked, at distinct instants, and one per transition", () => {
    const run = fc.array(fc.record({ status: fc.constantFrom(...statuses), afterMs: fc.nat(5_000) }), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(run, (steps) => {
        let state = target();
        let nowMs = 1_000;
        let turns = 0;
        let previous: string = "pending";
        let lastAtMs = 0;
        for (const step of steps) {
          nowMs += step.afterMs;
          const next = nextTargetState(state, 1, outcome(step.status, nowMs));
          if (step.status !== previous) turns += 1;
          expect(next.change !== null).toBe(step.status !== previous);
          if (next.change) {
            expect(next.change).toMatchObject({ status: step.status, previousStatus: previous });
            expect(next.change.atMs).toBeGreaterThan(lastAtMs);
            lastAtMs = next.change.atMs;
          }
          previous = step.status;
          state = next.target;
          expect(state.status).toBe(step.status);
        }
        expect(turns).toBeLessThanOrEqual(steps.length);
      }),
    );
  });

  test("counts failures in a row and resets on a success", () => {
    let state = target();
    for (const atMs of [10, 20, 30]) state = nextTargetState(state, 1, outcome("down", atMs)).target;
    expect(state.series[0]).toMatchObject({ status: "down", consecutiveFailures: 3, statusSinceMs: 10 });
    state = nextTargetState(state, 1, outcome("degraded", 40)).target;
    expect(state.series[0]).toMatchObject({ status: "degraded", consecutiveFailures: 0, statusSinceMs: 40 });
  });

  test("during maintenance the locations are updated; the status follows them afterwards", () => {
    const maintained = target({ status: "maintenance", statusSinceMs: 5, series: [series(1, "up")] });
    const next = nextTargetState(maintained, 1, outcome("down", 10));
    expect(next.change).toBeNull();
    expect(next.target).toMatchObject({ status: "maintenance", statusSinceMs: 5 });
    expect(next.target.series[0]).toMatchObject({
      status: "down",
      consecutiveFailures: 1,
      statusSinceMs: 10,
    });
    expect(combinedStatus(next.target.series)).toBe("down");
  });

  function walk(state: TargetState, letters: string): TargetState[] {
    const said = { u: "up", g: "degraded", d: "down", e: "error" } as const;
    return [...letters].map((letter, index) => {
      const error = { code: "ADDRESS_BLOCKED" as const, message: "not there", phase: "connect" as const };
      const made = outcome(said[letter as keyof typeof said], 10 * (index + 1));
      state = nextTargetState(state, 1, letter === "e" ? { ...made, error } : made).target;
      return state;
    });
  }

  test("three errors in a row make the status unknown with the reason, and a result with a verdict ends it", () => {
    expect(walk(target(), "uueeu").map(({ status }) => status)).toEqual(["up", "up", "up", "up", "up"]);
    const states = walk(target(), "deeeed");
    expect(states.map(({ status }) => status)).toEqual([
      "down",
      "down",
      "down",
      "unknown",
      "unknown",
      "down",
    ]);
    expect(states[3]).toMatchObject({ statusSinceMs: 40, statusReason: "ADDRESS_BLOCKED: not there" });
    expect(states[4]).toMatchObject({ statusSinceMs: 40 });
    expect(states[5]).toMatchObject({ statusReason: null });
  });

  test("errors neither count as failures nor reset the count", () => {
    const counts = walk(target(), "ddeeeede").map(({ series: [first] }) => first?.consecutiveFailures);
    expect(counts).toEqual([1, 2, 2, 2, 2, 2, 3, 3]);
  });

  test("repeated errors change nothing, so nothing is written", () => {
    const [, , third, fourth] = walk(target(), "eeee");
    expect(fourth?.series).toEqual(third?.series);
  });

  test("a target that never had a verdict is pending, then unknown", () => {
    expect(walk(target(), "eee").map(({ status }) => status)).toEqual(["pending", "pending", "unknown"]);
  });

  test("a manual check of a disabled target does not change its status", () => {
    const paused = target({ enabled: false, status: "paused" });
    expect(nextTargetState(paused, 1, outcome("down", 10))).toEqual({ target: paused, change: null });
  });
});
