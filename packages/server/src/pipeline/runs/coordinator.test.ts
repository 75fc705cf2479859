import { apiStepInput } from "@vedette/contract/api-monitors/api-steps.ts";
import type { RunJob, RunReport, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeApiMonitor, makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { testVault } from "../../../test/vault.ts";
import { MemoryQueue } from "../../engine/queue/memory.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { type Clock, systemClock } from "../../platform/kernel/clock.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { RecordedResult } from "../results/recording/alerting-port.ts";
import { ConnectionFacts } from "../results/recording/connection-facts.ts";
import type { TargetState } from "../results/recording/target-state.ts";
import { ensurePartitionsOf } from "../results/retention/partitions.ts";
import { ArtifactQuota } from "./artifact-quota.ts";
import { RunCoordinator } from "./coordinator.ts";
import { LOST_AFTER_MS } from "./run-queue.ts";
import { cancelRuns, QUEUED_MAX, triggerRun } from "./trigger.ts";

let harness: TestDatabase;
let queue: Queue;
let running: RunCoordinator[];
/** Added to the real time, so that tests do not wait for deadlines. */
let aheadMs: number;
let jobs: RunJob[];

const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };

beforeEach(async () => {
  harness = await testDatabase();
  queue = new MemoryQueue({ clock });
  running = [];
  aheadMs = 0;
  jobs = [];
  queue.takeRuns({ location: "default", kinds: ["api_monitor"] }, (some) => jobs.push(...some));
});
afterEach(async () => {
  await Promise.all(running.map((coordinator) => coordinator.stop(systemClock.monotonic() + 2_000)));
  await harness.drop();
});

type World = Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({
  maxRetries = 0,
  steps = ["one", "two"],
}: {
  maxRetries?: number;
  steps?: string[];
} = {}) {
  const { database } = harness;
  const orgId = await makeOrganization(database);
  const { id: targetId, seriesKeys } = await makeApiMonitor(database, { orgId });
  const definition = JSON.stringify(
    steps.map((name) => apiStepInput.parse({ name, url: "http://127.0.0.1/", timeout: 1 })),
  );
  await database.run(sql`update api_monitor set steps = ${definition}::json where id = ${targetId}`);
  const [seriesKey = 0] = seriesKeys;
  const target: TargetState = {
    targetId,
    kind: "api_monitor",
    orgId,
    name: "Test",
    ...{ type: null, tags: [], groupId: null },
    ...{ enabled: true, revision: 1 },
    status: "pending",
    statusSinceMs: 0,
    statusReason: null,
    series: [
      {
        seriesKey,
        location: "default",
        active: true,
        status: "pending",
        statusSinceMs: 0,
        consecutiveFailures: 0,
        consecutiveErrors: 0,
      },
    ],
  };
  const recorded: RecordedResult[] = [];
  const start = async (log = silentLogger) => {
    const coordinator = new RunCoordinator({
      database,
      queue,
      clock,
      log,
      vault: testVault(),
      artifactQuota: new ArtifactQuota({ bytesMax: null, clock }),
      runnerAvailability: () => ({
        runners: queue.runners(),
        fallbackLocation: "default",
        isPrivate: () => false,
      }),
      onRecorded: () => undefined,
      recording: {
        database,
        connectionFacts: new ConnectionFacts({ database, clock }),
        isCurrent: () => true,
        findTarget: (key) => (key === seriesKey ? target : null),
        loadSeries: async () => undefined,
        reload: async () => undefined,
        mergeLate: async () => undefined,
        alerting: {
          async afterResults(_db, results) {
            recorded.push(...results);
            return () => undefined;
          },
        },
        ensurePartitions: (instantsMs) => ensurePartitionsOf(database, instantsMs),
      },
    });
    running.push(coordinator);
    await coordinator.start();
    return coordinator;
  };
  const trigger = () =>
    database.transaction((db) =>
      triggerRun(db, {
        orgId,
        targetId,
        kind: "api_monitor",
        location: "default",
        trigger: "manual",
        maxAttempts: maxRetries + 1,
        timeoutMs: 5_000,
        stepsTotal: steps.length,
        nowMs: clock.now(),
      }),
    );
  return { orgId, targetId, seriesKey, target, steps, recorded, start, trigger };
}

function report(job: RunJob, rest: Partial<RunReport> & Pick<RunReport, "event">): void {
  const { runId, attempt, lease, targetId, location } = job;
  queue.publishRunReports([
    { runId, attempt, lease, targetId, location, runner: "r1", ...rest } as RunReport,
  ]);
}

function finish(job: RunJob, steps: readonly string[], failing: string | null = null): void {
  const startedAtMs = clock.now();
  const made = steps.map((name, index): StepOutcome => {
    const isFailed = name === failing;
    return {
      index,
      name,
      action: "request",
      status: isFailed ? "failed" : "passed",
      startedAtMs,
      durationMs: 10,
      error: isFailed ? { code: "TIMEOUT", message: "too slow" } : null,
      url: null,
      request: null,
      response: null,
      assertions: [],
      extracted: [{ name: "id", value: "7" }],
    };
  });
  const stepIndex = made.findIndex(({ status }) => status === "failed");
  const error = failing ? ({ code: "TIMEOUT", message: "too slow", stepIndex } as const) : null;
  report(job, {
    event: "finished",
    outcome: { startedAtMs, finishedAtMs: startedAtMs + 25, error, steps: made },
  });
}

async function job(number: number): Promise<RunJob> {
  await until(() => jobs.length >= number);
  return jobs[number - 1] as RunJob;
}

type Row = {
  status: string;
  stage: string | null;
  attempt: number;
  error: { code: string } | null;
  attempts: unknown[];
};

const readRun = async (id: string) =>
  (await harness.database.find<Row & Record<string, unknown>>(
    sql`select * from run where id = ${id}`,
  )) as Row & Record<string, unknown>;

async function ended(id: string, status: string): Promise<Row & Record<string, unknown>> {
  await until(async () => (await readRun(id)).status === status);
  return readRun(id);
}

const results = ({ targetId }: World) =>
  harness.database.rows<{ step: string | null; status: string; attempts: number }>(sql`
    select s.step, r.status, r.attempts from check_result r join series s using (series_key)
    where s.target_id = ${targetId} order by s.step nulls first`);

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    if (await holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("condition not reached in time");
}

test("a finished run is passed to alerting, and one with an internal error is not", async () => {
  const world = await makeWorld();
  await world.start();
  const failed = await world.trigger();
  finish(await job(1), world.steps, "two");
  await ended(failed, "failed");
  await until(() => world.recorded.length > 0);
  const troubled = await world.trigger();
  const startedAtMs = clock.now();
  const error = { code: "INTERNAL", message: "out of memory", stepIndex: null } as const;
  const outcome = { startedAtMs, finishedAtMs: startedAtMs, error, steps: [], visualDiffPercent: 9 };
  report(await job(2), { event: "finished", outcome });
  await ended(troubled, "failed");
  const passed = await world.trigger();
  report(await job(3), {
    event: "finished",
    outcome: { startedAtMs, finishedAtMs: startedAtMs + 25, error: null, steps: [], visualDiffPercent: 2.5 },
  });
  await ended(passed, "passed");
  await until(() => world.recorded.length > 1);
  expect(world.recorded).toMatchObject([
    {
      runId: failed,
      status: "down",
      error: { code: "TIMEOUT", message: "too slow" },
      visualDiffPercent: null,
    },
    { runId: passed, status: "up", error: null, visualDiffPercent: 2.5, responseUs: 25_000 },
  ]);
});

describe("a triggered run", () => {
  test("is dispatched at once and records a run, its steps, and results of the target and each step", async () => {
    const world = await makeWorld();
    await world.start();
    const id = await world.trigger();
    const made = await job(1);
    expect(made).toMatchObject({
      runId: id,
      attempt: 1,
      lease: 1,
      spec: { kind: "api_monitor", timeoutMs: 1_000 },
    });
    report(made, { event: "started", atMs: clock.now() });
    await until(async () => (await readRun(id)).stage === "started");
    expect(await readRun(id)).toMatchObject({ status: "running", runner: "r1" });
    finish(made, world.steps);
    expect(await ended(id, "passed")).toMatchObject({
      stage: null,
      due_at: null,
      steps_total: 2,
      steps_passed: 2,
      duration_ms: 25,
      error: null,
      attempts: [{ attempt: 1, runner: "r1", status: "passed" }],
    });
    const steps = await harness.database.rows(
      sql`select attempt, index, name, status, details from run_step where run_id = ${id} order by index`,
    );
    expect(steps).toEqual([
      {
        attempt: 1,
        index: 0,
        name: "one",
        status: "passed",
        details: { extracted: [{ name: "id", value: "7" }] },
      },
      {
        attempt: 1,
        index: 1,
        name: "two",
        status: "passed",
        details: { extracted: [{ name: "id", value: "7" }] },
      },
    ]);
    expect(await results(world)).toEqual([
      { step: null, status: "u", attempts: 1 },
      { step: "one", status: "u", attempts: 1 },
      { step: "two", status: "u", attempts: 1 },
    ]);
    expect(world.target.status).toBe("up");
  });

  test("is retried after a failure and reports the last attempt's failure", async () => {
    const world = await makeWorld({ maxRetries: 1 });
    await world.start();
    const id = await world.trigger();
    finish(await job(1), world.steps, "two");
    expect(await ended(id, "pending_retry")).toMatchObject({ attempt: 2, stage: "waiting" });
    expect(await results(world)).toEqual([]);
    aheadMs += 1_000;
    const second = await job(2);
    expect(second).toMatchObject({ runId: id, attempt: 2, lease: 2 });
    finish(second, world.steps, "one");
    const row = await ended(id, "failed");
    expect(row).toMatchObject({ attempt: 2, error: { code: "TIMEOUT", step_index: 0 } });
    expect(row.attempts).toMatchObject([{ error: { step_index: 1 } }, { error: { step_index: 0 } }]);
    expect(await results(world)).toMatchObject([
      { step: null, status: "d", attempts: 2 },
      { status: "d" },
      { status: "u" },
    ]);
    expect(world.target.status).toBe("down");
  });

  test("waits while another run is open and ignores repeated and late reports", async () => {
    const world = await makeWorld();
    await world.start();
    const [first, second] = [await world.trigger(), await world.trigger()];
    const one = await job(1);
    expect(await readRun(second)).toMatchObject({ status: "running", started_at: null });
    finish(one, world.steps);
    finish(one, world.steps, "one");
    const two = await job(2);
    expect(two.runId).toBe(second);
    finish(one, world.steps, "two");
    finish(two, world.steps);
    await ended(second, "passed");
    expect(await readRun(first)).toMatchObject({ status: "passed" });
    expect(jobs).toHaveLength(2);
  });

  test(`is rejected with a retry time if ${QUEUED_MAX} runs are waiting`, async () => {
    const world = await makeWorld();
    for (let count = 0; count < QUEUED_MAX; count += 1) await world.trigger();
    await expect(world.trigger()).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  test("fails at its deadline if its runner disappears, without downtime of its target", async () => {
    const world = await makeWorld();
    await world.start();
    const id = await world.trigger();
    report(await job(1), { event: "started", atMs: clock.now() });
    await until(async () => (await readRun(id)).stage === "started");
    aheadMs += 1_000 + LOST_AFTER_MS;
    expect(await ended(id, "failed")).toMatchObject({
      error: { code: "RUNNER_LOST" },
      attempts: [{ status: "failed" }],
    });
    expect(await results(world)).toEqual([]);
    expect(world.target.status).toBe("pending");
  });

  test("is cancelled when its target is deleted, even while it is queued", async () => {
    const world = await makeWorld();
    await world.start();
    const [first, second] = [await world.trigger(), await world.trigger()];
    const made = await job(1);
    await harness.database.transaction(async (db) => {
      const { orgId, targetId } = world;
      await cancelRuns(db, { orgId, targetId, nowMs: clock.now() });
      await db.run(sql`delete from target where id = ${targetId}`);
    });
    finish(made, world.steps);
    for (const id of [first, second]) {
      expect(await ended(id, "failed")).toMatchObject({ error: { code: "CANCELLED" } });
    }
    expect(jobs).toHaveLength(1);
  });
});

const slotOf = ({ targetId, orgId, seriesKey }: World, slotMs: number) => ({
  targetId,
  orgId,
  kind: "api_monitor" as const,
  location: "default",
  seriesKey,
  slotMs,
  maxAttempts: 1,
  timeoutMs: 1_000,
  stepsTotal: 2,
});

describe("a scheduled slot", () => {
  const gaps = () => harness.database.rows(sql`select kind, reason, slots from slot_gap`);

  test("starts a run; while that run is open, the next slot is skipped and counted", async () => {
    const world = await makeWorld();
    const coordinator = await world.start();
    const atMs = Math.floor(clock.now());
    coordinator.startRuns([slotOf(world, atMs)]);
    const made = await job(1);
    coordinator.startRuns([slotOf(world, atMs + 1_000)]);
    await until(async () => (await gaps()).length > 0);
    expect(await gaps()).toEqual([{ kind: "skipped", reason: "running", slots: 1 }]);
    finish(made, world.steps);
    await ended(made.runId, "passed");
    expect(jobs).toHaveLength(1);
  });

  test("that arrives twice starts one run", async () => {
    const world = await makeWorld();
    const coordinator = await world.start();
    const slot = slotOf(world, Math.floor(clock.now()));
    coordinator.startRuns([slot]);
    const made = await job(1);
    finish(made, world.steps);
    await ended(made.runId, "passed");
    coordinator.startRuns([slot]);
    await until(() => coordinator.state().runEventsWaiting === 0);
    coordinator.startRuns([slotOf(world, slot.slotMs + 1_000)]);
    expect((await job(2)).runId).not.toBe(made.runId);
    const rows = await harness.database.rows(sql`select 1 from run`);
    expect(rows).toHaveLength(2);
  });

  test("is missed if its run ends with an internal error", async () => {
    const world = await makeWorld();
    const coordinator = await world.start();
    coordinator.startRuns([slotOf(world, Math.floor(clock.now()))]);
    const made = await job(1);
    const startedAtMs = clock.now();
    const error = { code: "INTERNAL", message: "ours", stepIndex: null } as const;
    report(made, {
      event: "finished",
      outcome: { startedAtMs, finishedAtMs: startedAtMs, error, steps: [] },
    });
    await ended(made.runId, "failed");
    expect(await gaps()).toEqual([{ kind: "missed", reason: "internal_error", slots: 1 }]);
    expect(await results(world)).toEqual([]);
  });
});

describe("a deleted target", () => {
  const deleteTarget = ({ targetId }: World) =>
    harness.database.run(sql`delete from target where id = ${targetId}`);

  test("blocks no run and leaves nothing open if its first slot is not recorded yet", async () => {
    const [world, other] = [await makeWorld(), await makeWorld()];
    const logged: string[] = [];
    const note = (event: string) => void logged.push(event);
    const coordinator = await other.start({ ...silentLogger, error: note, warn: note });
    await deleteTarget(world);
    coordinator.startRuns([slotOf(world, Math.floor(clock.now()))]);
    const id = await other.trigger();
    finish(await job(1), other.steps);
    await ended(id, "passed");
    await until(() => coordinator.state().runEventsWaiting === 0);
    expect(await harness.database.rows(sql`select 1 from run where stage is not null`)).toEqual([]);
    expect(logged).toEqual([]);
  });

  test("gets no results from a dispatched run, and the run ends", async () => {
    const world = await makeWorld();
    const logged: string[] = [];
    const note = (event: string) => void logged.push(event);
    await world.start({ ...silentLogger, error: note, warn: note });
    const id = await world.trigger();
    const made = await job(1);
    await deleteTarget(world);
    finish(made, world.steps);
    await ended(id, "passed");
    expect([await results(world), logged]).toEqual([[], []]);
  });
});

describe("another coordinator", () => {
  test("continues after the first one is killed", async () => {
    const world = await makeWorld({ maxRetries: 1 });
    const first = await world.start();
    const id = await world.trigger();
    finish(await job(1), world.steps, "one");
    await ended(id, "pending_retry");
    await first.stop(0);
    aheadMs += 1_000;
    await world.start();
    finish(await job(2), world.steps);
    await ended(id, "passed");
  });

  test("runs next to the first one without duplicating runs", async () => {
    const world = await makeWorld();
    await world.start();
    await world.start();
    const ids = [await world.trigger(), await world.trigger(), await world.trigger()];
    for (let number = 1; number <= ids.length; number += 1) finish(await job(number), world.steps);
    for (const id of ids) await ended(id, "passed");
    expect(jobs.map(({ runId }) => runId).toSorted()).toEqual(ids.toSorted());
    expect(await results(world)).toHaveLength(9);
  });

  test("finds a run whose notification was lost", async () => {
    const world = await makeWorld();
    const { orgId, targetId } = world;
    const id = newId(clock.now());
    await world.start();
    await harness.database.run(sql`
      insert into run (id, org_id, target_id, kind, location, trigger, slot, status, stage, due_at, max_attempts,
        timeout_ms, queued_at)
      values (${id}, ${orgId}, ${targetId}, 'api_monitor', 'default', 'manual', now(), 'running', 'queued', now(), 1,
        1000, now())`);
    expect((await job(1)).runId).toBe(id);
  });
});
