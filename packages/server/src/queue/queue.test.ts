import { MessageChannel } from "node:worker_threads";
import type { CheckJob, CheckReport } from "@vedette/contract/check-run.ts";
import type { LiveEvent } from "@vedette/contract/events.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createMemoryQueue } from "./memory.ts";
import type { Queue } from "./queue.ts";
import { connectQueue, serveQueue } from "./thread-link.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A queue where it is held, and as a client of it sees it. */
const kinds: Record<string, () => { held: Queue; seen: Queue }> = {
  memory: () => {
    const held = createMemoryQueue({ clock: systemClock });
    return { held, seen: held };
  },
  "thread link": () => {
    const held = createMemoryQueue({ clock: systemClock });
    const { port1, port2 } = new MessageChannel();
    ends.push(serveQueue(held, port1), () => port2.close());
    return { held, seen: connectQueue(port2) };
  },
};

const spec = (timeoutMs: number): CheckJob["spec"] => ({
  kind: "tcp",
  host: "127.0.0.1",
  port: 80,
  timeoutMs,
  retries: 0,
  degradedAfterMs: null,
  assertions: [],
});

function job(change: Partial<CheckJob> = {}): CheckJob {
  return {
    seriesKey: 1,
    location: "default",
    trigger: "schedule",
    slotMs: 1,
    startByMs: 2,
    spec: spec(1),
    ...change,
  };
}

const report: CheckReport = {
  seriesKey: 1,
  slotMs: 1,
  location: "default",
  trigger: "schedule",
  runner: "r1",
  outcome: null,
};

const event: LiveEvent = {
  type: "monitor.status",
  orgId: "o",
  data: { monitor_id: "m", name: "n", status: "up", previous_status: "down", at: "2026-01-01T00:00:00.000Z" },
};

describe.each(Object.entries(kinds))("%s", (_, open) => {
  test("jobs of a location reach its taker in order, with their specs, and no other's", async () => {
    const { held, seen } = open();
    const taken: CheckJob[] = [];
    const elsewhere: CheckJob[] = [];
    seen.takeJobs("default", (jobs) => taken.push(...jobs));
    seen.takeJobs("other", (jobs) => elsewhere.push(...jobs));
    const same = spec(1);
    const jobs = [job({ spec: same }), job({ spec: same, slotMs: 2 }), job({ spec: spec(9), slotMs: 3 })];
    await vi.waitFor(() => {
      held.publishJobs("default", jobs);
      expect(taken.length).toBeGreaterThanOrEqual(3);
    });
    expect(taken.slice(-3)).toEqual(jobs);
    expect(elsewhere).toEqual([]);
  });

  test("a job for a location without a taker comes back as a report without an outcome", async () => {
    const { held, seen } = open();
    const reports: CheckReport[] = [];
    held.takeReports((some) => reports.push(...some));
    seen.publishJobs("nowhere", [job({ location: "nowhere", slotMs: 77 })]);
    await vi.waitFor(() => expect(reports).toMatchObject([{ slotMs: 77, outcome: null }]));
  });

  test("a taker that ended gets nothing more", async () => {
    const { held, seen } = open();
    const taken: CheckJob[] = [];
    const reports: CheckReport[] = [];
    held.takeReports((some) => reports.push(...some));
    seen.takeJobs("default", (jobs) => taken.push(...jobs))();
    await vi.waitFor(() => {
      held.publishJobs("default", [job()]);
      expect(reports.length).toBeGreaterThan(0);
    });
    expect(taken).toEqual([]);
  });

  test("reports, events and presence arrive", async () => {
    const { held, seen } = open();
    const reports: CheckReport[] = [];
    const events: LiveEvent[] = [];
    held.takeReports((some) => reports.push(...some));
    seen.takeEvents((some) => events.push(...some));
    seen.publishReports([report]);
    seen.announce("r1", "default");
    await vi.waitFor(() => {
      expect(reports).toEqual([report]);
      expect(seen.runners()).toMatchObject([{ runner: "r1", location: "default" }]);
      held.publishEvents([event]);
      expect(events[0]).toEqual(event);
    });
  });

  test("an organization is watched as long as anybody watches it", async () => {
    const { held, seen } = open();
    const [first, second] = [seen.watchOrg("o"), seen.watchOrg("o")];
    await vi.waitFor(() => expect(held.isWatched("o")).toBe(true));
    first();
    first();
    seen.publishReports([report]);
    await vi.waitFor(() => expect(held.isWatched("o")).toBe(true));
    second();
    await vi.waitFor(() => expect(held.isWatched("o")).toBe(false));
  });
});

test("a series keeps its taker while there are several, so that its spec is known there", () => {
  const queue = createMemoryQueue({ clock: systemClock });
  const takenBy = new Map<number, Set<number>>();
  for (const taker of [0, 1, 2]) {
    queue.takeJobs("default", (jobs) => {
      for (const { seriesKey } of jobs)
        takenBy.set(seriesKey, (takenBy.get(seriesKey) ?? new Set()).add(taker));
    });
  }
  for (let round = 0; round < 3; round += 1) {
    queue.publishJobs(
      "default",
      Array.from({ length: 30 }, (_, seriesKey) => job({ seriesKey })),
    );
  }
  expect(takenBy.size).toBe(30);
  for (const takers of takenBy.values()) expect(takers.size).toBe(1);
});

test("a runner that is silent is forgotten", () => {
  let nowMs = 1_000;
  const queue = createMemoryQueue({ clock: { now: () => nowMs, monotonic: () => nowMs } });
  queue.announce("r1", "default");
  nowMs += 20_000;
  expect(queue.runners()).toEqual([]);
});
