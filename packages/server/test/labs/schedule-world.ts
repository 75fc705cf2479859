import { expect } from "vitest";
import type { Definition } from "../../src/pipeline/scheduler/definition.ts";
import { nextSlotMs, phaseMs } from "../../src/pipeline/scheduler/grid.ts";
import { Schedule } from "../../src/pipeline/scheduler/schedule.ts";
import type { SlotGap } from "../../src/pipeline/scheduler/slot-ledger.ts";

export const START_MS = 1_700_000_000_000;
export const STEP_MS = 10;

export function definition(change: Partial<Definition> = {}): Definition {
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

export function series(seriesKey: number, accountedMs: number | null = null): Definition["series"][number] {
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
 * Events of a schedule: time passes, the process stalls, is killed, or hands its targets over within a time, after or with its checks in flight,
 * storage blocks launches, a runner is lost, or maintenance starts and ends with an immediate check.
 */
export type WorldEvent = {
  kind: "run" | "stall" | "kill" | "handOver" | "handOverFlights" | "hold" | "lose" | "maintain";
  ms: number;
};

/** Runs one monitor through all events and records how each slot ended. */
export function createWorld(
  {
    intervalMs,
    confirmIntervalMs,
    leadMs = 0,
  }: { intervalMs: number; confirmIntervalMs: number; leadMs?: number },
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
      leadMs: () => leadMs,
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

  /** An orderly handover with the checks in flight, whose reports reach the next holder after a time. */
  function handOverFlights(withinMs: number): void {
    const checks = schedule.handOver(new Set([0]));
    reportGaps(schedule.takeGapsOf(new Set([0])));
    const accountedMs = Math.max(sinceMs, ...outcomes.keys());
    nowMs += withinMs;
    schedule = scheduleAt(nowMs);
    schedule.takeOver(JSON.parse(JSON.stringify(checks)));
    schedule.put(monitor(accountedMs), nowMs);
    schedule.takeOver([]);
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
      flying.push({ slotMs, endMs: Math.max(nowMs, slotMs) + (durations.next().value ?? 0) });
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
      else if (kind === "handOverFlights") handOverFlights(ms);
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
