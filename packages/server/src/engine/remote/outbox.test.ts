import type { RunnerReports } from "@vedette/contract/runners/runner-protocol.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { createOutbox, type OutboxDeps } from "./outbox.ts";
import { RequestRejectedError, RunnerRejectedError, ServerUnavailableError } from "./server-response.ts";

const clock = { now: () => Date.now(), monotonic: () => Date.now() };
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeWorld(change: Partial<OutboxDeps> = {}) {
  const sent: RunnerReports[] = [];
  let failure: Error | null = null;
  const refused: unknown[] = [];
  const outbox = createOutbox({
    runner: "nas",
    clock,
    log: silentLogger,
    onRejected: (error) => refused.push(error),
    link: {
      async report(reports) {
        if (failure) throw failure;
        sent.push(reports);
        return { accepted: 1, refused: 0 };
      },
    },
    ...change,
  });
  return {
    outbox,
    sent,
    refused,
    failWith(error: Error | null) {
      failure = error;
    },
    tickets: () => sent.flatMap(({ checks }) => checks.map(({ ticket }) => ticket)),
  };
}

const report = (ticket: string) => ({ kind: "check", report: { ticket, outcome: null } }) as const;

test("sends reports together, in order and once each", async () => {
  const { outbox, sent, tickets } = makeWorld();
  for (let index = 0; index < 600; index += 1) outbox.add(report(`t${index}`));
  expect(await drained(outbox)).toBe(true);
  expect(tickets()).toEqual(Array.from({ length: 600 }, (_, index) => `t${index}`));
  expect(sent).toHaveLength(2);
});

test("keeps reports for a limited time while the server is unavailable", async () => {
  const { outbox, failWith, tickets } = makeWorld({ keptMs: 600_000 });
  failWith(new ServerUnavailableError("away"));
  outbox.add(report("old"));
  await vi.advanceTimersByTimeAsync(590_000);
  outbox.add(report("young"));
  await vi.advanceTimersByTimeAsync(20_000);
  failWith(null);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tickets()).toEqual(["young"]);
});

test("keeps the newest reports up to a size while the server is unavailable", async () => {
  const { outbox, failWith, tickets } = makeWorld({ keptBytesMax: 100 });
  failWith(new ServerUnavailableError("away"));
  for (let index = 0; index < 50; index += 1) outbox.add(report(`t${index}`));
  await vi.advanceTimersByTimeAsync(1_000);
  failWith(null);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tickets().length).toBeLessThan(5);
  expect(tickets().at(-1)).toBe("t49");
});

test("respects the server's Retry-After", async () => {
  const { outbox, failWith, tickets } = makeWorld();
  failWith(new ServerUnavailableError("busy", { retryAfterMs: 30_000 }));
  outbox.add(report("t"));
  await vi.advanceTimersByTimeAsync(1_000);
  failWith(null);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tickets()).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tickets()).toEqual(["t"]);
});

test("a report that the server rejects does not delay the reports after it", async () => {
  const { outbox, failWith, tickets } = makeWorld();
  failWith(new RequestRejectedError("no"));
  outbox.add(report("bad"));
  await vi.advanceTimersByTimeAsync(1_000);
  failWith(null);
  outbox.add(report("good"));
  expect(await drained(outbox)).toBe(true);
  expect(tickets()).toEqual(["good"]);
});

test("a rejected runner is notified and sends nothing more", async () => {
  const { outbox, failWith, refused } = makeWorld();
  failWith(new RunnerRejectedError("revoked"));
  outbox.add(report("t"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refused).toHaveLength(1);
});

async function drained(outbox: ReturnType<typeof makeWorld>["outbox"]): Promise<boolean> {
  const draining = outbox.drain(clock.monotonic() + 5_000);
  await vi.advanceTimersByTimeAsync(6_000);
  return draining;
}
