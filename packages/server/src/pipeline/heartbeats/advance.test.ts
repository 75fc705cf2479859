import { occurrencesOf } from "@vedette/contract/heartbeats/schedules/occurrences.ts";
import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import { describe, expect, test } from "vitest";
import { HOURLY, MINUTE_MS, simulateHeartbeat, T0 } from "../../../test/heartbeats/simulated-heartbeat.ts";
import { replan } from "./replan.ts";

const HOUR_MS = 3_600_000;
const DAILY: HeartbeatSchedule = { type: "period", seconds: 86_400 };

describe("a heartbeat with a cron schedule", () => {
  test("expects nothing before its first ping", () => {
    const job = simulateHeartbeat();
    job.pass(10_000);
    expect([job.results(), job.verdict(), job.progress().nextSlotMs]).toEqual([[], "pending", null]);
  });

  test("is up with the first ping, and each expected ping is a result of its slot", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    job.ping(60);
    job.ping(125);
    expect(job.results()).toEqual(["5 success 5", "60 success 60", "120 success 125"]);
    expect(job.progress().nextSlotMs).toBe(T0 + 3 * HOUR_MS);
  });

  test("is down when the grace time has passed, and up at once with a late ping", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    job.pass(70);
    expect(job.verdict()).toBe("up");
    job.pass(71);
    job.pass(100);
    job.ping(110);
    job.ping(121);
    expect(job.results()).toEqual(["5 success 5", "60 missed 70", "110 success 110", "120 success 121"]);
  });

  test("counts each missing ping", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    job.pass(200);
    expect(job.results()).toEqual(["5 success 5", "60 missed 70", "120 missed 130", "180 missed 190"]);
  });

  test("keeps pings between expected ones in no slot, unless they change the verdict", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    expect(job.ping(20)).toEqual({ id: "2", durationMs: null, slotMs: null });
    job.fail(30);
    job.fail(31);
    job.ping(32);
    job.ping(61);
    expect(job.results()).toEqual(["5 success 5", "30 failed 30", "32 success 32", "60 success 61"]);
  });

  test("takes a ping shortly before its slot for it, because clocks differ", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    expect(job.ping(59.7)?.slotMs).toBe(T0 + HOUR_MS);
    expect(job.ping(119)?.slotMs).toBeNull();
    job.pass(131);
    expect(job.results()).toEqual(["5 success 5", "60 success 59.7", "120 missed 130"]);
  });

  test("with a long grace time is not down while any ping comes in time", () => {
    const job = simulateHeartbeat({ graceMinutes: 600 });
    job.ping(5);
    job.ping(301);
    expect(job.results()).toEqual(["5 success 5", "300 success 301"]);
    expect(job.gaps()).toEqual(["60-240 4 superseded"]);
  });

  test("a minute schedule with a grace time of a year is evaluated in bounded time", () => {
    const schedule = { type: "cron", expression: "* * * * *", timezone: "UTC" } as const;
    const job = simulateHeartbeat({ schedule, graceMinutes: 525_600 });
    job.ping(0);
    job.ping(500_000);
    expect(job.gaps()).toEqual(["1-499999 499999 superseded"]);
    expect(job.results().at(-1)).toBe("500000 success 500000");
  });

  test("reports a failure at once", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    job.fail(61);
    job.ping(65);
    expect(job.results()).toEqual(["5 success 5", "60 failed 61", "65 success 65"]);
  });

  test("ignores log pings and ignored ones", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    job.ping(60, { kind: "log" });
    job.ping(61, { kind: "ignored" });
    job.pass(71);
    expect(job.results()).toEqual(["5 success 5", "60 missed 70"]);
    expect(job.progress()).toMatchObject({ pingCount: 3, lastPingMs: T0 + HOUR_MS });
  });

  test("without a next time expects nothing more", () => {
    const job = simulateHeartbeat({ schedule: { type: "oncalendar", expression: "2026-11-20 01:00" } });
    job.ping(5);
    job.ping(60);
    job.pass(100_000);
    expect(job.results()).toEqual(["5 success 5", "60 success 60"]);
    expect(job.progress().nextSlotMs).toBeNull();
  });
});

describe("runs", () => {
  test("a start in time answers the slot, and the end has the duration", () => {
    const job = simulateHeartbeat({ maxRuntimeMinutes: 50 });
    job.ping(5);
    job.start(60);
    job.pass(100);
    job.ping(105);
    expect(job.results()).toEqual(["5 success 5", "60 success 105"]);
    expect(job.durations()).toEqual([null, 45 * MINUTE_MS]);
  });

  test("a run that takes too long is down, and up again with its end, whose duration is known", () => {
    const job = simulateHeartbeat();
    job.start(0);
    job.pass(11);
    expect(job.verdict()).toBe("down");
    job.ping(30);
    expect(job.results()).toEqual(["0 too_long 10", "30 success 30"]);
    expect(job.durations()).toEqual([null, 30 * MINUTE_MS]);
  });

  test("runs at the same time are distinguished by their ids", () => {
    const job = simulateHeartbeat({ maxRuntimeMinutes: 240 });
    job.start(0, "a");
    job.start(60, "b");
    job.ping(70, { rid: "b" });
    job.ping(80, { rid: "a" });
    expect(job.results()).toEqual(["60 success 70", "0 success 80"]);
    expect(job.durations()).toEqual([10 * MINUTE_MS, 80 * MINUTE_MS]);
  });

  test("without ids, a run that never ended does not fail after a later one succeeded", () => {
    const job = simulateHeartbeat({ maxRuntimeMinutes: 240 });
    job.start(0);
    job.start(60);
    job.ping(70);
    job.pass(400);
    expect(job.results()[0]).toBe("60 success 70");
    expect(job.gaps()[0]).toBe("0-0 1 superseded");
    expect(job.results().some((each) => each.includes("too_long"))).toBe(false);
  });

  test("a job that starts again and again without an end is down", () => {
    const job = simulateHeartbeat({ maxRuntimeMinutes: 150 });
    for (let hour = 0; hour < 5; hour += 1) job.start(hour * 60);
    job.pass(151);
    expect(job.results()).toEqual(["0 too_long 150", "60 too_long 210"]);
  });

  test("while a run is in progress, slots are skipped", () => {
    const job = simulateHeartbeat({ maxRuntimeMinutes: 240 });
    job.start(0);
    job.pass(191);
    job.ping(195);
    expect(job.results()).toEqual(["0 success 195"]);
    expect(job.gaps()).toEqual(["60-180 3 running"]);
  });

  test("a run between expected ones does not answer a slot", () => {
    const job = simulateHeartbeat({ maxRuntimeMinutes: 60 });
    job.ping(5);
    job.start(30, "by hand");
    job.ping(61, { rid: "by hand" });
    job.pass(71);
    expect(job.results()).toEqual(["5 success 5", "60 missed 70"]);
  });

  test("a start that is stored after its end opens no run", () => {
    const job = simulateHeartbeat();
    job.ping(1, { rid: "a" });
    job.start(1, "a");
    job.pass(30);
    expect(job.results()).toEqual(["1 success 1"]);
  });

  test("forgets runs that never end", () => {
    const job = simulateHeartbeat();
    for (let nr = 0; nr < 100; nr += 1) job.start(nr, String(nr));
    expect(job.progress().runs.length).toBe(20);
  });

  test("a duration of more than 72 hours is none", () => {
    const job = simulateHeartbeat({ maxRuntimeMinutes: 10_000, graceMinutes: 10_000 });
    job.start(0);
    expect(job.ping(4_321)?.durationMs).toBeNull();
  });
});

describe("a heartbeat with a period", () => {
  test("expects the next ping a period after the last one", () => {
    const job = simulateHeartbeat({ schedule: DAILY, graceMinutes: 60 });
    job.ping(0);
    job.ping(1_445);
    expect(job.progress().nextSlotMs).toBe(T0 + (1_445 + 1_440) * MINUTE_MS);
    job.ping(2_880);
    job.pass(2_880 + 1_440 + 61);
    expect(job.results()).toEqual([
      "0 success 0",
      "1440 success 1445",
      "2880 success 2880",
      "4320 missed 4380",
    ]);
  });

  test("a ping in the first half of the period starts it again and is in no slot", () => {
    const job = simulateHeartbeat({ schedule: DAILY, graceMinutes: 60 });
    job.ping(0);
    expect(job.ping(600)?.slotMs).toBeNull();
    job.pass(600 + 1_440 + 60);
    expect(job.verdict()).toBe("up");
    job.pass(600 + 1_440 + 61);
    expect(job.results()).toEqual(["0 success 0", "2040 missed 2100"]);
  });

  test("frequent pings have results too", () => {
    const job = simulateHeartbeat({ schedule: DAILY });
    for (let nr = 0; nr <= 144; nr += 1) job.ping(nr * 10);
    expect(job.results()).toEqual(["0 success 0", "720 success 720", "1440 success 1440"]);
  });

  test("each period without a ping is a failure", () => {
    const job = simulateHeartbeat({ schedule: DAILY, graceMinutes: 60 });
    job.ping(0);
    job.pass(3 * 1_440 + 61);
    expect(job.results().slice(1)).toEqual(["1440 missed 1500", "2880 missed 2940", "4320 missed 4380"]);
  });
});

describe("while no ping could be accepted", () => {
  test("due slots are missed, and nothing alarms", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    job.addOutage(50, 200);
    job.pass(209);
    expect([job.results(), job.gaps()]).toEqual([["5 success 5"], []]);
    job.pass(211);
    expect([job.results(), job.gaps()]).toEqual([["5 success 5"], ["60-180 3 stopped"]]);
    job.pass(251);
    expect(job.results().at(-1)).toBe("240 missed 250");
  });

  test("a ping after the return still answers the newest slot", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    job.addOutage(50, 130);
    job.ping(135);
    job.pass(170);
    expect([job.results(), job.gaps()]).toEqual([["5 success 5", "120 success 135"], ["60-60 1 superseded"]]);
  });

  test("a slot that was due before waits until the grace time has passed after the return", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    job.addOutage(65, 100);
    job.pass(110);
    expect(job.verdict()).toBe("up");
    job.pass(111);
    expect(job.results()).toEqual(["5 success 5", "60 missed 110"]);
  });

  test("a run in progress may end until the grace time has passed after the return", () => {
    const job = simulateHeartbeat();
    job.start(0);
    job.addOutage(8, 30);
    job.pass(40);
    expect(job.results()).toEqual([]);
    job.pass(41);
    expect(job.results()).toEqual(["0 too_long 40"]);
  });

  test("the slots of a period continue at their time", () => {
    const job = simulateHeartbeat({ schedule: DAILY, graceMinutes: 60 });
    job.ping(0);
    job.addOutage(1_400, 1_500);
    job.pass(1_561);
    expect([job.gaps(), job.progress().nextSlotMs]).toEqual([
      ["1440-1440 1 stopped"],
      T0 + 2 * 1_440 * MINUTE_MS,
    ]);
  });

  test("a ping after a deadline waits until no earlier ping can be stored any more", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    expect(job.pingBefore(75, 70)).toBeUndefined();
    expect(job.pingBefore(75, 71)).toMatchObject({ slotMs: null });
    expect(job.results()).toEqual(["5 success 5", "60 missed 70", "75 success 75"]);
  });
});

test("maintenance skips slots", () => {
  const job = simulateHeartbeat({ pausedFrom: 100 });
  job.ping(5);
  job.ping(60);
  job.pass(300);
  expect([job.results(), job.gaps()]).toEqual([["5 success 5", "60 success 60"], ["120-240 3 maintenance"]]);
});

describe("a changed schedule", () => {
  const plan = (schedule: HeartbeatSchedule) => ({
    ...{ kind: "heartbeat" as const, timeoutMs: 0, retries: 0 as const, schedule },
    ...{ graceMs: 0, maxRuntimeMs: 0 },
  });

  test("applies from now on", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    const schedule: HeartbeatSchedule = { type: "cron", expression: "30 * * * *", timezone: "UTC" };
    const nowMs = T0 + 40 * MINUTE_MS;
    const input = { plan: plan(schedule), occurrences: occurrencesOf(schedule), scheduleSinceMs: 0, nowMs };
    const { progress } = replan(job.progress(), input);
    expect(progress.nextSlotMs).toBe(T0 + 90 * MINUTE_MS);
    expect(replan(progress, { ...input, nowMs: nowMs + HOUR_MS }).progress).toBe(progress);
  });

  test("to a period that has passed already is due now", () => {
    const job = simulateHeartbeat({ schedule: DAILY });
    job.ping(0);
    const nowMs = T0 + 300 * MINUTE_MS;
    const schedule = { type: "period", seconds: 3_600 } as const;
    const input = { plan: plan(schedule), occurrences: null, scheduleSinceMs: 0, nowMs };
    expect(replan(job.progress(), input).progress.nextSlotMs).toBe(nowMs);
  });

  test("a resumed heartbeat starts again, and runs from before the pause are unknown", () => {
    const job = simulateHeartbeat();
    job.ping(5);
    job.start(60);
    const scheduleSinceMs = T0 + 500 * MINUTE_MS;
    const input = { plan: plan(HOURLY), occurrences: occurrencesOf(HOURLY), scheduleSinceMs, nowMs: 0 };
    const { progress, gaps } = replan(job.progress(), input);
    expect(progress).toMatchObject({ runs: [], nextSlotMs: T0 + 540 * MINUTE_MS });
    expect(gaps).toMatchObject([{ fromMs: T0 + HOUR_MS, kind: "missed", reason: "changed" }]);
  });
});
