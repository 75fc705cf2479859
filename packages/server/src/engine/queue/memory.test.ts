import { expect, test } from "vitest";
import { checkJob } from "../../../test/queues/jobs.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { MemoryQueue } from "./memory.ts";
import { unstarted } from "./queue.ts";

const LONG_MS = 30_000;

test("a series keeps its taker among several, so its spec stays cached there", () => {
  const queue = new MemoryQueue({ clock: systemClock });
  const takenBy = new Map<number, Set<number>>();
  for (const consumer of [0, 1, 2]) {
    queue.takeJobs("default", (jobs) => {
      for (const { seriesKey } of jobs)
        takenBy.set(seriesKey, (takenBy.get(seriesKey) ?? new Set()).add(consumer));
    });
  }
  for (let round = 0; round < 3; round += 1) {
    queue.publishJobs(
      "default",
      Array.from({ length: 30 }, (_, seriesKey) => checkJob({ seriesKey })),
    );
  }
  expect(takenBy.size).toBe(30);
  for (const consumers of takenBy.values()) expect(consumers.size).toBe(1);
});

test("spreads requested checks over all takers", async () => {
  const queue = new MemoryQueue({ clock: systemClock });
  const takenBy = [0, 0, 0];
  for (const consumer of takenBy.keys()) {
    queue.takeJobs("default", (jobs) => {
      takenBy[consumer] = (takenBy[consumer] ?? 0) + jobs.length;
      queue.publishReports(jobs.map(unstarted));
    });
  }
  for (let round = 0; round < 6; round += 1) await queue.requestCheck("default", checkJob(), LONG_MS);
  expect(takenBy).toEqual([2, 2, 2]);
});

test("forgets a silent runner", () => {
  let nowMs = 1_000;
  const queue = new MemoryQueue({ clock: { now: () => nowMs, monotonic: () => nowMs } });
  queue.announce("r1", "default");
  nowMs += 20_000;
  expect(queue.runners()).toEqual([]);
});
