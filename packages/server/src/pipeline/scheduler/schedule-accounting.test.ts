import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createWorld,
  definition,
  START_MS,
  STEP_MS,
  series,
  type WorldEvent,
} from "../../../test/labs/schedule-world.ts";
import { LEAD_MS } from "../../engine/queue/queue.ts";
import { nextSlotMs, phaseMs } from "./grid.ts";
import { Schedule } from "./schedule.ts";

describe("accounting", () => {
  const worldEvent = (kind: WorldEvent["kind"], min: number, max: number) =>
    fc.record({ kind: fc.constant(kind), ms: fc.integer({ min, max }) });
  const worldEvents = fc.oneof(
    { weight: 20, arbitrary: worldEvent("run", 10, 3_000) },
    { weight: 2, arbitrary: worldEvent("stall", 500, 20_000) },
    { weight: 1, arbitrary: worldEvent("hold", 500, 5_000) },
    { weight: 1, arbitrary: worldEvent("lose", 0, 0) },
    { weight: 2, arbitrary: worldEvent("kill", 0, 10_000) },
    { weight: 2, arbitrary: worldEvent("handOver", 0, 3_000) },
    { weight: 2, arbitrary: worldEvent("handOverFlights", 0, 3_000) },
    { weight: 2, arbitrary: worldEvent("maintain", 10, 10_000) },
  );

  test("every slot ends as exactly one of result, missed, skipped, for any events", () => {
    fc.assert(
      fc.property(
        fc.array(worldEvents, { minLength: 5, maxLength: 40 }),
        fc.constantFrom(1_000, 1_700, 5_000),
        fc.constantFrom(300, 1_000, 4_990),
        fc.constantFrom(0, LEAD_MS),
        fc.infiniteStream(fc.integer({ min: 0, max: 2_500 })),
        (events, intervalMs, confirmIntervalMs, leadMs, durations) => {
          const world = createWorld({ intervalMs, confirmIntervalMs, leadMs }, durations);
          for (const event of events) world.happen(event);
          for (const outcomes of world.settle()) expect(outcomes).toHaveLength(1);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("slots during maintenance are skipped with that reason; afterwards the target is checked at once", () => {
    const { schedule, maintain } = maintainedSchedule();
    const monitor = definition();
    schedule.put(monitor, START_MS);
    const [first] = schedule.due(START_MS, true);
    expect(schedule.finished(1, first?.slotMs ?? 0, true, START_MS + 5)).toBe(true);
    maintain(true);
    for (let atMs = START_MS; atMs <= START_MS + 3_500; atMs += STEP_MS)
      expect(schedule.due(atMs, true)).toEqual([]);
    maintain(false);
    const endMs = START_MS + 3_500;
    schedule.checkNow([monitor.targetId, "another"], endMs);
    expect(schedule.due(endMs, true)).toMatchObject([{ seriesKey: 1, slotMs: endMs }]);
    const gaps = schedule.takeGaps(endMs + 60_000);
    expect(gaps.filter(({ kind }) => kind === "skipped")).toMatchObject([
      { seriesKey: 1, reason: "maintenance" },
    ]);
  });

  test("a requested check at the exact instant of a skipped slot does not use that slot", () => {
    const { schedule, maintain } = maintainedSchedule();
    const monitor = definition();
    schedule.put(monitor, START_MS);
    const [first] = schedule.due(START_MS, true);
    schedule.finished(1, first?.slotMs ?? 0, true, START_MS + 5);
    maintain(true);
    const slotMs = nextSlotMs(
      START_MS + 5,
      monitor.intervalMs,
      phaseMs(monitor.targetId, monitor.intervalMs),
    );
    expect(schedule.due(slotMs, true)).toEqual([]);
    maintain(false);
    schedule.checkNow([monitor.targetId], slotMs);
    const [asked] = schedule.due(slotMs + 10, true);
    expect(asked?.slotMs).toBe(slotMs + 1);
  });

  test("a slot that falls into a handover is run by the next holder, and none is missed", () => {
    let isHeldBack = false;
    const schedule = new Schedule({ nowMs: START_MS, isHeldBack: () => isHeldBack });
    const monitor = definition({
      intervalMs: 10_000,
      series: [series(1, START_MS)],
      scheduleSinceMs: START_MS,
    });
    schedule.put(monitor, START_MS);
    const slotMs = nextSlotMs(START_MS, 10_000, phaseMs(monitor.targetId, 10_000));
    isHeldBack = true;
    for (let atMs = slotMs - 100; atMs <= slotMs + 2_000; atMs += STEP_MS)
      expect(schedule.due(atMs, true)).toEqual([]);
    expect(schedule.takeGapsOf(new Set([0]))).toEqual([]);
    const next = new Schedule({ nowMs: slotMs + 2_000 });
    next.put(monitor, slotMs + 2_000);
    expect(next.due(slotMs + 2_010, true)).toMatchObject([{ seriesKey: 1, slotMs }]);
    expect(next.takeGaps(slotMs + 60_000)).not.toContainEqual(expect.objectContaining({ reason: "stopped" }));
  });

  test("a check in flight is completed by the next holder, and no slot is missed", () => {
    const monitor = definition({ series: [series(1, START_MS)], scheduleSinceMs: START_MS - 1 });
    const schedule = new Schedule({ nowMs: START_MS });
    schedule.put(monitor, START_MS);
    const slotMs = nextSlotMs(START_MS, 1_000, phaseMs(monitor.targetId, 1_000));
    for (let atMs = START_MS; atMs <= slotMs + 1_200; atMs += STEP_MS) schedule.due(atMs, true);
    const checks = schedule.handOver(new Set([0]));
    expect(checks).toMatchObject([
      { seriesKey: 1, shard: 0, slotMs, gaps: [{ reason: "running", slots: 1 }] },
    ]);
    expect(schedule.finished(1, slotMs, true, slotMs + 1_210)).toBe(false);
    expect(schedule.takeGapsOf(new Set([0]))).toEqual([]);
    const next = new Schedule({ nowMs: slotMs + 1_250 });
    next.takeOver(checks);
    next.put(monitor, slotMs + 1_250);
    expect(next.due(slotMs + 1_260, true)).toEqual([]);
    expect(next.finished(1, slotMs, true, slotMs + 1_300)).toBe(true);
    expect(next.due(slotMs + 2_010, true)).toMatchObject([{ slotMs: slotMs + 2_000 }]);
    expect(next.takeGaps(slotMs + 13_000)).toMatchObject([
      { fromMs: slotMs + 1_000, toMs: slotMs + 1_000, kind: "skipped", reason: "running", slots: 1 },
    ]);
  });

  test("a check in flight whose result was stored meanwhile is not taken over", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    schedule.takeOver([{ seriesKey: 1, shard: 0, slotMs: START_MS, lostAtMs: START_MS + 20_000, gaps: [] }]);
    schedule.put(definition({ series: [series(1, START_MS)], scheduleSinceMs: START_MS - 1 }), START_MS + 10);
    expect(schedule.inFlight).toBe(0);
  });

  test("a report of an abandoned slot is ignored", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    schedule.put(definition(), START_MS);
    const [job] = schedule.due(START_MS, true);
    expect(job?.slotMs).toBe(START_MS);
    schedule.takeGaps(START_MS + 60_000);
    expect(schedule.finished(1, START_MS, true, START_MS + 60_000)).toBe(false);
  });

  test("a scheduler that takes over after a crash runs the slot that was left open", () => {
    const intervalMs = 60_000;
    const at = (accountedMs: number) =>
      definition({ series: [series(1, accountedMs)], scheduleSinceMs: START_MS - 3_600_000, intervalMs });
    const first = new Schedule({ nowMs: START_MS - 120_000 });
    first.put(at(START_MS - 120_000), START_MS - 120_000);
    let slotMs = 0;
    for (let nowMs = START_MS - 120_000; slotMs === 0; nowMs += 10) {
      slotMs = first.due(nowMs, true)[0]?.slotMs ?? 0;
    }
    // It died with this check in flight; the previous slot is the last one stored.
    const nowMs = slotMs + 3_000;
    const next = new Schedule({ nowMs });
    next.put(at(slotMs - intervalMs), nowMs);
    expect(next.due(nowMs + 10, true)).toMatchObject([{ slotMs }]);
    expect(next.finished(1, slotMs, true, nowMs + 50)).toBe(true);
    expect(next.takeGaps(nowMs + 20_000)).toEqual([]);
  });

  test("slots that passed without a scheduler are missed once, and none is run later", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    const accountedMs = START_MS - 3_600_000;
    schedule.put(
      definition({ series: [series(1, accountedMs)], scheduleSinceMs: accountedMs - 5_000 }),
      START_MS,
    );
    expect(schedule.due(START_MS, true)).toEqual([]);
    const gaps = [...schedule.takeGaps(START_MS), ...schedule.takeGaps(START_MS + 11_000)];
    expect(gaps).toMatchObject([{ kind: "missed", reason: "stopped", slots: 3_600 }]);
  });
});

/** A schedule whose slots are skipped during maintenance. */
function maintainedSchedule() {
  let isInMaintenance = false;
  const schedule = new Schedule({
    nowMs: START_MS,
    whySkipped: () => (isInMaintenance ? "maintenance" : null),
  });
  const maintain = (isActive: boolean) => {
    isInMaintenance = isActive;
  };
  return { schedule, maintain };
}
