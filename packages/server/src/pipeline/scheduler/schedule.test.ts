import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Definition } from "./definition.ts";
import { nextSlotMs, phaseMs } from "./grid.ts";
import { Schedule } from "./schedule.ts";
import type { SlotGap } from "./slot-ledger.ts";

const START_MS = 1_700_000_000_000;
const STEP_MS = 10;

function definition(change: Partial<Definition> = {}): Definition {
  const key = change.series?.[0]?.seriesKey ?? 1;
  return {
    targetId: `0192f0c1-0000-7000-8000-${String(key).padStart(12, "0")}`,
    kind: "monitor",
    orgId: "org",
    name: "m",
    shard: 0,
    enabled: true,
    intervalMs: 1_000,
    type: null,
    tags: [],
    groupId: null,
    scheduleSinceMs: START_MS,
    revision: 1,
    status: "pending",
    statusSinceMs: START_MS,
    statusReason: null,
    spec: {
      kind: "tcp",
      host: "h",
      port: 1,
      timeoutMs: 1_000,
      retries: 0,
      degradedAfterMs: null,
      assertions: [],
    },
    series: [series(key)],
    ...change,
  };
}

function series(seriesKey: number, accountedMs: number | null = null): Definition["series"][number] {
  return {
    seriesKey,
    location: "default",
    active: true,
    status: "pending",
    statusSinceMs: START_MS,
    consecutiveFailures: 0,
    consecutiveErrors: 0,
    accountedMs,
  };
}

/** Every slot of a gap, on the grid of its series. */
function slotsOf(gap: SlotGap, intervalMs: number, phase: number): number[] {
  const slots = [gap.fromMs];
  for (let at = nextSlotMs(gap.fromMs, intervalMs, phase); at <= gap.toMs; at += intervalMs) slots.push(at);
  return slots;
}

/**
 * Events of a schedule: time passes, the process stalls, is killed, or hands its targets over within a time,
 * storage blocks launches, a runner is lost, or maintenance starts and ends with an immediate check.
 */
type WorldEvent = { kind: "run" | "stall" | "kill" | "handOver" | "hold" | "lose" | "maintain"; ms: number };

/** Runs one monitor through all events and records how each slot ended. */
function createWorld(
  { intervalMs, confirmIntervalMs }: { intervalMs: number; confirmIntervalMs: number },
  durations: Iterator<number>,
) {
  const sinceMs = START_MS - 1;
  const monitor = (accountedMs: number) =>
    definition({
      ...{ intervalMs, confirmIntervalMs },
      series: [series(1, accountedMs)],
      scheduleSinceMs: sinceMs,
    });
  const phase = phaseMs(monitor(sinceMs).targetId, intervalMs);
  let isInMaintenance = false;
  let isHeldBack = false;
  const scheduleAt = (nowMs: number) =>
    new Schedule({
      nowMs,
      whySkipped: () => (isInMaintenance ? "maintenance" : null),
      isHeldBack: () => isHeldBack,
    });
  let schedule = scheduleAt(START_MS);
  schedule.put(monitor(sinceMs), START_MS);
  const outcomes = new Map<number, string[]>();
  let flying: { slotMs: number; endMs: number }[] = [];
  let nowMs = START_MS;
  const report = (slot: number, fate: string) => outcomes.set(slot, [...(outcomes.get(slot) ?? []), fate]);

  function reportGaps(gaps: readonly SlotGap[]): void {
    for (const gap of gaps) {
      const slots = slotsOf(gap, intervalMs, phase);
      expect(slots.length).toBe(gap.slots);
      for (const slot of slots) report(slot, gap.kind);
    }
  }

  /** Another process continues, knowing only the last stored row. */
  function kill(ms: number): void {
    nowMs += ms;
    flying = [];
    schedule = scheduleAt(nowMs);
    schedule.put(monitor(Math.max(sinceMs, ...outcomes.keys())), nowMs);
  }

  /** An orderly handover: in-flight checks end first, unless they take too long. */
  function handOver(withinMs: number): void {
    isHeldBack = true;
    for (let passed = 0; passed < withinMs && schedule.busyShards().size > 0; passed += STEP_MS)
      step(STEP_MS, true);
    reportGaps(schedule.takeGapsOf(new Set([0])));
    isHeldBack = false;
    schedule = scheduleAt(nowMs);
    schedule.put(monitor(Math.max(sinceMs, ...outcomes.keys())), nowMs);
  }

  function endFlight(): void {
    reportGaps(schedule.takeEarlierGaps());
    const ended = flying.filter((flight) => flight.endMs <= nowMs);
    flying = flying.filter((flight) => flight.endMs > nowMs);
    for (const { slotMs, endMs } of ended) {
      // Every seventh check could not be started in time.
      const started = endMs % 7 !== 0;
      if (!schedule.finished(1, slotMs, started, nowMs)) continue;
      if (started) report(slotMs, "result");
      // Every third check finds the target down.
      if (started && endMs % 3 === 0) schedule.confirm(1, slotMs, nowMs);
    }
  }

  function step(ms: number, canLaunch: boolean): void {
    nowMs += ms;
    for (const {
      slotMs,
      definition: { targetId },
    } of schedule.due(nowMs, canLaunch)) {
      if (isInMaintenance) throw new Error(`${targetId} was checked during maintenance`);
      flying.push({ slotMs, endMs: nowMs + (durations.next().value ?? 0) });
    }
    endFlight();
    reportGaps(schedule.takeGaps(nowMs));
  }

  return {
    happen({ kind, ms }: WorldEvent): void {
      if (kind === "lose") flying = [];
      isInMaintenance = kind === "maintain";
      if (kind === "kill") kill(ms);
      else if (kind === "handOver") handOver(ms);
      else if (kind === "stall") step(ms, true);
      else for (let passed = 0; passed < ms; passed += STEP_MS) step(STEP_MS, kind !== "hold");
      if (!isInMaintenance) return;
      isInMaintenance = false;
      schedule.checkNow([monitor(sinceMs).targetId], nowMs);
    },
    /** The outcomes of each slot from the start until now, after all open slots have ended. */
    settle(): string[][] {
      const endMs = nowMs;
      for (let passed = 0; passed < 60_000; passed += 100) step(100, true);
      const ends: string[][] = [];
      for (let slot = nextSlotMs(START_MS, intervalMs, phase); slot <= endMs; slot += intervalMs) {
        ends.push(outcomes.get(slot) ?? []);
      }
      return ends;
    },
  };
}

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
    { weight: 2, arbitrary: worldEvent("maintain", 10, 10_000) },
  );

  test("every slot ends as exactly one of result, missed, skipped, for any events", () => {
    fc.assert(
      fc.property(
        fc.array(worldEvents, { minLength: 5, maxLength: 40 }),
        fc.constantFrom(1_000, 1_700, 5_000),
        fc.constantFrom(300, 1_000, 4_990),
        fc.infiniteStream(fc.integer({ min: 0, max: 2_500 })),
        (events, intervalMs, confirmIntervalMs, durations) => {
          const world = createWorld({ intervalMs, confirmIntervalMs }, durations);
          for (const event of events) world.happen(event);
          for (const outcomes of world.settle()) expect(outcomes).toHaveLength(1);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("slots during maintenance are skipped with that reason; afterwards the target is checked at once", () => {
    let isInMaintenance = false;
    const schedule = new Schedule({
      nowMs: START_MS,
      whySkipped: () => (isInMaintenance ? "maintenance" : null),
    });
    const monitor = definition();
    schedule.put(monitor, START_MS);
    const [first] = schedule.due(START_MS, true);
    expect(schedule.finished(1, first?.slotMs ?? 0, true, START_MS + 5)).toBe(true);
    isInMaintenance = true;
    for (let atMs = START_MS; atMs <= START_MS + 3_500; atMs += STEP_MS)
      expect(schedule.due(atMs, true)).toEqual([]);
    isInMaintenance = false;
    const endMs = START_MS + 3_500;
    schedule.checkNow([monitor.targetId, "another"], endMs);
    expect(schedule.due(endMs, true)).toMatchObject([{ seriesKey: 1, slotMs: endMs }]);
    const gaps = schedule.takeGaps(endMs + 60_000);
    expect(gaps.filter(({ kind }) => kind === "skipped")).toMatchObject([
      { seriesKey: 1, reason: "maintenance" },
    ]);
  });

  test("a requested check at the exact instant of a skipped slot does not use that slot", () => {
    let isInMaintenance = false;
    const schedule = new Schedule({
      nowMs: START_MS,
      whySkipped: () => (isInMaintenance ? "maintenance" : null),
    });
    const monitor = definition();
    schedule.put(monitor, START_MS);
    const [first] = schedule.due(START_MS, true);
    schedule.finished(1, first?.slotMs ?? 0, true, START_MS + 5);
    isInMaintenance = true;
    const slotMs = nextSlotMs(
      START_MS + 5,
      monitor.intervalMs,
      phaseMs(monitor.targetId, monitor.intervalMs),
    );
    expect(schedule.due(slotMs, true)).toEqual([]);
    isInMaintenance = false;
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
