import { serviceHealthSchema } from "@vedette/contract/service-health/service-health.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { rollUpNextChunk } from "../../../pipeline/results/rollups/roll-up.ts";
import { runSelfChecks } from "../../../pipeline/service-health/self-check.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { sql } from "../../../platform/storage/sql.ts";

const HOUR_MS = 3_600_000;

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

async function read(query = "", key = org.keys.agent) {
  const response = await running.call(key, { method: "GET", url: `/api/v1/service-health${query}` });
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return serviceHealthSchema.parse(response.json().data);
}

const sumOf = (
  health: Awaited<ReturnType<typeof read>>,
  value: (day: (typeof health.days)[number]) => number,
) => health.days.reduce((sum, day) => sum + value(day), 0);

test("counts missed checks by reason, only those of the organization, also across midnight", async () => {
  const { seriesKeys } = await makeMonitor(running.database, { orgId: org.orgId });
  const other = await makeOrg(running.database);
  const foreign = await makeMonitor(running.database, { orgId: other.orgId });
  const fromMs = Date.now() - 26 * HOUR_MS;
  for (const [series, reason, slots] of [
    [seriesKeys[0], "stopped", 25 * 60],
    [foreign.seriesKeys[0], "late", 7],
  ] as const)
    await running.database.run(sql`
      insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
      values (${series}, ${new Date(fromMs)}, ${new Date(fromMs + (slots - 1) * 60_000)}, 'missed', ${reason}, ${slots})`);
  const health = await read("?days=3");
  expect(health.days).toHaveLength(3);
  expect(new Set(health.days.flatMap(({ missed }) => missed.map(({ reason }) => reason)))).toEqual(
    new Set(["stopped"]),
  );
  expect(health.days.filter(({ missed }) => missed.length > 0).length).toBeGreaterThanOrEqual(2);
  expect(sumOf(health, ({ missed }) => missed.reduce((sum, { checks }) => sum + checks, 0))).toBe(25 * 60);
});

test("says how late checks of closed hours started, within 1 %", async () => {
  const { seriesKeys } = await makeMonitor(running.database, { orgId: org.orgId });
  const firstMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  await ensurePartitionsOf(running.database, [firstMs]);
  await insertResults(
    running.database,
    Array.from({ length: 60 }, (_, nr) => ({
      ...{
        seriesKey: seriesKeys[0] ?? 0,
        slotMs: firstMs + nr * 60_000,
        status: "up" as const,
        responseUs: 9_000,
      },
      lateMs: nr === 30 ? 900 : 4,
    })),
  );
  for (let steps = 0; steps < 10_000; steps++)
    if ((await rollUpNextChunk(running.database, Date.now() + HOUR_MS)).caughtUp) break;
  const health = await read("?days=2");
  const delay = health.days.find(({ check_delay: found }) => found !== null)?.check_delay;
  expect(delay).toEqual({ checks: 60, p99_ms: expect.any(Number), max_ms: 900 });
  expect(Math.abs((delay?.p99_ms ?? 0) / 900 - 1)).toBeLessThanOrEqual(0.01);
  const other = await makeOrg(running.database);
  expect(sumOf(await read("?days=2", other.keys.agent), ({ check_delay }) => check_delay?.checks ?? 0)).toBe(
    0,
  );
});

test("says how long notifications took, without test messages", async () => {
  const nowMs = Date.now();
  for (const [kind, tookMs] of [
    ["opened", 800],
    ["opened", 1_200],
    ["resolved", 9_000],
    ["test", 60_000],
  ] as const)
    await running.database.run(sql`
      insert into alert_notification (id, org_id, channel_id, kind, status, created_at, due_at, finished_at)
      values (${newId(nowMs)}, ${org.orgId}, ${newId(nowMs)}, ${kind}, 'delivered', ${new Date(nowMs - tookMs)},
        ${new Date(nowMs - tookMs)}, ${new Date(nowMs)})`);
  expect((await read("?days=1")).days[0]?.delivery).toEqual({
    notifications: 3,
    p50_ms: 1_200,
    p99_ms: 9_000,
  });
});

test("a self-check passes only if the report says down", async () => {
  const outcomes = new Map<string, string | null>([
    ["fra", "down"],
    ["nyc", "up"],
    ["tyo", null],
  ]);
  const results: boolean[] = [];
  await runSelfChecks({
    ...{ database: running.database, clock: systemClock, log: silentLogger },
    queue: {
      runners: () => [...outcomes.keys()].map((location) => ({ runner: location, location })) as never,
      requestCheck: async (location) => {
        const status = outcomes.get(location);
        return status == null ? null : ({ outcome: { status } } as never);
      },
    },
    onChecked: (passed) => results.push(passed),
  });
  expect(results).toEqual([true, false, false]);
  expect((await read("?days=1")).days[0]?.self_checks).toMatchObject({ passed: 1, failed: 2 });
});

test("has the days from a time to another one in the time zone of the organization, also across daylight saving", async () => {
  await running.database.run(sql`
    update organization set settings = settings || '{"timezone": "Europe/Berlin"}' where id = ${org.orgId}`);
  const datesOf = async (query: string) => (await read(query)).days.map(({ date }) => date);
  expect(await datesOf("?from=2026-03-28T22:30:00Z&to=2026-03-30T22:00:00Z")).toEqual([
    ...["2026-03-28", "2026-03-29", "2026-03-30"],
  ]);
  expect(await datesOf("?from=2026-10-24T22:00:00Z&to=2026-10-24T22:00:01Z")).toEqual(["2026-10-25"]);
  expect(await datesOf("?days=2&to=2026-10-25T23:00:00Z")).toEqual(["2026-10-24", "2026-10-25"]);
  const week = new Date(Date.now() - 7 * 24 * HOUR_MS).toISOString();
  expect((await datesOf(`?from=${week}`)).length).toBeGreaterThanOrEqual(8);
  for (const query of [
    "from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:00Z",
    "from=2026-03-01T00:00:00Z&to=2026-05-31T00:00:00Z",
    "from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z&days=3",
    `from=${new Date(Date.now() + HOUR_MS).toISOString()}`,
    "from=yesterday",
  ]) {
    const url = `/api/v1/service-health?${query}`;
    const response = await running.call(org.keys.agent, { method: "GET", url });
    expect([query, response.statusCode]).toEqual([query, 400]);
  }
});

test("rejects more days than are stored", async () => {
  const response = await running.call(org.keys.agent, {
    method: "GET",
    url: "/api/v1/service-health?days=91",
  });
  expect(response.statusCode).toBe(400);
});
