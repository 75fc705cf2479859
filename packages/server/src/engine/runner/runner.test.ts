import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { describe, expect, test, vi } from "vitest";
import { checkJob, upOutcome } from "../../../test/checks.ts";
import { NOTHING_COLLECTED } from "../../../test/evidence/facts.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { MemoryQueue } from "../queue/memory.ts";
import { Runner, type RunnerDeps } from "./runner.ts";

const outcome = upOutcome();

function jobs(count: number, startByMs = Number.MAX_SAFE_INTEGER): CheckJob[] {
  return Array.from({ length: count }, (_, index) =>
    checkJob({ seriesKey: index, location: "default", slotMs: index, startByMs }),
  );
}

function start(change: Partial<RunnerDeps> = {}) {
  const queue = new MemoryQueue({ clock: systemClock });
  const reports: CheckReport[] = [];
  queue.takeReports((some) => void reports.push(...some));
  const runner = new Runner({
    queue,
    clock: systemClock,
    log: silentLogger,
    name: "r1",
    location: "default",
    inFlightMax: 10,
    sharePercent: 50,
    check: () => Promise.resolve(outcome),
    collect: () => Promise.resolve(NOTHING_COLLECTED),
    ...change,
  });
  runner.start();
  return { queue, reports, runner };
}

describe("runner", () => {
  test("reports every job once, with the runner's name", async () => {
    const { queue, reports } = start();
    queue.publishJobs("default", jobs(500));
    await vi.waitFor(() => expect(reports).toHaveLength(500), 30_000);
    expect(new Set(reports.map((report) => report.slotMs)).size).toBe(500);
    expect(reports[0]).toMatchObject({ runner: "r1", outcome: { status: "up" } });
  });

  test("starts no check before its slot, and a stopped one never", async () => {
    const startedAtMs: number[] = [];
    const { queue, reports } = start({
      check: () => {
        startedAtMs.push(Date.now());
        return Promise.resolve(outcome);
      },
    });
    const slotMs = Date.now() + 100;
    const [first, second] = jobs(2).map((job) => ({ ...job, slotMs, isEarly: true as const }));
    if (!first || !second) throw new Error("there are two jobs");
    queue.publishJobs("default", [first, second]);
    queue.publishStops([{ targetId: "t", seriesKeys: [second.seriesKey] }]);
    await vi.waitFor(() => expect(reports).toHaveLength(2), 30_000);
    expect(startedAtMs).toHaveLength(1);
    expect(startedAtMs[0]).toBeGreaterThanOrEqual(slotMs);
    expect(reports.find(({ seriesKey }) => seriesKey === second.seriesKey)?.outcome).toBeNull();
  });

  test("collects evidence for a test check with an order, and makes the check otherwise", async () => {
    const collected: unknown[] = [];
    const { queue } = start({
      collect: (target) => {
        collected.push(target);
        return Promise.resolve(NOTHING_COLLECTED);
      },
    });
    const job = { ...checkJob({ location: "default" }), evidence: { collectMs: 20_000, sendsRequest: true } };
    const report = await queue.requestCheck("default", job, 30_000);
    expect(report).toMatchObject({ runner: "r1", outcome: null, evidence: NOTHING_COLLECTED });
    expect(collected).toEqual([{ spec: job.spec, order: job.evidence }]);
    const { evidence: _, ...plain } = job;
    expect(await queue.requestCheck("default", plain, 30_000)).toMatchObject({ outcome: { status: "up" } });
  });

  test("splits reports with kept responses into batches of about 1 MiB", async () => {
    const kept = { headers: {}, body: "x".repeat(65_536), isBodyCut: true };
    const { queue, reports } = start({
      check: () => Promise.resolve({ ...outcome, kept }),
      inFlightMax: 100,
    });
    const publishing = vi.spyOn(queue, "publishReports");
    queue.publishJobs("default", jobs(100));
    await vi.waitFor(() => expect(reports).toHaveLength(100), 30_000);
    const batches = publishing.mock.calls.map(([batch]) => batch.length);
    expect(batches.reduce((sum, length) => sum + length, 0)).toBe(100);
    expect(Math.max(...batches)).toBeLessThanOrEqual(16);
  });

  test("runs no more checks at once than allowed", async () => {
    let now = 0;
    let most = 0;
    const { queue, reports } = start({
      inFlightMax: 7,
      check: async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return outcome;
      },
    });
    queue.publishJobs("default", jobs(200));
    await vi.waitFor(() => expect(reports).toHaveLength(200), 30_000);
    expect(most).toBe(7);
  });

  test("returns a check that cannot start in time", async () => {
    let made = 0;
    const { queue, reports, runner } = start({
      check: () => {
        made += 1;
        return Promise.resolve(outcome);
      },
    });
    queue.publishJobs("default", jobs(3, systemClock.now() - 1));
    await vi.waitFor(() => expect(reports).toHaveLength(3), 30_000);
    expect(reports.every((report) => report.outcome === null)).toBe(true);
    expect(made).toBe(0);
    expect(runner.state().late).toBe(3);
  });

  test("a bug in a check does not count as the target's downtime", async () => {
    const { queue, reports } = start({ check: () => Promise.reject(new Error("bug")) });
    queue.publishJobs("default", jobs(1));
    await vi.waitFor(() => expect(reports).toMatchObject([{ outcome: null }]), 30_000);
  });

  test("a check whose variables cannot be resolved does not run and counts as no downtime", async () => {
    let made = 0;
    const check = () => Promise.resolve(outcome).finally(() => (made += 1));
    const { queue, reports } = start({ check });
    const [job] = jobs(1);
    if (job) queue.publishJobs("default", [{ ...job, spec: { ...job.spec, isUnready: true } }]);
    await vi.waitFor(() => expect(reports).toMatchObject([{ outcome: null }]), 30_000);
    expect(made).toBe(0);
  });

  test("secrets appear neither in a report nor in a log line", async () => {
    const lines: unknown[] = [];
    const log = { ...silentLogger, error: (...line: unknown[]) => lines.push(line) };
    const failed = {
      ...outcome,
      error: { code: "PROTOCOL_ERROR", message: "got hunter2-h", phase: "headers" } as const,
    };
    const found = [Promise.resolve(failed), Promise.reject(new Error("hunter2-h is bad"))];
    const { queue, reports } = start({ log, check: () => found.shift() ?? Promise.resolve(outcome) });
    queue.publishJobs(
      "default",
      jobs(2).map((job) => ({ ...job, spec: { ...job.spec, mask: ["hunter2-h"] } })),
    );
    await vi.waitFor(() => expect(reports).toHaveLength(2), 30_000);
    expect(JSON.stringify([reports, lines])).not.toContain("hunter2");
    expect(JSON.stringify(lines)).toContain("•••• is bad");
  });

  test("aborts the checks of a deleted target and does not start its waiting ones", async () => {
    const { queue, reports, runner } = start({
      inFlightMax: 1,
      check: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    queue.publishJobs("default", jobs(3));
    await vi.waitFor(() => expect(runner.state().inFlight).toBe(1));
    queue.publishStops([{ targetId: "t", seriesKeys: [0, 1] }]);
    await vi.waitFor(() => expect(runner.state()).toMatchObject({ inFlight: 1, waiting: 0, started: 2 }));
    await vi.waitFor(() => expect(reports.map(({ seriesKey }) => seriesKey).toSorted()).toEqual([0, 1]));
    expect(reports.every(({ outcome: found }) => found === null)).toBe(true);
  });

  test("drain runs what waits for its slot", async () => {
    const { queue, reports, runner } = start();
    const slotMs = Date.now() + 100;
    queue.publishJobs(
      "default",
      jobs(3).map((job) => ({ ...job, slotMs, isEarly: true as const })),
    );
    await runner.drain(systemClock.monotonic() + 10_000);
    expect(reports.map(({ outcome: found }) => found?.status)).toEqual(["up", "up", "up"]);
  });

  test("drain returns what waits for its slot at the deadline", async () => {
    const { queue, reports, runner } = start();
    const slotMs = Date.now() + 60_000;
    queue.publishJobs("default", [{ ...checkJob({ location: "default" }), slotMs, isEarly: true }]);
    await runner.drain(systemClock.monotonic());
    expect(reports).toMatchObject([{ outcome: null, runner: "r1" }]);
  });

  test("drain reports what is in flight and returns what waits", async () => {
    const gates: (() => void)[] = [];
    const { queue, reports, runner } = start({
      inFlightMax: 2,
      check: () => new Promise((resolve) => gates.push(() => resolve(outcome))),
    });
    queue.publishJobs("default", jobs(5));
    await vi.waitFor(() => expect(gates).toHaveLength(2), 30_000);
    const drained = runner.drain(systemClock.monotonic() + 10_000);
    for (const open of gates) open();
    await drained;
    expect(reports.filter((report) => report.outcome !== null)).toHaveLength(2);
    expect(reports.filter((report) => report.outcome === null)).toHaveLength(3);
    queue.publishJobs("default", jobs(1));
    expect(reports.at(-1)).toMatchObject({ runner: "none", outcome: null });
  });
});
