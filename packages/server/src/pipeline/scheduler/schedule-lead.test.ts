import { expect, test } from "vitest";
import { definition, START_MS, STEP_MS, series } from "../../../test/labs/schedule-world.ts";
import { nextSlotMs, phaseMs } from "./grid.ts";
import { type DueSlot, Schedule, type ScheduleOptions } from "./schedule.ts";

const LEAD_MS = 150;
const monitor = definition({ series: [series(1, START_MS)], scheduleSinceMs: START_MS - 1 });
const FIRST_MS = nextSlotMs(START_MS, monitor.intervalMs, phaseMs(monitor.targetId, monitor.intervalMs));

function given(options: Partial<ScheduleOptions> = {}): Schedule {
  const schedule = new Schedule({ nowMs: START_MS, leadMs: () => LEAD_MS, ...options });
  schedule.put(monitor, START_MS);
  return schedule;
}

/** The slots that start until a time, with the time at which each does. */
function startUntil(schedule: Schedule, fromMs: number, untilMs: number): (DueSlot & { atMs: number })[] {
  const steps = Array.from(
    { length: (untilMs - fromMs) / STEP_MS + 1 },
    (_, step) => fromMs + step * STEP_MS,
  );
  return steps.flatMap((atMs) => schedule.due(atMs, true).map((slot) => ({ ...slot, atMs })));
}

test("a check starts before its slot, once, and by its own deadline", () => {
  const schedule = given();
  const [start, ...rest] = startUntil(schedule, START_MS, FIRST_MS + 500);
  expect(start).toMatchObject({ slotMs: FIRST_MS, startByMs: FIRST_MS + 500 });
  expect(start?.atMs).toBeLessThanOrEqual(Math.max(START_MS, FIRST_MS - LEAD_MS) + STEP_MS);
  expect(rest).toEqual([]);
});

test("a check that is running shortly before the next slot does not use it up", () => {
  const schedule = given();
  startUntil(schedule, START_MS, FIRST_MS);
  const nextMs = FIRST_MS + monitor.intervalMs;
  expect(startUntil(schedule, FIRST_MS, nextMs - 60)).toEqual([]);
  schedule.finished(1, FIRST_MS, true, nextMs - 50);
  expect(startUntil(schedule, nextMs - 50, nextMs + STEP_MS)).toMatchObject([{ slotMs: nextMs }]);
  expect(schedule.takeGaps(nextMs + 60_000)).toEqual([]);
});

test("a change between the start and the slot ends that slot as missed, and checks the target at once", () => {
  const schedule = given();
  const earlyMs = FIRST_MS - 100;
  startUntil(schedule, START_MS, earlyMs);
  schedule.put({ ...monitor, spec: { ...monitor.spec, timeoutMs: 5_000 } }, earlyMs);
  expect(schedule.finished(1, FIRST_MS, true, earlyMs + 5)).toBe(false);
  const [changed, ...rest] = startUntil(schedule, earlyMs, earlyMs + STEP_MS);
  expect(changed?.slotMs).toBeLessThan(FIRST_MS);
  expect(rest).toEqual([]);
  schedule.finished(1, changed?.slotMs ?? 0, true, earlyMs + 20);
  expect(schedule.takeEarlierGaps()).toMatchObject([
    { kind: "missed", reason: "changed", fromMs: FIRST_MS, toMs: FIRST_MS, slots: 1 },
  ]);
  expect(startUntil(schedule, earlyMs + 20, FIRST_MS + 500)).toEqual([]);
});

test("a slot that a disabled target no longer reaches is not recorded", () => {
  const schedule = given();
  startUntil(schedule, START_MS, FIRST_MS - 100);
  schedule.put({ ...monitor, enabled: false }, FIRST_MS - 100);
  expect(schedule.takeGaps(FIRST_MS + 60_000)).toEqual([]);
});

test("whether a slot is skipped depends on its own time", () => {
  const schedule = given({ whySkipped: (_, atMs) => (atMs >= FIRST_MS ? "maintenance" : null) });
  expect(startUntil(schedule, START_MS, FIRST_MS)).toEqual([]);
  expect(schedule.takeGaps(FIRST_MS + 60_000)).toMatchObject([
    { kind: "skipped", reason: "maintenance", fromMs: FIRST_MS },
  ]);
});

test("an immediate check of a target whose check was already sent is that check", () => {
  const schedule = given();
  startUntil(schedule, START_MS, FIRST_MS - 100);
  schedule.checkNow([monitor.targetId], FIRST_MS - 100);
  expect(startUntil(schedule, FIRST_MS - 100, FIRST_MS + 500)).toEqual([]);
});

test("a stall after an immediate check does not repeat a slot that was skipped ahead", () => {
  let isPaused = true;
  const schedule = given({ whySkipped: () => (isPaused ? "maintenance" : null) });
  expect(startUntil(schedule, START_MS, FIRST_MS - 100)).toEqual([]);
  isPaused = false;
  schedule.checkNow([monitor.targetId], FIRST_MS - 100);
  const [start] = schedule.due(FIRST_MS + 300, true);
  expect(start?.slotMs).toBe(FIRST_MS - 100);
});
