import { describe, expect, test } from "vitest";
import { type CoordinatorWorld, coordinatorLab } from "../../../test/labs/coordinator-lab.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { sql } from "../../platform/storage/sql.ts";

const lab = coordinatorLab();
const { makeWorld, report, finish, job, ended, results, until } = lab;

const slotOf = ({ targetId, orgId, seriesKey }: CoordinatorWorld, slotMs: number) => ({
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
  const gaps = () => lab.harness.database.rows(sql`select kind, reason, slots from slot_gap`);

  test("starts a run; while that run is open, the next slot is skipped and counted", async () => {
    const world = await makeWorld();
    const coordinator = await world.start();
    const atMs = Math.floor(lab.clock.now());
    coordinator.startRuns([slotOf(world, atMs)]);
    const made = await job(1);
    coordinator.startRuns([slotOf(world, atMs + 1_000)]);
    await until(async () => (await gaps()).length > 0);
    expect(await gaps()).toEqual([{ kind: "skipped", reason: "running", slots: 1 }]);
    finish(made, world.steps);
    await ended(made.runId, "passed");
    expect(lab.jobs).toHaveLength(1);
  });

  test("that arrives twice starts one run", async () => {
    const world = await makeWorld();
    const coordinator = await world.start();
    const slot = slotOf(world, Math.floor(lab.clock.now()));
    coordinator.startRuns([slot]);
    const made = await job(1);
    finish(made, world.steps);
    await ended(made.runId, "passed");
    coordinator.startRuns([slot]);
    await until(() => coordinator.state().runEventsWaiting === 0);
    coordinator.startRuns([slotOf(world, slot.slotMs + 1_000)]);
    expect((await job(2)).runId).not.toBe(made.runId);
    const rows = await lab.harness.database.rows(sql`select 1 from run`);
    expect(rows).toHaveLength(2);
  });

  test("is missed if its run ends with an internal error", async () => {
    const world = await makeWorld();
    const coordinator = await world.start();
    coordinator.startRuns([slotOf(world, Math.floor(lab.clock.now()))]);
    const made = await job(1);
    const startedAtMs = lab.clock.now();
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
  const deleteTarget = ({ targetId }: CoordinatorWorld) =>
    lab.harness.database.run(sql`delete from target where id = ${targetId}`);

  test("blocks no run and leaves nothing open if its first slot is not recorded yet", async () => {
    const [world, other] = [await makeWorld(), await makeWorld()];
    const logged: string[] = [];
    const note = (event: string) => void logged.push(event);
    const coordinator = await other.start({ ...silentLogger, error: note, warn: note });
    await deleteTarget(world);
    coordinator.startRuns([slotOf(world, Math.floor(lab.clock.now()))]);
    const id = await other.trigger();
    finish(await job(1), other.steps);
    await ended(id, "passed");
    await until(() => coordinator.state().runEventsWaiting === 0);
    expect(await lab.harness.database.rows(sql`select 1 from run where stage is not null`)).toEqual([]);
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
