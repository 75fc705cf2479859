import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EarlyJobs } from "./early-jobs.ts";
import { LEAD_MS } from "./queue.ts";

type Job = { slotMs: number; isEarly?: true };

const START_MS = 1_700_000_000_000;

beforeEach(() => void vi.useFakeTimers({ now: START_MS }));
afterEach(() => void vi.useRealTimers());

function given({ behindMs = 0 } = {}) {
  const due: [slotMs: number, atMs: number][] = [];
  const early = new EarlyJobs<Job>({
    clock: { now: () => Date.now() - behindMs, monotonic: () => Date.now() },
    onDue: (jobs) => due.push(...jobs.map(({ slotMs }): [number, number] => [slotMs, Date.now()])),
  });
  return { early, due };
}

const at = (ms: number): Job => ({ slotMs: START_MS + ms, isEarly: true });

test("a job is due within ten milliseconds after its slot, and never before it", () => {
  const { early, due } = given();
  expect(early.add([at(100), at(41), at(47)])).toEqual([]);
  expect(early.add([at(3)])).toEqual([]);
  vi.advanceTimersByTime(LEAD_MS);
  expect(due.map(([slotMs]) => slotMs - START_MS)).toEqual([3, 41, 47, 100]);
  for (const [slotMs, atMs] of due) {
    expect(atMs).toBeGreaterThanOrEqual(slotMs);
    expect(atMs - slotMs).toBeLessThan(10);
  }
});

test("a job that was sent at its slot, or arrives after it, is due at once", () => {
  const { early } = given();
  const late: Job[] = [{ slotMs: START_MS + 50 }, at(0), at(-5)];
  expect(early.add(late)).toEqual(late);
});

test("a clock that is behind delays a job by no more than the lead", () => {
  const { early, due } = given({ behindMs: 60_000 });
  early.add([at(100)]);
  vi.advanceTimersByTime(LEAD_MS + 10);
  expect(due).toHaveLength(1);
});

test("a job that is taken back is not due any more", () => {
  const { early, due } = given();
  early.add([at(50), at(60), at(70)]);
  expect(early.takeWhere(({ slotMs }) => slotMs === START_MS + 60)).toEqual([at(60)]);
  expect(early.takeWhere(({ slotMs }) => slotMs === START_MS + 50)).toEqual([at(50)]);
  expect(early.takeAll()).toEqual([at(70)]);
  vi.advanceTimersByTime(1_000);
  expect(due).toEqual([]);
});
