import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeChannel } from "../../../test/alerting.ts";
import { makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { NO_DATABASE } from "../../../test/database/no-database.ts";
import type { RunnerPresence } from "../../engine/queue/queue.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { sql } from "../../platform/storage/sql.ts";
import { findHeartbeatProblems, type ProblemDeps, startHeartbeat } from "./heartbeat.ts";

const URL = "https://switch.example/secret-path";
const POLL = { timeout: 30_000, interval: 5 };

function scene(problems: readonly string[], answer: () => Promise<Response>) {
  const calls: string[] = [];
  const lines: { event: string; facts: unknown }[] = [];
  const log: Logger = { ...silentLogger, warn: (event, facts) => void lines.push({ event, facts }) };
  const wishes = { problems };
  const stop = startHeartbeat({
    url: URL,
    intervalMs: 5,
    log,
    findProblems: async () => wishes.problems,
    async fetch(url, { method }) {
      calls.push(`${method} ${url}`);
      return answer();
    },
  });
  return { calls, lines, wishes, stop };
}

describe("the heartbeat", () => {
  test("calls at once and then periodically while healthy, and logs nothing", async () => {
    const { calls, lines, stop } = scene([], async () => new Response("ok"));
    await expect.poll(() => calls.length, POLL).toBeGreaterThan(3);
    await stop();
    expect(new Set(calls)).toEqual(new Set([`GET ${URL}`]));
    expect(lines).toEqual([]);
  });

  test("is withheld during a problem, logs the reason, and resumes afterwards", async () => {
    const { calls, lines, wishes, stop } = scene(["no runner is there"], async () => new Response("ok"));
    await expect.poll(() => lines.length, POLL).toBeGreaterThan(2);
    expect(calls).toEqual([]);
    expect(lines[0]).toEqual({ event: "heartbeat.skipped", facts: { problems: ["no runner is there"] } });
    wishes.problems = [];
    await expect.poll(() => calls.length, POLL).toBeGreaterThan(0);
    await stop();
  });

  test("continues after failed and rejected requests, and never logs its URL", async () => {
    for (const answer of [
      () => Promise.reject(new Error("connection refused")),
      async () => new Response("gone", { status: 410 }),
    ]) {
      const { calls, lines, stop } = scene([], answer);
      await expect.poll(() => calls.length, POLL).toBeGreaterThan(2);
      await stop();
      expect(lines.length).toBeGreaterThan(1);
      expect(JSON.stringify(lines)).not.toContain("secret-path");
    }
  });
});

describe("a problem", () => {
  let harness: TestDatabase;
  beforeAll(async () => {
    harness = await testDatabase();
  });
  afterAll(() => harness.drop());

  const runner: RunnerPresence = { runner: "r", location: "default", lastSeenAtMs: 0 };
  const well = (
    change: { scheduler?: Record<string, number>; runners?: RunnerPresence[] } = {},
  ): ProblemDeps => ({
    readiness: async () => ({ checks: { storage: { ok: true }, queue: { ok: true } } }),
    engine: {
      observe: async () => ({
        metrics: [],
        silent: 0,
        outage: null,
        scheduler: { tickLagMs: 3, reportsWaiting: 9, ...change.scheduler },
      }),
      queue: { runners: () => change.runners ?? [runner] },
    },
    database: harness.database,
    clock: systemClock,
  });

  test("is empty while scheduler, queue, runners and deliveries are healthy", async () => {
    expect(await findHeartbeatProblems(well())).toEqual([]);
  });

  test.each([
    [{ runners: [] }, "no runner is there"],
    [{ scheduler: { tickLagMs: 6_000 } }, "the scheduler is behind"],
    [{ scheduler: { reportsWaiting: 20_000 } }, "results are not written down"],
  ])("is %j", async (change, problem) => {
    expect(await findHeartbeatProblems(well(change))).toEqual([problem]);
  });

  test("lists what is not ready; without storage it sends no query", async () => {
    const checks = { storage: { ok: false, message: "does not answer" }, queue: { ok: true } };
    const problems = await findHeartbeatProblems({
      ...well(),
      database: NO_DATABASE,
      readiness: async () => ({ checks }),
    });
    expect(problems).toEqual(["storage does not answer"]);
  });

  test("contains a message that is overdue by minutes", async () => {
    const { database } = harness;
    const orgId = await makeOrganization(database);
    const channelId = await makeChannel(database, orgId);
    const add = (minutesAgo: number) =>
      database.run(sql`
        insert into alert_notification (id, org_id, channel_id, kind, created_at, due_at)
        values (${newId(Date.now())}, ${orgId}, ${channelId}, 'operator', now(),
          now() - ${minutesAgo} * interval '1 minute')`);
    await add(1);
    expect(await findHeartbeatProblems(well())).toEqual([]);
    await add(6);
    expect(await findHeartbeatProblems(well())).toEqual(["messages of alerts are not sent"]);
  });
});
