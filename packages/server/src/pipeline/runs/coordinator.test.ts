import { describe, expect, test } from "vitest";
import { coordinatorLab } from "../../../test/labs/coordinator-lab.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { sql } from "../../platform/storage/sql.ts";
import { LOST_AFTER_MS } from "./run-queue.ts";
import { cancelRuns, QUEUED_MAX } from "./trigger.ts";

const lab = coordinatorLab();
const { makeWorld, report, finish, job, readRun, ended, results, until } = lab;

test("a finished run is passed to alerting, and one with an internal error is not", async () => {
  const world = await makeWorld();
  await world.start();
  const failed = await world.trigger();
  finish(await job(1), world.steps, "two");
  await ended(failed, "failed");
  await until(() => world.recorded.length > 0);
  const troubled = await world.trigger();
  const startedAtMs = lab.clock.now();
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
    report(made, { event: "started", atMs: lab.clock.now() });
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
    const steps = await lab.harness.database.rows(
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
    lab.aheadMs += 1_000;
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
    expect(lab.jobs).toHaveLength(2);
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
    report(await job(1), { event: "started", atMs: lab.clock.now() });
    await until(async () => (await readRun(id)).stage === "started");
    lab.aheadMs += 1_000 + LOST_AFTER_MS;
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
    await lab.harness.database.transaction(async (db) => {
      const { orgId, targetId } = world;
      await cancelRuns(db, { orgId, targetId, nowMs: lab.clock.now() });
      await db.run(sql`delete from target where id = ${targetId}`);
    });
    finish(made, world.steps);
    for (const id of [first, second]) {
      expect(await ended(id, "failed")).toMatchObject({ error: { code: "CANCELLED" } });
    }
    expect(lab.jobs).toHaveLength(1);
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
    lab.aheadMs += 1_000;
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
    expect(lab.jobs.map(({ runId }) => runId).toSorted()).toEqual(ids.toSorted());
    expect(await results(world)).toHaveLength(9);
  });

  test("finds a run whose notification was lost", async () => {
    const world = await makeWorld();
    const { orgId, targetId } = world;
    const id = newId(lab.clock.now());
    await world.start();
    await lab.harness.database.run(sql`
      insert into run (id, org_id, target_id, kind, location, trigger, slot, status, stage, due_at, max_attempts,
        timeout_ms, queued_at)
      values (${id}, ${orgId}, ${targetId}, 'api_monitor', 'default', 'manual', now(), 'running', 'queued', now(), 1,
        1000, now())`);
    expect((await job(1)).runId).toBe(id);
  });
});
