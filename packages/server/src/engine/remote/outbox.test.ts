import type { RunnerReceipt, RunnerReports } from "@vedette/contract/runners/runner-protocol.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { type OutboxDeps, ReportOutbox } from "./outbox.ts";
import type { OutgoingReport } from "./outgoing-report.ts";
import type { ReportStore } from "./report-store/report-store.ts";
import { RequestRejectedError, RunnerRejectedError, ServerUnavailableError } from "./server-response.ts";

const clock = { now: () => Date.now(), monotonic: () => Date.now() };
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function storeIn(stored: Map<string, OutgoingReport>): ReportStore {
  let names = 0;
  return {
    load: async () => Array.from(stored, ([name, outgoing]) => ({ name, outgoing, bytes: 1 })),
    put(outgoing) {
      names += 1;
      stored.set(`${names}`, outgoing);
      return `${names}`;
    },
    remove: (name) => void stored.delete(name),
    settle: async () => {},
  };
}

function makeWorld(change: Partial<OutboxDeps> = {}) {
  const sent: RunnerReports[] = [];
  let failure: Error | null = null;
  const refused: unknown[] = [];
  const stored = new Map<string, OutgoingReport>();
  const outbox = new ReportOutbox({
    store: storeIn(stored),
    keptBytesMax: 50 * 1_048_576,
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
    stored: () => Array.from(stored.values(), ({ report: { ticket } }) => ticket),
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

test("stores what the server does not confirm within a second, until it does", async () => {
  const { outbox, failWith, stored, tickets } = makeWorld();
  outbox.add(report("sent"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([tickets(), stored()]).toEqual([["sent"], []]);
  failWith(new ServerUnavailableError("away"));
  outbox.add(report("first"));
  await vi.advanceTimersByTimeAsync(1_500);
  outbox.add(report("during the outage"));
  expect(stored()).toEqual(["first", "during the outage"]);
  failWith(null);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([tickets(), stored()]).toEqual([["sent", "first", "during the outage"], []]);
});

test("stores what the server takes too long to confirm", async () => {
  const { promise, resolve } = Promise.withResolvers<RunnerReceipt>();
  const { outbox, stored } = makeWorld({ link: { report: () => promise } });
  outbox.add(report("slow"));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(stored()).toEqual(["slow"]);
  resolve({ accepted: 1, refused: 0 });
  await vi.advanceTimersByTimeAsync(1);
  expect(stored()).toEqual([]);
});

test("sends the reports that an earlier process stored first, and stores what it cannot send before it stops", async () => {
  const stored = new Map<string, OutgoingReport>();
  const first = makeWorld({ store: storeIn(stored) });
  first.failWith(new ServerUnavailableError("away"));
  for (const ticket of ["a", "b"]) first.outbox.add(report(ticket));
  await first.outbox.stop();
  expect(stored.size).toBe(2);
  const second = makeWorld({ store: storeIn(stored) });
  await second.outbox.restore();
  second.outbox.add(report("c"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(second.tickets()).toEqual(["a", "b", "c"]);
  expect(stored.size).toBe(0);
});

test("keeps the report of a run while its files are uploaded, and removes it then", async () => {
  const { outbox, stored } = makeWorld();
  const endEarly = outbox.keepMeanwhile(report("short"));
  await vi.advanceTimersByTimeAsync(500);
  endEarly();
  const end = outbox.keepMeanwhile(report("long"));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stored()).toEqual(["long"]);
  end();
  expect(stored()).toEqual([]);
});

test("sends again what the server confirmed just before an outage, once", async () => {
  const { outbox, failWith, stored, tickets } = makeWorld();
  outbox.add(report("long ago"));
  await vi.advanceTimersByTimeAsync(10_000);
  outbox.add(report("just before"));
  await vi.advanceTimersByTimeAsync(500);
  failWith(new ServerUnavailableError("away"));
  outbox.add(report("during"));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stored().toSorted()).toEqual(["during", "just before"]);
  failWith(null);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tickets()).toEqual(["long ago", "just before", "during", "just before"]);
});
