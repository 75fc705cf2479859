import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairQueue, type FairQueueOptions } from "./fair-queue.ts";

type Job = { number: number; orgId: string; startByMs: number };

const NEVER_MS = 1_000_000;
let number = 0;
const job = (orgId: string, startByMs = NEVER_MS): Job => {
  number += 1;
  return { number, orgId, startByMs };
};
const jobs = (orgId: string, count: number) => Array.from({ length: count }, () => job(orgId));

function lineOf(some: readonly Job[], options: Partial<FairQueueOptions> = {}) {
  const line = new FairQueue<Job>({ slots: 100, waitingMax: 1_000, sharePercent: 50, ...options });
  for (const each of some) line.add(each, 0);
  const next = (nowMs = 0) => line.next(nowMs, () => undefined);
  const startAll = (nowMs = 0) => {
    const started: Job[] = [];
    for (let each = next(nowMs); each !== null; each = next(nowMs)) started.push(each);
    return started;
  };
  return { line, next, startAll };
}

const countOf = (some: readonly Job[], orgId: string) => some.filter((each) => each.orgId === orgId).length;

describe("organizations", () => {
  test("take turns, no matter how many jobs one of them has queued before the others", () => {
    const { startAll } = lineOf([...jobs("a", 50), ...jobs("b", 2), ...jobs("c", 2)]);
    const order = startAll().map(({ orgId }) => orgId);
    expect(order.slice(0, 7).join("")).toBe("abcabca");
  });

  test("that were served longest ago are next, also after an absence", () => {
    const { line, next, startAll } = lineOf([...jobs("a", 9), ...jobs("b", 9)], { slots: 2 });
    const [first] = startAll();
    line.add(job("c"), 0);
    if (first) line.end(first);
    expect(next()?.orgId).toBe("c");
  });

  test("use all slots alone, and half, a third, a quarter of them next to others", () => {
    expect(lineOf(jobs("a", 20), { slots: 12 }).startAll()).toHaveLength(12);
    for (const [count, most] of [
      [2, 4],
      [3, 3],
    ] as const) {
      const names = ["a", "b", "c"].slice(0, count);
      const { line, startAll } = lineOf(
        names.flatMap((name) => jobs(name, 20)),
        { slots: 12 },
      );
      const started = startAll();
      for (const name of names) expect(countOf(started, name)).toBe(most);
      line.add(job("late"), 0);
      expect(countOf(startAll(), "late")).toBe(1);
    }
  });

  test("have at least one slot each, also of a single one, with any share", () => {
    for (const sharePercent of [1, 50, 100]) {
      const { line, startAll } = lineOf([job("a"), job("b")], { slots: 1, sharePercent });
      const [first] = startAll();
      expect(first?.orgId).toBe("a");
      if (first) line.end(first);
      expect(startAll().map(({ orgId }) => orgId)).toEqual(["b"]);
    }
  });

  test("count as others for ten minutes after their last job", () => {
    const { line, startAll } = lineOf([job("b"), ...jobs("a", 20)], { slots: 10 });
    expect(startAll().length).toBeLessThan(10);
    line.add(job("a"), 600_001);
    expect(startAll(600_001).length + 6).toBeGreaterThanOrEqual(10);
    expect(line.inFlight).toBe(10);
  });

  test("with the most jobs lose one if the line is full", () => {
    const { line } = lineOf([...jobs("a", 8), ...jobs("b", 2)], { waitingMax: 10 });
    expect(line.add(job("c"), 0)?.orgId).toBe("a");
    expect(line.size).toBe(10);
  });

  test("keep their turn for a limited time if their job became late", () => {
    const { line, next } = lineOf([job("a")], { slots: 1, keepMs: 5_000 });
    const running = next();
    line.add(job("b", 10), 5);
    line.add(job("a"), 6);
    expect(line.takeLate(11).map(({ orgId }) => orgId)).toEqual(["b"]);
    if (running) line.end(running);
    expect(next(12)).toBeNull();
    line.add(job("b"), 13);
    expect(next(13)?.orgId).toBe("b");
  });

  test("whose late job does not return delay others no longer than that", () => {
    const { line, next } = lineOf([job("a")], { slots: 1, keepMs: 5_000 });
    const running = next();
    line.add(job("b", 10), 5);
    line.add(job("a"), 6);
    line.takeLate(11);
    if (running) line.end(running);
    expect(next(5_012)?.orgId).toBe("a");
  });
});

test("every job starts in time, is late, is dropped, is taken, or still waits; and the counts are right", () => {
  const step = fc.record({
    org: fc.constantFrom("a", "b", "c"),
    startByMs: fc.nat(100),
    nowMs: fc.nat(100),
    starts: fc.nat(2),
    ends: fc.boolean(),
    takes: fc.boolean(),
  });
  fc.assert(fc.property(fc.array(step), checkAccount));
});

type Step = { org: string; startByMs: number; nowMs: number; starts: number; ends: boolean; takes: boolean };

function checkAccount(steps: readonly Step[]): void {
  const line = new FairQueue<Job>({ slots: 3, waitingMax: 5, sharePercent: 50 });
  const [added, left, running]: [Job[], Job[], Job[]] = [[], [], []];
  const start = (nowMs: number) => {
    const next = line.next(nowMs, (late) => void left.push(late));
    if (next === null) return;
    expect(next.startByMs).toBeGreaterThanOrEqual(nowMs);
    running.push(next);
    left.push(next);
  };
  for (const { org, startByMs, nowMs, starts, ends, takes } of steps) {
    const made = job(org, startByMs);
    added.push(made);
    const leaving = line.add(made, nowMs);
    if (leaving) left.push(leaving);
    for (let count = 0; count < starts; count += 1) start(nowMs);
    const over = ends ? running.shift() : undefined;
    if (over) line.end(over);
    if (takes) left.push(...line.takeLate(nowMs));
    expect([line.inFlight, line.size]).toEqual([running.length, added.length - left.length]);
    expect(line.size).toBeLessThanOrEqual(5);
  }
  const byNumber = (all: readonly Job[]) =>
    all.map((each) => each.number).toSorted((one, other) => one - other);
  expect(byNumber([...left, ...line.takeAll()])).toEqual(byNumber(added));
}
