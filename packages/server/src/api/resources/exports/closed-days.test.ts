import type { OrgId } from "@vedette/contract/common/ids.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { randomHistory } from "../../../../test/make-history.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { readStored } from "../../../pipeline/evidence/stored/read-stored.ts";
import { listLocationFailures } from "../../../pipeline/incidents/timeline/location-queries.ts";
import { closeDays } from "../../../pipeline/results/closed/close-days.ts";
import { upsertConnectionFacts } from "../../../pipeline/results/recording/queries.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { rollUpNextChunk } from "../../../pipeline/results/rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../../../pipeline/results/rollups/rollup.ts";
import { findDefinitions } from "../../../pipeline/scheduler/queries.ts";
import { sql } from "../../../platform/storage/sql.ts";

/*
 * Everything that reads results, before and after days are closed: each answer is the same, to the byte.
 */

const NOW_MS = Date.parse("2026-11-21T10:17:00Z");
const DAYS = 14;
const BEGIN_MS = NOW_MS - DAYS * DAY_MS;
const clock = { now: () => NOW_MS, monotonic: () => performance.now() };

let running: TestApp;
let org: TestOrg;
/** A monitor that is checked until now, and one whose newest result is twelve days old. */
let live: { id: string; seriesKeys: number[] };
let paused: { id: string; seriesKeys: number[] };
let sloIds: string[];
let alertIds: string[];
let failures: { seriesKey: number; at: Date }[];

beforeAll(async () => {
  running = await startTestApp({ clock });
  const { database } = running;
  org = await makeOrg(database);
  await database.run(sql`update organization set created_at = ${new Date(BEGIN_MS)} where id = ${org.orgId}`);
  await ensurePartitionsOf(
    database,
    Array.from({ length: DAYS + 2 }, (_, nr) => NOW_MS - nr * DAY_MS),
  );
  live = await makeFilled(["fra", "nyc", "sin"], { toMs: NOW_MS, seed: 3 });
  paused = await makeFilled(["fra"], { toMs: NOW_MS - 9 * DAY_MS, seed: 4 });
  while (!(await rollUpNextChunk(database, NOW_MS)).caughtUp);
  sloIds = await Promise.all(
    [{ sli: "checks" }, { sli: "latency", latency_ms: 130 }].map(async (fields) => {
      const body = { name: fields.sli, objective: 99, window: "28d", exclude_maintenance: true, ...fields };
      const { json, statusCode } = await running.call(org.keys.admin, {
        ...{
          method: "POST",
          url: "/api/v1/slos",
          payload: { ...body, timezone: "Asia/Kolkata", selector: {} },
        },
      });
      expect([statusCode, json()]).toEqual([201, expect.anything()]);
      return json().data.id as string;
    }),
  );
  failures = await database.rows(sql`
    select series_key as "seriesKey", slot as at from check_result where status = 'd' order by slot`);
  alertIds = [];
  for (const { at } of failures.filter((_, nr) => nr % 59 === 0))
    alertIds.push(await makeAlert(database, { orgId: org.orgId, atMs: at.getTime(), targetId: live.id }));
  await database.run(sql`
    update alert set status = 'resolved', resolved_at = triggered_at + interval '20 hours' where id = ${alertIds[0]}`);
});
afterAll(() => running.stop());

/** A monitor with results in phases, manual checks, errors, assertions, status changes and a gap. */
async function makeFilled(locations: readonly string[], { toMs, seed }: { toMs: number; seed: number }) {
  const { database } = running;
  const made = await makeMonitor(database, {
    ...{ orgId: org.orgId, locations, createdAt: new Date(BEGIN_MS - HOUR_MS) },
  });
  const connectionKeys = await upsertConnectionFacts(
    database,
    [3, null, 20].map((days) => ({
      ...{ runner: "r1", ip: "192.0.2.7", tlsIssuer: days === null ? null : "CA", tlsProtocol: null },
      tlsExpiresAtMs: days === null ? null : NOW_MS + days * DAY_MS,
    })),
  );
  const { seriesKeys } = made;
  const results = randomHistory({
    seriesKeys,
    connectionKeys,
    fromMs: BEGIN_MS,
    toMs,
    stepMs: 1_800_000,
    seed,
  });
  await insertResults(database, results);
  await database.run(sql`
    update check_result set status_code = 200 + series_key % 2, body_bytes = response_us % 977, dns_us = response_us / 9,
      ttfb_us = response_us / 2, attempts = case when response_us % 11 = 0 then 2 else 1 end,
      trigger = case when response_us % 13 = 0 then 'm' else 's' end::"char",
      details = case
        when status = 'd' then jsonb_build_object('error', jsonb_build_object('code', 'TIMEOUT', 'phase', 'headers',
          'message', 'No response within ' || coalesce(response_us, 10) || ' µs, "quoted"'))
        when response_us % 3 = 0 then jsonb_build_object('assertions', jsonb_build_array(jsonb_build_object(
          'type', 'response_time', 'property', null, 'operator', 'less_than', 'value', 900,
          'actual', trim_scale(response_us / 1000.0), 'passed', true)))
      end
    where series_key = any (${seriesKeys}::integer[])`);
  await database.run(sql`
    insert into status_change (target_id, at, status, previous_status)
    select ${made.id}, slot, status, previous from (
      select slot, case nr % 7 when 3 then 'maintenance' when 6 then 'up' else case status when 'd' then 'down' else 'up' end end as status,
        'up' as previous
      from (select slot, status, row_number() over (order by slot) as nr from check_result
        where series_key = ${seriesKeys[0]}) r where nr % 50 = 0
    ) c`);
  for (const key of seriesKeys)
    await database.run(sql`
      insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
      values (${key}, ${new Date(NOW_MS - 10 * DAY_MS)}, ${new Date(NOW_MS - 9.9 * DAY_MS)}, 'missed', 'stopped', 10)`);
  return made;
}

async function get(path: string): Promise<string> {
  const { statusCode, body } = await running.call(org.keys.admin, { method: "GET", url: `/api/v1/${path}` });
  expect([path, statusCode, body.slice(0, 300)]).toEqual([path, 200, expect.anything()]);
  return body;
}

/** All pages of a list. */
async function getAll(path: string): Promise<string[]> {
  const pages: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await get(`${path}${cursor === null ? "" : `&cursor=${cursor}`}`);
    pages.push(page);
    cursor = JSON.parse(page).meta.next_cursor;
    if (cursor === null) return pages;
  }
}

const at = (daysAgo: number) => new Date(NOW_MS - daysAgo * DAY_MS).toISOString();

function paths(id: string): string[] {
  const stats = `monitors/${id}/stats?include=timings`;
  return [
    ...[
      `${stats}&period=24h`,
      `${stats}&period=7d`,
      `${stats}&period=30d`,
      `monitors/${id}/stats?period=90d`,
    ],
    ...[`${stats}&from=${at(13.2)}&to=${at(6.3)}`, `${stats}&from=${at(9.4)}&to=${at(9.1)}`],
    ...[`${stats}&from=${at(20)}&location=fra`, `results.csv?target_id=${id}&from=${at(20)}`],
    ...[`results.csv?target_id=${id}&from=${at(12.1)}&to=${at(6.2)}&status=down`],
    ...[`uptime.csv?target_id=${id}&from=${at(20)}&time_zone=Asia/Kolkata`],
    ...[`targets/${id}/timeline?from=${at(13.2)}`, `targets/${id}/timeline?from=${at(12)}&to=${at(8)}`],
    ...[`targets/${id}/heat-map?period=30d`, `uptime/daily?target_id=${id}`, `past-state?at=${at(10)}`],
    ...[`monitors/${id}`, "monitors?include=recent,uptime", "targets?", "activity?limit=100", "metrics"],
    ...sloIds.map((sloId) => `slos/${sloId}/report`),
  ];
}

function lists(id: string): string[] {
  const results = `monitors/${id}/results?`;
  return [
    ...[
      `${results}limit=200`,
      `${results}limit=97&sort=created_at`,
      `${results}limit=50&location=fra&from=${at(9)}`,
    ],
    ...["down", "degraded", "error", "down,error"].flatMap((status) => [
      `${results}limit=61&status=${status}`,
      `${results}limit=61&status=${status}&sort=created_at`,
    ]),
    `${results}limit=197&status=up`,
    ...[
      `${results}limit=3&from=${at(7.6)}&to=${at(7.4)}`,
      `${results}limit=7&from=${at(10)}&to=${at(9.5)}&sort=created_at`,
    ],
    `targets/${id}/outages?limit=7`,
  ];
}

const CONDITIONS = [
  { type: "consecutive_failures", params: { threshold: 3, min_locations: 1 } },
  { type: "error_rate", params: { threshold: 20, window_seconds: 3_600, min_checks: 2 } },
  {
    type: "latency_threshold",
    params: { threshold_ms: 150, window_seconds: 7_200, percentile: 95, min_checks: 2 },
  },
  { type: "flapping", params: { changes: 4, window_seconds: 14_400 } },
  { type: "ssl_expiry", params: { days: 14 } },
  { type: "no_data", params: { minutes: 60 } },
];

async function preview(condition: object): Promise<string> {
  const payload = { ...condition, days: 9, selector: {} };
  const { statusCode, body } = await running.call(org.keys.admin, {
    ...{ method: "POST", url: "/api/v1/alerts/rules/preview", payload },
  });
  expect([statusCode, body]).toEqual([200, expect.anything()]);
  return body;
}

async function readEverything(): Promise<Map<string, unknown>> {
  const { database } = running;
  const answers = new Map<string, unknown>();
  for (const { id } of [live, paused]) {
    for (const path of paths(id)) answers.set(path, await get(path));
    for (const path of lists(id)) answers.set(path, await getAll(path));
  }
  for (const condition of CONDITIONS) answers.set(condition.type, await preview(condition));
  const orgId = org.orgId as OrgId;
  answers.set("timelines", await listLocationFailures(database, orgId, alertIds, new Date(NOW_MS)));
  answers.set("definitions", await findDefinitions(database, [live.id, paused.id]));
  for (const { seriesKey, at: slot } of failures.filter((_, nr) => nr % 31 === 0)) {
    const series = { targetId: live.id, kind: "monitor", seriesKey, location: "fra", nowMs: NOW_MS } as const;
    answers.set(
      `evidence ${slot.getTime()}`,
      await readStored(database, orgId, { ...series, downSince: slot } as never),
    );
  }
  return answers;
}

test("every answer about results is the same before and after days are closed", async () => {
  const before = await readEverything();
  const total = await countOpen();
  const never = new AbortController().signal;
  const closed = await closeDays(running.database, { clock, afterDays: 7, untilMs: Infinity, signal: never });
  expect(closed.days).toHaveLength(DAYS - 7);
  expect(await countOpen()).toBe(total - closed.results);
  expect(closed.results).toBeGreaterThan(500);
  const after = await readEverything();
  for (const [path, answer] of before) expect([path, after.get(path)]).toEqual([path, answer]);
});

const countOpen = async () =>
  (await running.database.find<{ results: number }>(sql`select count(*)::int as results from check_result`))
    ?.results ?? 0;
