import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type StatusChangeAt, statusSpans, summarizeUptime } from "./uptime.ts";

const STATUSES: MonitorStatus[] = ["pending", "up", "degraded", "down", "paused", "maintenance"];

/** A life of at most 200 ms: short enough to check each millisecond. */
const life = fc
  .record({
    createdAtMs: fc.integer({ min: 0, max: 50 }),
    first: fc.constantFrom(...STATUSES),
    changes: fc.uniqueArray(
      fc.record({ atMs: fc.integer({ min: 51, max: 199 }), status: fc.constantFrom(...STATUSES) }),
      { selector: (change) => change.atMs, maxLength: 12 },
    ),
  })
  .map(({ createdAtMs, first, changes }) => {
    const inOrder = changes.sort((a, b) => a.atMs - b.atMs);
    const withPrevious: StatusChangeAt[] = inOrder.map((change, index) => ({
      ...change,
      previousStatus: inOrder[index - 1]?.status ?? first,
    }));
    const status = inOrder.at(-1)?.status ?? first;
    return { monitor: { createdAtMs, nowMs: 200, status }, changes: withPrevious, first };
  });

const window = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }))
  .map(([one, other]) => ({ fromMs: Math.min(one, other), toMs: Math.max(one, other) }));

type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

/** The status in a given millisecond, computed naively. */
function statusAt({ monitor, changes, first }: Life, atMs: number): MonitorStatus | null {
  if (atMs < monitor.createdAtMs || atMs >= monitor.nowMs) return null;
  return changes.findLast((change) => change.atMs <= atMs)?.status ?? first;
}

function millisecondsOf(
  from: Life,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): (MonitorStatus | null)[] {
  return Array.from({ length: toMs - fromMs }, (_, offset) => statusAt(from, fromMs + offset));
}

const isUp = (status: MonitorStatus | null) => status === "up" || status === "degraded";

describe("summarizeUptime", () => {
  test("agrees with counting each millisecond", () => {
    fc.assert(
      fc.property(life, window, (lived, asked) => {
        const each = millisecondsOf(lived, asked);
        const downMs = each.filter((status) => status === "down").length;
        const upMs = each.filter(isUp).length;
        const incidents = each.filter((status, at) => status === "down" && each[at - 1] !== "down").length;
        const summary = summarizeUptime(statusSpans(lived.monitor, lived.changes), asked);
        expect(summary.downMs).toBe(downMs);
        expect([summary.upMs, summary.missedMs]).toEqual([upMs, 0]);
        expect(summary.incidents).toBe(incidents);
      }),
    );
  });

  test("missed time is neither up nor down, and changes no incident", () => {
    const gaps = fc.uniqueArray(fc.integer({ min: 0, max: 220 }), { maxLength: 8 }).map((cuts) => {
      const edges = cuts.toSorted((a, b) => a - b);
      return edges.flatMap((fromMs, index) => {
        const toMs = edges[index + 1];
        return index % 2 === 0 && toMs !== undefined ? [{ fromMs, toMs }] : [];
      });
    });
    fc.assert(
      fc.property(life, window, gaps, (lived, asked, missed) => {
        const isMissed = (atMs: number) => missed.some((gap) => gap.fromMs <= atMs && atMs < gap.toMs);
        const each = millisecondsOf(lived, asked).map((status, offset) => ({
          isMissed: isMissed(asked.fromMs + offset),
          isUp: isUp(status),
          isDown: status === "down",
        }));
        const spans = statusSpans(lived.monitor, lived.changes);
        const { incidents, mttrMs } = summarizeUptime(spans, asked);
        expect(summarizeUptime(spans, asked, missed)).toEqual({
          upMs: each.filter((at) => at.isUp && !at.isMissed).length,
          downMs: each.filter((at) => at.isDown && !at.isMissed).length,
          missedMs: each.filter((at) => (at.isUp || at.isDown) && at.isMissed).length,
          incidents,
          mttrMs,
        });
      }),
    );
  });

  test("the mean time to recovery covers all recoveries of the window, from their actual start", () => {
    fc.assert(
      fc.property(life, window, (lived, asked) => {
        const lengths: number[] = [];
        for (let atMs = asked.fromMs + 1; atMs < asked.toMs; atMs++) {
          if (statusAt(lived, atMs - 1) !== "down" || !isUp(statusAt(lived, atMs))) continue;
          let beganMs = atMs - 1;
          while (statusAt(lived, beganMs - 1) === "down") beganMs -= 1;
          lengths.push(atMs - beganMs);
        }
        const mean = lengths.length === 0 ? null : lengths.reduce((sum, ms) => sum + ms) / lengths.length;
        const summary = summarizeUptime(statusSpans(lived.monitor, lived.changes), asked);
        expect(summary.mttrMs).toBe(mean);
      }),
    );
  });

  test("leaving out changes before the one at the window's start makes no difference", () => {
    fc.assert(
      fc.property(life, window, (lived, asked) => {
        const atStart = lived.changes.findLastIndex((change) => change.atMs <= asked.fromMs);
        const kept = lived.changes.slice(Math.max(atStart, 0));
        const { mttrMs: _, ...whole } = summarizeUptime(statusSpans(lived.monitor, lived.changes), asked);
        expect(summarizeUptime(statusSpans(lived.monitor, kept), asked)).toMatchObject(whole);
      }),
    );
  });

  test("a monitor that is paused, pending or in maintenance is not watched", () => {
    const monitor = { createdAtMs: 0, nowMs: 100 };
    for (const status of ["paused", "pending", "maintenance"] as const) {
      const spans = statusSpans({ ...monitor, status }, []);
      expect(summarizeUptime(spans, { fromMs: 0, toMs: 100 })).toEqual({
        upMs: 0,
        downMs: 0,
        missedMs: 0,
        incidents: 0,
        mttrMs: null,
      });
    }
  });

  test("an incident that started before the window counts, and an ongoing one has no recovery", () => {
    const changes: StatusChangeAt[] = [
      { atMs: 10, status: "down", previousStatus: "up" },
      { atMs: 40, status: "up", previousStatus: "down" },
      { atMs: 80, status: "down", previousStatus: "up" },
    ];
    const spans = statusSpans({ createdAtMs: 0, nowMs: 100, status: "down" }, changes);
    expect(summarizeUptime(spans, { fromMs: 20, toMs: 100 })).toEqual({
      upMs: 40,
      downMs: 40,
      missedMs: 0,
      incidents: 2,
      mttrMs: 30,
    });
  });
});
