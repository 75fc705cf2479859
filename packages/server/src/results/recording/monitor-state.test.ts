import type { CheckOutcome } from "@vedette/contract/check-run.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combinedStatus, type MonitorState, nextMonitorState, type SeriesState } from "./monitor-state.ts";

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
  };
}

function monitor(change: Partial<MonitorState> = {}): MonitorState {
  return {
    monitorId: "m",
    orgId: "o",
    name: "n",
    enabled: true,
    revision: 1,
    status: "pending",
    statusSinceMs: 0,
    series: [series(1)],
    ...change,
  };
}

describe("the status over all locations", () => {
  test.each([
    [["pending"], "pending"],
    [["up"], "up"],
    [["degraded", "up"], "degraded"],
    [["down", "up", "up"], "degraded"],
    [["down", "up"], "down"],
    [["down", "down", "up"], "down"],
    [["down", "pending", "pending"], "down"],
  ] as const)("of %j is %s", (each, expected) => {
    expect(combinedStatus(each.map((status, index) => series(index, status)))).toBe(expected);
  });

  test("does not ask a location that was taken away", () => {
    expect(combinedStatus([series(1, "up"), { ...series(2, "down"), active: false }])).toBe("up");
  });
});

describe("one outcome after another", () => {
  test("changes connect, are apart in time, and are as many as the turns of the outcomes", () => {
    const run = fc.array(fc.record({ status: fc.constantFrom(...statuses), afterMs: fc.nat(5_000) }), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(run, (steps) => {
        let state = monitor();
        let nowMs = 1_000;
        let turns = 0;
        let previous: string = "pending";
        let lastAtMs = 0;
        for (const step of steps) {
          nowMs += step.afterMs;
          const next = nextMonitorState(state, 1, outcome(step.status, nowMs));
          if (step.status !== previous) turns += 1;
          expect(next.change !== null).toBe(step.status !== previous);
          if (next.change) {
            expect(next.change).toMatchObject({ status: step.status, previousStatus: previous });
            expect(next.change.atMs).toBeGreaterThan(lastAtMs);
            lastAtMs = next.change.atMs;
          }
          previous = step.status;
          state = next.monitor;
          expect(state.status).toBe(step.status);
        }
        expect(turns).toBeLessThanOrEqual(steps.length);
      }),
    );
  });

  test("failures in a row are counted and end with a success", () => {
    let state = monitor();
    for (const atMs of [10, 20, 30]) state = nextMonitorState(state, 1, outcome("down", atMs)).monitor;
    expect(state.series[0]).toMatchObject({ status: "down", consecutiveFailures: 3, statusSinceMs: 10 });
    state = nextMonitorState(state, 1, outcome("degraded", 40)).monitor;
    expect(state.series[0]).toMatchObject({ status: "degraded", consecutiveFailures: 0, statusSinceMs: 40 });
  });

  test("a check by hand of a disabled monitor decides nothing", () => {
    const paused = monitor({ enabled: false, status: "paused" });
    expect(nextMonitorState(paused, 1, outcome("down", 10))).toEqual({ monitor: paused, change: null });
  });
});
