import type { TargetId } from "@vedette/contract/common/ids.ts";
import type { DailyUptime } from "@vedette/contract/targets/daily-uptime.ts";
import { dailyUptimeSchema } from "@vedette/contract/targets/daily-uptime.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { seededRandom } from "../../../../test/make-history.ts";
import { importHistory } from "../../../pipeline/results/imported/import-history.ts";
import type { Interval } from "../../../pipeline/results/observed/missed-time.ts";
import { uptimeRange } from "../../../pipeline/results/observed/uptime-range.ts";
import { statusSpans, summarizeUptime } from "../../../pipeline/results/stats/uptime.ts";
import { sql } from "../../../platform/storage/sql.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const STATUSES: MonitorStatus[] = [
  "up",
  "down",
  "degraded",
  "up",
  "down",
  "unknown",
  "paused",
  "maintenance",
];

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const get = (query = "", key = org.keys.agent) =>
  running.call(key, { method: "GET", url: `/api/v1/uptime/daily${query}` });

async function uptime(query = ""): Promise<DailyUptime> {
  const response = await get(query);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  const { data } = response.json();
  expect(data).toEqual(dailyUptimeSchema.parse(data));
  return data;
}

type Change = { atMs: number; status: MonitorStatus; previousStatus: MonitorStatus };
type Made = {
  id: string;
  createdAtMs: number;
  status: MonitorStatus;
  changes: Change[];
  missed: Interval[];
};

/** A monitor with random changes of status since its creation. */
async function makeHistory(seed: number, ageDays: number, count: number): Promise<Made> {
  const random = seededRandom(seed);
  const createdAtMs = Date.now() - ageDays * DAY_MS;
  const atMs = Array.from({ length: count }, () => createdAtMs + 1 + Math.floor(random() * ageDays * DAY_MS));
  const changes: Change[] = [];
  for (const at of [...new Set(atMs)].sort((a, b) => a - b)) {
    const previousStatus = changes.at(-1)?.status ?? "pending";
    const status = STATUSES[Math.floor(random() * STATUSES.length)] ?? "up";
    if (status !== previousStatus) changes.push({ atMs: at, status, previousStatus });
  }
  // Gaps of up to three hours, one a day at most, in whole minutes: the interval of the monitor.
  const missed = Array.from({ length: Math.floor(ageDays / 2) }, (_, nr) => {
    const fromMs = createdAtMs + (nr * 2 + random()) * DAY_MS;
    return { fromMs, toMs: fromMs + (1 + Math.floor(random() * 180)) * MINUTE_MS };
  });
  return makeWith(createdAtMs, changes, missed);
}

async function makeWith(createdAtMs: number, changes: Change[], missed: Interval[] = []): Promise<Made> {
  const { id, seriesKeys } = await makeMonitor(running.database, {
    orgId: org.orgId,
    createdAt: new Date(createdAtMs),
  });
  for (const { fromMs, toMs } of missed)
    await running.database.run(sql`
      insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
      values (${seriesKeys[0]}, ${new Date(fromMs)}, ${new Date(toMs - MINUTE_MS)}, 'missed', 'stopped',
        ${Math.round((toMs - fromMs) / MINUTE_MS)})`);
  const status = changes.at(-1)?.status ?? "pending";
  await running.database.run(sql`update target set status = ${status} where id = ${id}`);
  for (const { atMs, status: after, previousStatus } of changes)
    await running.database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${id}, ${new Date(atMs)}, ${after}, ${previousStatus})`);
  return { id, createdAtMs, status, changes, missed };
}

/** Compares each day with the spans of the same targets. */
function expectAgreement(found: DailyUptime, targets: readonly Made[]): void {
  // Later than the response: what is still going on grows until then.
  const nowMs = Date.now();
  const lives = targets.map((target) => ({
    spans: statusSpans({ ...target, nowMs }, target.changes),
    missed: target.missed,
  }));
  for (const day of found.days) {
    const window = { fromMs: Date.parse(day.from), toMs: Math.min(Date.parse(day.to), nowMs) };
    const summaries = lives.map(({ spans, missed }) => summarizeUptime(spans, window, missed));
    const sum = (of: (summary: (typeof summaries)[number]) => number) =>
      summaries.reduce((total, summary) => total + of(summary), 0);
    const time = {
      upMs: sum((summary) => summary.upMs),
      downMs: sum((summary) => summary.downMs),
      missedMs: sum((summary) => summary.missedMs),
    };
    const isToday = Date.parse(day.to) > nowMs;
    expect(day.outages).toBe(sum((summary) => summary.incidents));
    if (isToday) continue;
    expect(day.down_seconds).toBeCloseTo(time.downMs / 1_000, 2);
    expect(day.missed_seconds).toBeCloseTo(time.missedMs / 1_000, 2);
    const { uptime: exact, min, max, observed } = uptimeRange(time);
    const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 3));
    expect(day).toMatchObject({
      ...{ uptime_percentage: close(exact), observed_percentage: close(observed) },
      ...{ uptime_percentage_min: close(min), uptime_percentage_max: close(max) },
    });
    if (time.missedMs > 0) expect(day.missed_reasons).toEqual(["stopped"]);
  }
}

describe("uptime by day", () => {
  test("agrees with the status changes of one target, of selected targets and of all", async () => {
    await running.database.run(sql`
      update organization set settings = settings || '{"timezone": "America/New_York"}' where id = ${org.orgId}`);
    const made = [
      await makeHistory(1, 120, 200),
      await makeHistory(2, 40, 9),
      await makeHistory(3, 200, 3),
      await makeHistory(4, 0.01, 1),
      await makeHistory(5, 30, 0),
    ];
    const all = await uptime();
    expect([all.timezone, all.targets, all.days.length]).toEqual(["America/New_York", 5, 90]);
    expectAgreement(all, made);
    for (const target of made) expectAgreement(await uptime(`?target_id=${target.id}`), [target]);
    const two = made.slice(0, 2);
    const selector = encodeURIComponent(JSON.stringify({ targets: two.map(({ id }) => id) }));
    const selected = await uptime(`?selector=${selector}&days=366`);
    expect([selected.targets, selected.days.length]).toEqual([2, 366]);
    expectAgreement(selected, two);
  });

  test("days are those of the organization's time zone", async () => {
    await running.database.run(sql`
      update organization set settings = settings || '{"timezone": "Asia/Tokyo"}' where id = ${org.orgId}`);
    const { days } = await uptime("?days=2");
    const date = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" }).format();
    expect(days.at(-1)?.date).toBe(date);
    expect(days.at(-1)?.from).toMatch(/T15:00:00\.000Z$/);
  });

  test("days before the first measurement have no figure, and the response says when it was", async () => {
    const fromMs = Date.now() - 3 * DAY_MS;
    const target = await makeWith(fromMs - DAY_MS, [
      { atMs: fromMs, status: "up", previousStatus: "pending" },
    ]);
    const found = await uptime(`?target_id=${target.id}&days=30`);
    expect(found).toMatchObject({
      measured_from: new Date(fromMs).toISOString(),
      uptime_percentage: 100,
      outages: 0,
      down_seconds: 0,
    });
    expect(found.days.slice(0, 24).every((day) => day.uptime_percentage === null)).toBe(true);
    expect(found.days.at(-1)?.uptime_percentage).toBe(100);
    expect(found.unmeasured_seconds).toBeCloseTo(DAY_MS / 1_000, 1);
  });

  test("says of one target until when another tool measured it", async () => {
    const createdAtMs = Date.now() - DAY_MS;
    const { id } = await makeWith(createdAtMs, []);
    expect((await uptime(`?target_id=${id}`)).imported).toBeNull();
    const startMs = createdAtMs - 20 * DAY_MS;
    const changes = [{ at: new Date(startMs), status: "up" as const }];
    const histories = [{ targetId: id as TargetId, hours: [], days: [], changes }];
    await importHistory(running.database, org.orgId, { source: "kuma", histories, now: new Date() });
    const imported = {
      ...{ source: "kuma", from: new Date(startMs).toISOString() },
      to: new Date(createdAtMs).toISOString(),
    };
    expect((await uptime(`?target_id=${id}`)).imported).toEqual(imported);
    expect((await uptime(`?target_id=${id}&days=1`)).imported).toBeNull();
    expect((await uptime()).imported).toBeNull();
    const ofTarget = async (path: string) => {
      const url = `/api/v1/${path}`;
      return (await running.call(org.keys.agent, { method: "GET", url })).json().data.imported;
    };
    expect(await ofTarget(`monitors/${id}/stats?period=30d`)).toEqual(imported);
    expect(await ofTarget(`monitors/${id}/stats?period=1h`)).toBeNull();
    const from = new Date(startMs).toISOString();
    expect(await ofTarget(`targets/${id}/timeline?from=${from}`)).toEqual(imported);
    expect(await ofTarget(`targets/${id}/timeline?from=${imported.to}`)).toBeNull();
  });

  test("an organization without targets has days without figures", async () => {
    expect(await uptime()).toMatchObject({ targets: 0, measured_from: null, uptime_percentage: null });
  });

  test("a missed check of one of two locations leaves nothing unobserved", async () => {
    const createdAtMs = Date.now() - 2 * DAY_MS;
    const { id, seriesKeys } = await makeMonitor(running.database, {
      orgId: org.orgId,
      createdAt: new Date(createdAtMs),
      locations: ["fra", "nyc"],
    });
    await running.database.run(sql`update target set status = 'up' where id = ${id}`);
    const miss = (series: number | undefined, minutesAgo: number, slots: number) => {
      const fromMs = Date.now() - minutesAgo * MINUTE_MS;
      return running.database.run(sql`
        insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
        values (${series}, ${new Date(fromMs)}, ${new Date(fromMs + (slots - 1) * MINUTE_MS)}, 'missed', 'late', ${slots})`);
    };
    await miss(seriesKeys[0], 100, 20);
    expect(await uptime(`?target_id=${id}`)).toMatchObject({ missed_seconds: 0, observed_percentage: 100 });
    await miss(seriesKeys[1], 90, 20);
    const both = await uptime(`?target_id=${id}`);
    expect(both.missed_seconds).toBeCloseTo(600, 0);
    expect(both.days.flatMap(({ missed_reasons: reasons }) => reasons)).toContain("late");
  });

  test("a group is down while its rollup says so", async () => {
    const send = (payload: object) =>
      running.call(org.keys.admin, { method: "POST", url: "/api/v1/groups", payload });
    const group = (await send({ name: "Pair", rollup: "all" })).json().data;
    const now = Date.now();
    const life = (downHoursAgo: number, upHoursAgo: number): Change[] => [
      { atMs: now - 5 * DAY_MS, status: "up", previousStatus: "pending" },
      { atMs: now - downHoursAgo * 3_600_000, status: "down", previousStatus: "up" },
      { atMs: now - upHoursAgo * 3_600_000, status: "up", previousStatus: "down" },
    ];
    const pair = [
      await makeWith(now - 6 * DAY_MS, life(60, 50)),
      await makeWith(now - 6 * DAY_MS, life(53, 49)),
    ];
    for (const { id } of pair)
      await running.database.run(sql`update target set group_id = ${group.id} where id = ${id}`);
    const found = await uptime(`?group_id=${group.id}&days=10`);
    expect(found).toMatchObject({ targets: 2, outages: 1, down_seconds: 3 * 3_600 });
    const sum = found.days.reduce((total, day) => total + day.down_seconds, 0);
    expect(sum).toBe(3 * 3_600);
  });

  test("rejects unknown targets and groups, and more than one choice of targets", async () => {
    const other = await makeOrg(running.database);
    const { id } = await makeHistory(6, 2, 2);
    expect((await get(`?target_id=${id}`, other.keys.agent)).statusCode).toBe(404);
    expect((await get("?target_id=nothing")).statusCode).toBe(404);
    expect((await get("?group_id=nothing")).statusCode).toBe(404);
    const both = await get(`?target_id=${id}&group_id=${id}`);
    expect([both.statusCode, both.json().error.details]).toEqual([
      400,
      [{ path: "group_id", message: expect.stringContaining("cannot be combined with target_id") }],
    ]);
    expect((await get("?days=0")).json().error.details[0].path).toBe("days");
    expect((await get("?days=367")).statusCode).toBe(400);
  });
});
