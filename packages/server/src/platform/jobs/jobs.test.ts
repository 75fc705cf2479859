import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { idleJobs } from "../../../test/idle-jobs.ts";
import { type Logger, silentLogger } from "../kernel/logger.ts";
import { type Connection, SOCKET_PORT } from "../storage/connection.ts";
import { sql } from "../storage/sql.ts";
import { installJobs } from "./install-jobs.ts";
import { JOBS, type JobHandler, type JobHandlers, type JobName } from "./job-definitions.ts";
import { type Jobs, startJobs } from "./jobs.ts";

const NAMES = Object.keys(JOBS) as JobName[];

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

async function start(
  handlers: Partial<JobHandlers>,
  options: { log?: Logger; idle?: Partial<JobHandlers> } = {},
) {
  const jobs = await startJobs({
    database: harness.database,
    log: options.log ?? silentLogger,
    handlers: { ...(options.idle ?? idleJobs()), ...handlers },
  });
  running.push(jobs);
  return jobs;
}

/** A handler that records when it is called. */
function once(): { called: Promise<void>; handler: JobHandler; calls: () => number } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  const handler: JobHandler = async () => {
    calls += 1;
    resolve();
  };
  return { called: promise, handler, calls: () => calls };
}

describe("startJobs", () => {
  test("runs jobs that run at start, and creates a schedule for each", async () => {
    const handlers = new Map(NAMES.map((name) => [name, once()]));
    await start(Object.fromEntries([...handlers].map(([name, { handler }]) => [name, handler])));
    await Promise.all(
      [...handlers].flatMap(([name, { called }]) => (JOBS[name].runsAtStart ? [called] : [])),
    );
    const schedules = await harness.database.rows<{ name: string; cron: string }>(
      sql`select name, cron from pgboss.schedule order by name`,
    );
    expect(schedules).toEqual(NAMES.toSorted().map((name) => ({ name, cron: JOBS[name].schedule })));
  });

  test("runs a job in one of two processes at a time", async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const first = once();
    const held: JobHandler = async (run) => {
      await first.handler(run);
      await mayEnd;
    };
    await start({ "results.roll_up": held }, { idle: {} });
    await first.called;
    const second = once();
    const other = once();
    await start({ "results.roll_up": second.handler, "results.retention": other.handler });
    // The second process works: it gets its other jobs.
    await other.called;
    expect(second.calls()).toBe(0);
    expect(first.calls()).toBe(1);
    end();
  });

  test("aborts the current run on stop and waits until it ends", async () => {
    const events: string[] = [];
    const { promise: started, resolve } = Promise.withResolvers<void>();
    const jobs = await start({
      "results.roll_up": async ({ signal }) => {
        resolve();
        await new Promise((aborted) => signal.addEventListener("abort", aborted, { once: true }));
        events.push("aborted");
        await harness.database.run(sql`select pg_sleep(0.05)`);
        events.push("ended");
      },
    });
    await started;
    await jobs.stop();
    expect(events).toEqual(["aborted", "ended"]);
  });

  test("logs a failed run and retries it later", async () => {
    const { promise: logged, resolve } = Promise.withResolvers<unknown[]>();
    const log = { ...silentLogger, error: (...line: unknown[]) => resolve(line) };
    await start(
      {
        "results.retention": async () => {
          throw new Error("no space left");
        },
      },
      { log },
    );
    expect(await logged).toEqual([
      "jobs.run_failed",
      expect.objectContaining({ job: "results.retention", error: "no space left" }),
    ]);
    await until(async () => {
      const job = await harness.database.find<{ state: string }>(
        sql`select state from pgboss.job where name = 'results.retention'`,
      );
      return job?.state === "retry";
    });
  });

  test("uses the connections of its process", async () => {
    const { called, handler } = once();
    await start({ "results.roll_up": handler });
    await called;
    const names = await harness.database.rows<{ name: string }>(
      sql`select distinct application_name as name from pg_stat_activity where datname = current_database()`,
    );
    expect(names).toEqual([{ name: "vedette" }]);
  });
});

describe("installJobs", () => {
  test("accepts a connection URL", async () => {
    await installJobs({ connection: { url: urlOf(harness.connection) }, log: silentLogger });
    const { called, handler } = once();
    await start({ "results.roll_up": handler });
    await called;
  });

  test("changes what differs and nothing else", async () => {
    const { connection, database } = harness;
    const rows = () =>
      database.rows<{ name: string; retries: number; at: Date }>(
        sql`select name, retry_limit as retries, updated_on as at from pgboss.queue order by name`,
      );
    await installJobs({ connection, log: silentLogger });
    const before = await rows();
    await database.run(sql`update pgboss.queue set retry_limit = 99 where name = 'results.count'`);
    await database.run(sql`delete from pgboss.queue where name = 'results.close_days'`);
    await installJobs({ connection, log: silentLogger });
    const after = await rows();
    expect(after.map(({ name, retries }) => [name, retries])).toEqual(
      before.map(({ name, retries }) => [name, retries]),
    );
    const written = after.filter(({ at }, index) => at.getTime() !== before[index]?.at.getTime());
    expect(written.map(({ name }) => name)).toEqual(["results.close_days", "results.count"]);
  });
});

function urlOf(connection: Connection): string {
  if ("url" in connection) return connection.url;
  const { socketDir, user, password, database } = connection;
  return `postgres://${user}:${password}@${encodeURIComponent(socketDir)}:${SOCKET_PORT}/${database}`;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) if (await holds()) return;
  throw new Error("it did not come to be");
}
