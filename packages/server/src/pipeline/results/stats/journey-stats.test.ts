import { journeyStatsSchema } from "@vedette/contract/targets/stats.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeApiMonitor, makeJourney, makeOrganization, makeSeries } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ensurePartitions } from "../retention/partitions.ts";
import { HOUR_MS } from "../rollups/rollup.ts";
import { apiMonitorStats } from "./api-monitor-stats.ts";
import { journeyStats } from "./journey-stats.ts";
import { statsWindow } from "./window.ts";

const nowMs = Date.now();
let harness: TestDatabase;
let database: Database;
let orgId: string;

beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  orgId = await makeOrganization(database);
  await ensurePartitions(database, nowMs);
});
afterAll(() => harness.drop());

const ask = (journeyId: string, period: "24h" | "90d" = "24h") =>
  journeyStats(database, { orgId, journeyId, nowMs, ...statsWindow({ period }, nowMs) });

/** A finished run with the steps of its last attempt. */
async function ran(targetId: string, status: "passed" | "failed", steps: readonly string[]): Promise<void> {
  const id = newId(Date.now());
  await database.run(sql`
    insert into run (id, org_id, target_id, kind, location, trigger, slot, status, attempt, max_attempts, timeout_ms,
      queued_at, finished_at)
    values (${id}, ${orgId}, ${targetId}, 'journey', 'default', 'manual', clock_timestamp(), ${status}, 2, 2, 1000,
      now(), now())`);
  await database.run(sql`
    insert into run_step (run_id, attempt, index, name, action, status)
    select ${id}, attempt, nr - 1, case attempt when 1 then 'of the first attempt' else name end, 'step', ${status}
    from unnest(${steps}::text[]) with ordinality as s (name, nr) cross join generate_series(1, 2) as attempt`);
}

async function made(targetId: string, step: string, passed: boolean): Promise<void> {
  const seriesKey = await makeSeries(database, { targetId, step });
  const result = { slotMs: nowMs - HOUR_MS / 2, responseUs: 2_000, status: passed ? "up" : "down" } as const;
  await insertResults(database, [{ ...result, seriesKey }]);
}

const namesOf = (stats: { steps: { name: string }[] }) => stats.steps.map(({ name }) => name);

describe("journeyStats", () => {
  test("returns rates and durations of runs and of the definition's steps in order", async () => {
    const { id, seriesKey } = await makeJourney(database, { orgId, steps: ["look", "buy", "pay"] });
    const result = { seriesKey, responseUs: 3_000_000 };
    await insertResults(database, [
      { ...result, slotMs: nowMs - HOUR_MS / 2, status: "up", attempts: 2 },
      { ...result, slotMs: nowMs - HOUR_MS / 3, status: "down" },
    ]);
    await made(id, "buy", false);
    await made(id, "look", true);
    await made(id, "a removed step", true);
    const stats = await ask(id);
    expect(stats).toMatchObject({ journey_id: id, total_checks: 2, pass_rate: 50, flaky_rate: 50 });
    expect(stats.steps).toEqual([
      { name: "look", pass_rate: 100, p95_ms: 2 },
      { name: "buy", pass_rate: 0, p95_ms: 2 },
      { name: "pay", pass_rate: null, p95_ms: null },
    ]);
    expect(stats).toEqual(journeyStatsSchema.parse(stats));
  });

  test("has no expected number of runs for an on-demand journey, and still counts its runs", async () => {
    const { id, seriesKey } = await makeJourney(database, { orgId, intervalMs: null });
    await insertResults(database, [
      { seriesKey, slotMs: nowMs - HOUR_MS / 2, status: "up", responseUs: 1_000 },
    ]);
    for (const period of ["24h", "90d"] as const)
      expect(await ask(id, period)).toMatchObject({ total_checks: 1, pass_rate: 100 });
  });

  test("takes a script's steps from its newest run, preferring passed runs over incomplete ones", async () => {
    const { id } = await makeJourney(database, { orgId, steps: null });
    expect(namesOf(await ask(id))).toEqual([]);
    await ran(id, "failed", ["open", "sign in"]);
    expect(namesOf(await ask(id))).toEqual(["open", "sign in"]);
    await ran(id, "passed", ["open", "old"]);
    await ran(id, "passed", ["open", "sign in", "buy"]);
    await ran(id, "failed", ["open"]);
    await made(id, "buy", true);
    expect((await ask(id)).steps).toEqual([
      { name: "open", pass_rate: null, p95_ms: null },
      { name: "sign in", pass_rate: null, p95_ms: null },
      { name: "buy", pass_rate: 100, p95_ms: 2 },
    ]);
  });

  test("does not find another organization's journey or a target of another kind", async () => {
    const { id } = await makeJourney(database, { orgId });
    const { id: apiMonitorId } = await makeApiMonitor(database, { orgId });
    const window = { nowMs, ...statsWindow({}, nowMs) };
    const notFound = { code: "NOT_FOUND" };
    const otherOrgId = await makeOrganization(database);
    await expect(
      journeyStats(database, { orgId: otherOrgId, journeyId: id, ...window }),
    ).rejects.toMatchObject(notFound);
    await expect(ask(apiMonitorId)).rejects.toMatchObject(notFound);
    await expect(apiMonitorStats(database, { orgId, apiMonitorId: id, ...window })).rejects.toMatchObject(
      notFound,
    );
  });
});
