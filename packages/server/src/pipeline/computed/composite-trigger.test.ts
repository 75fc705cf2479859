import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MemoryQueue } from "../../engine/queue/memory.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { CompositeTrigger } from "./composite-trigger.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const statusOf = (monitorId: string, orgId = "org"): LiveEvent => ({
  ...{ type: "monitor.status", orgId },
  data: {
    monitor_id: monitorId,
    name: "m",
    status: "down",
    previous_status: "up",
    at: "2026-11-24T00:00:00.000Z",
  },
});

function start() {
  const queue = new MemoryQueue({ clock: systemClock });
  const checked: string[][] = [];
  const trigger = new CompositeTrigger({ queue, checkNow: (ids) => checked.push([...ids]) });
  trigger.consider({ targetId: "composite", orgId: "org", type: "composite" });
  trigger.consider({ targetId: "other", orgId: "other", type: "composite" });
  trigger.consider({ targetId: "plain", orgId: "org", type: "url" });
  trigger.start();
  return { queue, checked, trigger };
}

test("changes of many targets lead to one evaluation of the composites of their organization", () => {
  const { queue, checked, trigger } = start();
  for (let nr = 0; nr < 100; nr++) queue.publishEvents([statusOf(`m${nr}`)]);
  vi.advanceTimersByTime(1_000);
  expect(checked).toEqual([["composite"]]);
  queue.publishEvents([statusOf("m1"), statusOf("m2", "other")]);
  vi.advanceTimersByTime(1_000);
  expect(checked.slice(1)).toEqual([["composite", "other"]]);
  trigger.stop();
});

test("the own change of a composite, and other organizations, lead to none", () => {
  const { queue, checked, trigger } = start();
  queue.publishEvents([statusOf("composite"), statusOf("m1", "elsewhere")]);
  vi.advanceTimersByTime(1_000);
  expect(checked).toEqual([]);
  queue.publishEvents([statusOf("m1")]);
  trigger.stop();
  vi.advanceTimersByTime(1_000);
  expect(checked).toEqual([]);
});
