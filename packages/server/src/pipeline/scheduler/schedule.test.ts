import { describe, expect, test } from "vitest";
import { definition, START_MS, STEP_MS, series } from "../../../test/labs/schedule-world.ts";
import { nextSlotMs, phaseMs } from "./grid.ts";
import { IDLE_TICK_MS, Schedule, TICK_MS } from "./schedule.ts";
import type { SlotGap } from "./slot-ledger.ts";

describe("pace", () => {
  /** The number of jobs started in each of the following 10 ms steps. */
  function launches(schedule: Schedule, fromMs: number, steps: number): number[] {
    return Array.from({ length: steps }, (_, step) => {
      const jobs = schedule.due(fromMs + step * STEP_MS, true);
      for (const job of jobs) schedule.finished(job.seriesKey, job.slotMs, true, fromMs + step * STEP_MS);
      return jobs.length;
    });
  }

  function many(count: number, intervalMs: number): Schedule {
    const schedule = new Schedule({ nowMs: START_MS });
    for (let key = 1; key <= count; key += 1) {
      schedule.put(
        definition({ intervalMs, series: [series(key, START_MS)], scheduleSinceMs: START_MS }),
        START_MS,
      );
    }
    return schedule;
  }

  test("a stall causes no surge", () => {
    const schedule = many(3_000, 60_000);
    launches(schedule, START_MS, 100);
    const after = launches(schedule, START_MS + 21_000, 500);
    const steady = (3_000 / 60_000) * STEP_MS;
    for (let at = 0; at + 10 <= after.length; at += 10) {
      const inTenth = after.slice(at, at + 10).reduce((sum, count) => sum + count, 0);
      expect(inTenth).toBeLessThanOrEqual(10 * steady * 2 + 11);
    }
  });

  test("a stall during a check is missed, not skipped because of the check", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    const monitor = definition({ intervalMs: 1_000 });
    schedule.put(monitor, START_MS);
    const [first] = schedule.due(START_MS, true);
    const phase = phaseMs(monitor.targetId, 1_000);
    const fromMs = nextSlotMs(START_MS, 1_000, phase);
    const wakeMs = fromMs + 12_000 + STEP_MS;
    expect(schedule.due(wakeMs, true)).toEqual([]);
    schedule.finished(1, first?.slotMs ?? 0, true, wakeMs);
    expect(schedule.takeGapsOf(new Set([monitor.shard]))).toMatchObject([
      { kind: "missed", reason: "stalled", fromMs, toMs: fromMs + 11_000, slots: 12 },
      { kind: "skipped", reason: "running", fromMs: fromMs + 12_000, slots: 1 },
    ]);
  });

  test("the grid does not drift, however late checks start", () => {
    const schedule = many(1, 1_000);
    const slots: number[] = [];
    for (let nowMs = START_MS; nowMs < START_MS + 20_000; nowMs += 37) {
      for (const job of schedule.due(nowMs, true)) {
        slots.push(job.slotMs);
        schedule.finished(job.seriesKey, job.slotMs, true, nowMs);
      }
    }
    const steps = slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0));
    expect(slots.length).toBeGreaterThan(18);
    expect(new Set(steps)).toEqual(new Set([1_000]));
  });

  test.each([3_600_000, -7_200_000])(
    "a clock change of %i ms causes one check per interval and no more",
    (deltaMs) => {
      const schedule = many(50, 10_000);
      launches(schedule, START_MS, 1_000);
      const nowMs = START_MS + 10_000 + deltaMs;
      schedule.clockJumped(nowMs, deltaMs);
      const total = launches(schedule, nowMs, 1_000).reduce((sum, count) => sum + count, 0);
      expect(total).toBeGreaterThanOrEqual(49);
      expect(total).toBeLessThanOrEqual(51);
    },
  );

  test("a slot that is waiting when the clock is set forward is missed", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    const monitor = definition({ intervalMs: 10_000 });
    schedule.put(monitor, START_MS);
    const [first] = schedule.due(START_MS, true);
    schedule.finished(1, first?.slotMs ?? 0, true, START_MS + 5);
    const slotMs = nextSlotMs(START_MS + 5, 10_000, phaseMs(monitor.targetId, 10_000));
    expect(schedule.due(slotMs, false)).toEqual([]);
    schedule.clockJumped(slotMs + 3_600_000, 3_600_000);
    expect(schedule.takeGapsOf(new Set([monitor.shard]))).toMatchObject([
      { kind: "missed", reason: "stalled", fromMs: slotMs, toMs: slotMs, slots: 1 },
    ]);
  });
});

describe("changes", () => {
  test("a new monitor is checked at once, then on its grid", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    schedule.put(definition({ intervalMs: 60_000 }), START_MS);
    expect(schedule.due(START_MS + 10, true)).toHaveLength(1);
  });

  test("a changed target is checked at once, and the report of a hanging older check is ignored", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    const before = definition({ intervalMs: 60_000 });
    schedule.put(before, START_MS);
    const [old] = schedule.due(START_MS, true);
    schedule.put({ ...before, spec: { ...before.spec, timeoutMs: 5_000 } }, START_MS + 100);
    const [changed] = schedule.due(START_MS + 110, true);
    expect(changed?.definition.spec.timeoutMs).toBe(5_000);
    expect(schedule.finished(1, old?.slotMs ?? 0, true, START_MS + 200)).toBe(false);
  });

  test("a shorter interval applies immediately, not after the longer one ends", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    const before = definition({ intervalMs: 86_400_000 });
    schedule.put(before, START_MS);
    schedule.due(START_MS, true);
    schedule.finished(1, START_MS, true, START_MS);
    schedule.put({ ...before, intervalMs: 1_000 }, START_MS + 100);
    expect(schedule.due(START_MS + 110, true)).toHaveLength(1);
    schedule.finished(1, START_MS + 100, true, START_MS + 120);
    const started = Array.from({ length: 120 }, (_, step) =>
      schedule.due(START_MS + 120 + step * STEP_MS, true),
    );
    expect(started.flat()).toHaveLength(1);
  });

  test("a target that is down is checked more often, and its slots stay where they are", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    const monitor = definition({ intervalMs: 60_000, confirmIntervalMs: 10_000 });
    const nextMs = nextSlotMs(START_MS, 60_000, phaseMs(monitor.targetId, 60_000));
    schedule.put(monitor, START_MS);
    const started: number[] = [];
    for (let nowMs = START_MS; nowMs <= nextMs + 70_000; nowMs += STEP_MS) {
      for (const { slotMs } of schedule.due(nowMs, true)) {
        started.push(slotMs);
        schedule.finished(1, slotMs, true, nowMs);
        // Up again from the first slot on.
        if (slotMs < nextMs) schedule.confirm(1, slotMs, nowMs);
      }
    }
    const untilNext = Math.floor((nextMs - 1 - START_MS) / 10_000);
    expect(started).toEqual([
      ...Array.from({ length: untilNext + 1 }, (_, nr) => START_MS + nr * 10_000),
      nextMs,
      nextMs + 60_000,
    ]);
    expect(schedule.takeGaps(nextMs + 70_000)).toEqual([]);
    expect(schedule.slotsPerSecond).toBeCloseTo(1 / 60);
  });

  test("checks of targets that are down do not use the launches of others", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    for (let key = 1; key <= 1_000; key += 1)
      schedule.put(
        definition({ intervalMs: 60_000, confirmIntervalMs: 1_000, series: [series(key)] }),
        START_MS,
      );
    const missed: SlotGap[] = [];
    for (let nowMs = START_MS; nowMs <= START_MS + 180_000; nowMs += STEP_MS) {
      for (const { seriesKey, slotMs } of schedule.due(nowMs, true)) {
        schedule.finished(seriesKey, slotMs, true, nowMs);
        if (seriesKey % 2 === 0) schedule.confirm(seriesKey, slotMs, nowMs);
      }
      missed.push(...schedule.takeGaps(nowMs));
    }
    expect(missed).toEqual([]);
  });

  test("a new name does not change the schedule", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    const before = definition({ intervalMs: 60_000 });
    schedule.put(before, START_MS);
    schedule.due(START_MS, true);
    schedule.finished(1, START_MS, true, START_MS);
    schedule.put({ ...before, name: "other", spec: { ...before.spec } }, START_MS + 100);
    expect(schedule.due(START_MS + 200, true)).toEqual([]);
  });

  test("a disabled or removed monitor starts no more checks", () => {
    const schedule = new Schedule({ nowMs: START_MS });
    schedule.put(definition(), START_MS);
    schedule.put(definition({ enabled: false }), START_MS + 5);
    expect(schedule.due(START_MS + 10_000, true)).toEqual([]);
    schedule.put(definition(), START_MS + 10_000);
    schedule.remove(definition().targetId);
    expect(schedule.due(START_MS + 20_000, true)).toEqual([]);
    expect(schedule.size).toBe(0);
  });
});

test("the schedule is asked again when something is due, and ten times a second otherwise", () => {
  const schedule = new Schedule({ nowMs: START_MS });
  const monitor = definition({
    ...{ intervalMs: 5_000, scheduleSinceMs: START_MS - 1 },
    series: [series(1, START_MS)],
  });
  schedule.put(monitor, START_MS);
  const started: number[] = [];
  let ticks = 0;
  for (let nowMs = START_MS; nowMs < START_MS + 20_000; nowMs = schedule.nextTickMs(nowMs)) {
    ticks += 1;
    for (const { slotMs } of schedule.due(nowMs, true)) {
      expect(nowMs - slotMs).toBeLessThanOrEqual(TICK_MS);
      started.push(slotMs);
      schedule.finished(1, slotMs, true, nowMs);
    }
  }
  expect(started).toHaveLength(4);
  expect(ticks).toBeLessThanOrEqual(20_000 / IDLE_TICK_MS + 2 * started.length);
  schedule.checkNow([monitor.targetId], START_MS + 20_003);
  expect(schedule.nextTickMs(START_MS + 20_003)).toBeLessThanOrEqual(START_MS + 20_003 + TICK_MS);
});
