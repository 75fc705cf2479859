import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MINUTE_MS,
  type SimulatedOptions,
  simulateHeartbeat,
  T0,
} from "../../../test/heartbeats/simulated-heartbeat.ts";
import type { PingOutage } from "./progress.ts";

describe("in any history", () => {
  const QUARTERLY: HeartbeatSchedule = { type: "cron", expression: "*/15 * * * *", timezone: "UTC" };
  const pings = fc.array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 600 }),
      kind: fc.constantFrom("success", "success", "start", "fail", "log"),
      rid: fc.constantFrom(null, "a", "b"),
    }),
    { minLength: 1, maxLength: 40 },
  );
  const outage = fc
    .record({ from: fc.integer({ min: 0, max: 600 }), length: fc.integer({ min: 1, max: 90 }) })
    .map(({ from, length }) => ({ fromMs: T0 + from * MINUTE_MS, toMs: T0 + (from + length) * MINUTE_MS }));
  const outages = fc
    .array(outage, { maxLength: 2 })
    .map((times) => times.toSorted((one, other) => one.fromMs - other.fromMs));
  const options = fc.record({
    schedule: fc.constantFrom<HeartbeatSchedule>(QUARTERLY, { type: "period", seconds: 1_800 }),
    graceMinutes: fc.constantFrom(0, 5, 40),
    maxRuntimeMinutes: fc.constantFrom(1, 20, 100),
  });
  type Made = { minutes: number; kind: "success" | "start" | "fail" | "log"; rid: string | null };
  const END = 900;

  /** A ping is not accepted in an outage. */
  function accepted(made: readonly Made[], times: readonly PingOutage[]): Made[] {
    return made
      .filter(({ minutes }) => {
        const atMs = T0 + minutes * MINUTE_MS;
        return !times.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs);
      })
      .toSorted((one, other) => one.minutes - other.minutes);
  }

  type Job = ReturnType<typeof simulateHeartbeat>;

  function replay(made: readonly Made[], times: readonly PingOutage[], option: SimulatedOptions): Job {
    const job = simulateHeartbeat({ ...option, outages: times });
    for (const { minutes, ...more } of accepted(made, times)) job.ping(minutes, more);
    while (!job.pass(END).isDone);
    return job;
  }

  /** The slots of the quarterly schedule with a result, a gap or an open run, as often as they have one. */
  function accountedSlots(job: Job): number[] {
    const results = job.results().map((text) => Number(text.split(" ")[0]));
    const gaps = job.gaps().flatMap((text) => {
      const [from = 0, to = 0] = (text.split(" ")[0] ?? "").split("-").map(Number);
      return Array.from({ length: (to - from) / 15 + 1 }, (_, index) => from + index * 15);
    });
    const runs = job
      .progress()
      .runs.flatMap(({ slotMs, isOverdue }) =>
        slotMs === null || isOverdue ? [] : (slotMs - T0) / MINUTE_MS,
      );
    return [...results.filter((slot) => slot % 15 === 0), ...gaps, ...runs];
  }

  test("every slot since the first ping ends exactly once", () => {
    fc.assert(
      fc.property(pings, outages, options, (made, times, option) => {
        const job = replay(made, times, { ...option, schedule: QUARTERLY });
        const first = accepted(made, times).find(({ kind }) => kind !== "log")?.minutes;
        if (first === undefined) return;
        const next = ((job.progress().nextSlotMs ?? 0) - T0) / MINUTE_MS;
        const found = accountedSlots(job);
        for (let slot = Math.floor(first / 15 + 1) * 15; slot < next; slot += 15)
          expect([slot, found.filter((each) => each === slot).length]).toEqual([slot, 1]);
      }),
    );
  });

  test("no two results share an instant", () => {
    fc.assert(
      fc.property(pings, outages, options, (made, times, option) => {
        const instants = replay(made, times, option)
          .results()
          .map((text) => text.split(" ")[0]);
        expect(new Set(instants).size).toBe(instants.length);
      }),
    );
  });

  test("an outage is never a failure, and no alarm comes before the grace time has passed after it", () => {
    fc.assert(
      fc.property(pings, outages, options, (made, times, option) => {
        const job = replay(made, times, option);
        const missed = job.results().filter((text) => text.includes("missed"));
        for (const text of missed) {
          const [slot = "", , known = ""] = text.split(" ");
          const [slotMs, knownMs] = [T0 + Number(slot) * MINUTE_MS, T0 + Number(known) * MINUTE_MS];
          const during = times.filter(({ fromMs, toMs }) => fromMs <= slotMs && slotMs <= toMs);
          const overlapping = times.filter(({ fromMs, toMs }) => slotMs <= toMs && fromMs <= knownMs);
          const quietUntilMs = overlapping.map(({ toMs }) => toMs + option.graceMinutes * MINUTE_MS);
          expect([during, knownMs >= Math.max(0, ...quietUntilMs)]).toEqual([[], true]);
        }
      }),
    );
  });

  test("it does not matter how often deadlines are evaluated", () => {
    fc.assert(
      fc.property(pings, outages, options, fc.integer({ min: 1, max: 50 }), (made, times, option, step) => {
        const [often, once] = [
          simulateHeartbeat({ ...option, outages: times }),
          simulateHeartbeat({ ...option, outages: times }),
        ];
        let evaluated = 0;
        for (const { minutes, ...more } of accepted(made, times)) {
          for (; evaluated < minutes; evaluated += step) often.pass(Math.min(evaluated, minutes));
          often.ping(minutes, more);
          once.ping(minutes, more);
        }
        while (!often.pass(END).isDone);
        while (!once.pass(END).isDone);
        expect([often.results(), often.progress()]).toEqual([once.results(), once.progress()]);
      }),
    );
  });
});
