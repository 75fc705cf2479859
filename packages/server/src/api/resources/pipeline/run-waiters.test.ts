import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../platform/kernel/errors.ts";
import { type RunWait, RunWaiters } from "./run-waiters.ts";

function makeWorld() {
  let take: (events: readonly LiveEvent[]) => void = () => {};
  let isTaking = true;
  const waiters = new RunWaiters({
    takeEvents(taker) {
      take = taker;
      return () => {
        isTaking = false;
      };
    },
  });
  let status: "running" | "passed" = "running";
  let reads = 0;
  const away = new AbortController();
  const wait = (change: Partial<RunWait<string>> = {}) =>
    waiters.wait({
      orgId: "org",
      runId: "run",
      timeoutMs: 60_000,
      signal: away.signal,
      async read() {
        reads += 1;
        return status;
      },
      hasEnded: (found) => found === "passed",
      ...change,
    });
  function publish(runId = "run", status: "passed" | "running" = "passed"): void {
    const at = "2026-01-01T00:00:00.000Z";
    const data = { run_id: runId, target_id: "t", location: "default", status, attempt: 1, at };
    take([{ type: "run.changed", orgId: "org", data: { ...data, kind: "journey" } }]);
  }
  return {
    waiters,
    wait,
    away,
    publish,
    end() {
      status = "passed";
    },
    reads: () => reads,
    isTaking: () => isTaking,
  };
}

describe("a wait", () => {
  test("reads again when the run ends, and for no other event", async () => {
    const world = makeWorld();
    const response = world.wait();
    await expect.poll(world.reads).toBe(1);
    world.publish("run", "running");
    world.publish("another");
    world.end();
    world.publish();
    expect(await response).toBe("passed");
    expect(world.reads()).toBe(2);
  });

  test("misses no end that is published while it reads", async () => {
    const world = makeWorld();
    const { promise: reading, resolve: finish } = Promise.withResolvers<string>();
    let reads = 0;
    const response = world.wait({
      read() {
        reads += 1;
        return reads === 1 ? reading : Promise.resolve("passed");
      },
    });
    world.publish();
    finish("running");
    expect(await response).toBe("passed");
  });

  test("reads once if the run has ended or there is no timeout", async () => {
    const world = makeWorld();
    expect(await world.wait({ timeoutMs: 0 })).toBe("running");
    world.end();
    expect(await world.wait()).toBe("passed");
    expect(world.reads()).toBe(2);
  });

  test("returns the current state after the timeout", async () => {
    const world = makeWorld();
    expect(await world.wait({ timeoutMs: 5 })).toBe("running");
    expect(world.reads()).toBe(2);
  });

  test("ends without another read when the request is aborted", async () => {
    const world = makeWorld();
    const response = world.wait();
    await expect.poll(world.reads).toBe(1);
    world.away.abort();
    expect(await response).toBe("running");
    expect(await world.wait()).toBe("running");
    expect(world.reads()).toBe(2);
  });

  test("frees its slot if reading fails", async () => {
    const world = makeWorld();
    const failing = { read: () => Promise.reject(new Error("the database is away")) };
    for (let count = 0; count < 101; count += 1) {
      await expect(world.wait(failing)).rejects.toThrow("the database is away");
    }
  });

  test("is rejected beyond 100 per organization, without affecting others", async () => {
    const world = makeWorld();
    const held = Array.from({ length: 100 }, (_, index) => world.wait({ runId: `${index % 3}` }));
    await expect(world.wait()).rejects.toThrow(AppError);
    const other = world.wait({ orgId: "other", runId: "1" });
    world.end();
    for (const runId of ["0", "1", "2"]) world.publish(runId);
    expect(new Set(await Promise.all([...held, other]))).toEqual(new Set(["passed"]));
    expect(await world.wait()).toBe("passed");
  });
});

test("closing returns the current state to all waiters and delays no further request", async () => {
  const world = makeWorld();
  const responses = [world.wait(), world.wait({ runId: "another" })];
  world.waiters.close();
  expect(await Promise.all([...responses, world.wait()])).toEqual(["running", "running", "running"]);
  expect(world.isTaking()).toBe(false);
});
