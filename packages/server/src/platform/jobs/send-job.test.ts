import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { idleJobs } from "../../../test/idle-jobs.ts";
import { silentLogger } from "../kernel/logger.ts";
import { sql } from "../storage/sql.ts";
import type { JobHandlers } from "./job-definitions.ts";
import { type Jobs, startJobs } from "./jobs.ts";
import { sendJob } from "./send-job.ts";

let harness: TestDatabase;
let running: Jobs[];
beforeEach(async () => {
  harness = await testDatabase();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  await harness.drop();
});

type Deliver = JobHandlers["alerts.deliver"];

async function start(deliver: Deliver): Promise<void> {
  const jobs = await startJobs({
    database: harness.database,
    log: silentLogger,
    handlers: { ...idleJobs(), "alerts.deliver": deliver },
  });
  running.push(jobs);
}

/** A handler that records its data, and a promise of the n-th call. */
function recording(hold: (channelId: string) => Promise<void> = async () => {}) {
  const seen: string[] = [];
  const waiters: { calls: number; resolve: () => void }[] = [];
  const deliver: Deliver = async ({ data }) => {
    seen.push(data.channelId);
    for (const { calls, resolve } of waiters) if (seen.length >= calls) resolve();
    await hold(data.channelId);
  };
  return {
    seen,
    deliver,
    calls: (calls: number) =>
      new Promise<void>((resolve) => {
        if (seen.length >= calls) resolve();
        else waiters.push({ calls, resolve });
      }),
  };
}

const deliver = (channelId: string) => ({ name: "alerts.deliver" as const, data: { channelId } });

const jobs = () =>
  harness.database.rows<{ state: string }>(sql`select state from pgboss.job where name = 'alerts.deliver'`);

describe("sendJob", () => {
  test("creates a job when its transaction commits, and not when it rolls back", async () => {
    await harness.database
      .transaction(async (db) => {
        await sendJob(db, deliver("lost"));
        throw new Error("rolled back");
      })
      .catch(() => {});
    expect(await jobs()).toEqual([]);
    await harness.database.transaction((db) => sendJob(db, deliver("kept")));
    expect(await jobs()).toEqual([{ state: "created" }]);
    const { seen, calls, deliver: handler } = recording();
    await start(handler);
    await calls(1);
    expect(seen).toEqual(["kept"]);
  });

  test("wakes the workers when a job is sent, and runs one job per worker concurrently", async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { seen, calls, deliver: handler } = recording(() => mayEnd);
    await start(handler);
    await harness.database.transaction(async (db) => {
      for (let index = 0; index < 10; index++) await sendJob(db, deliver(`${index}`));
    });
    await calls(10);
    expect(seen.toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `${index}`));
    end();
  });

  test("runs a job that was sent for a later time", async () => {
    const { seen, calls, deliver: handler } = recording();
    await start(handler);
    const startAt = new Date(Date.now() + 1_000);
    await harness.database.transaction((db) => sendJob(db, deliver("later"), { startAt }));
    await calls(1);
    expect(seen).toEqual(["later"]);
    expect(Date.now()).toBeGreaterThanOrEqual(startAt.getTime());
  });

  test("does not block two transactions that send concurrently", async () => {
    await harness.database.transaction(async (one) => {
      await sendJob(one, deliver("same"));
      await harness.database.transaction((other) => sendJob(other, deliver("same")));
    });
    expect(await jobs()).toHaveLength(2);
  });

  test("sends one job per ID", async () => {
    const id = "0190a0a0-0000-7000-8000-000000000000";
    const startAt = new Date("2100-01-01T00:00:00Z");
    for (let index = 0; index < 2; index++)
      await sendJob(harness.database, deliver("later"), { id, startAt });
    expect(
      await harness.database.rows(sql`select id, start_after from pgboss.job where name = 'alerts.deliver'`),
    ).toEqual([{ id, start_after: startAt }]);
  });
});
