import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { makePerson, testIdentity } from "../../../test/sessions.ts";
import { testVault } from "../../../test/vault.ts";
import { createPasswordHashing } from "../../api/identity/passwords/password-hash.ts";
import { ensureFirstOrganization } from "../../api/resources/organizations/service.ts";
import { createRecipients } from "../../pipeline/alerting/recipients/recipients.ts";
import { DAY_MS } from "../../pipeline/results/rollups/rollup.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { findOwnData, findSampleStart, SAMPLE_ORG_ID } from "./queries.ts";
import { removeDemo } from "./remove-demo.ts";
import { isSeeded, type SeedDeps, seedDemo } from "./seed-demo.ts";

/** From before the outage of the orders database on. */
const DAYS = 19;

let harness: TestDatabase;
let database: Database;
let deps: SeedDeps;
const startMs = Date.now();

beforeAll(async () => {
  harness = await testDatabase();
  ({ database } = harness);
  await ensureFirstOrganization(database, Date.now());
  deps = depsOf(database);
  await seedDemo(deps, {
    time: { seed: "test", startMs },
    addresses: { baseUrl: "http://127.0.0.1:9", port: 9 },
    ...{ days: DAYS, hasBrowser: false },
  });
}, 120_000);
afterAll(() => harness.drop());

function depsOf(db: Database): SeedDeps {
  const secret = "a secret of this installation, for tests";
  const code: SeedDeps["code"] = {
    ...{ database: db, vault: testVault(), pagePasswords: createPasswordHashing() },
    mailer: { isConfigured: false, send: () => Promise.reject(new Error("no mailer is configured")) },
    recipients: createRecipients({
      ...{ clock: systemClock, secret, serverUrl: "http://localhost" },
      ...{ needConfirmation: false, mailsPerHour: 0 },
    }),
    ...{ publicUrl: null, statusDomain: null, installationSecret: secret },
    availability: (orgId) => ({ orgId, runners: [], fallbackLocation: "default", isPrivate: () => false }),
  };
  return { code, identity: testIdentity(db), log: silentLogger };
}

const count = async (statement: ReturnType<typeof sql>) =>
  (await database.find<{ count: number }>(statement))?.count ?? 0;

test("has results from its first day on, rolled up, and targets that are as old", async () => {
  const oldest = await database.find<{ at: Date; targets: number }>(sql`
    select min(created_at) as at, count(*)::int4 as targets from target where org_id = ${SAMPLE_ORG_ID}`);
  expect(oldest).toEqual({ at: new Date(startMs - DAYS * DAY_MS), targets: 23 });
  const results = await count(sql`select count(*)::int4 as count from check_result`);
  expect(results).toBeGreaterThan(16 * DAYS * 96);
  expect(await count(sql`select sum(total)::int4 as count from result_rollup_hour`)).toBeGreaterThan(
    results * 0.9,
  );
});

test("has incidents with their alerts, one of them open, and sends nothing", async () => {
  const incidents = await database.rows<{ title: string; alerts: number }>(sql`
    select i.title, count(a.alert_id)::int4 as alerts from incident i join incident_alert a on a.incident_id = i.id
    where i.org_id = ${SAMPLE_ORG_ID} and i.resolved_at is not null group by i.id, i.title`);
  expect(incidents.some(({ alerts }) => alerts >= 2)).toBe(true);
  const open = await database.rows<object>(sql`
    select i.state, i.title from incident i where i.resolved_at is null`);
  expect(open).toEqual([{ state: "acknowledged", title: "Recommendations is down" }]);
  // The only channel is on loopback.
  const channels = await database.rows<{ url: string }>(
    sql`select config ->> 'url' as url from alert_channel`,
  );
  expect(channels).toEqual([{ url: "http://127.0.0.1:9/chat" }]);
  expect(await count(sql`select count(*)::int4 as count from page`)).toBe(0);
});

test("has a page, SLOs, rules, a schedule, markers and people, and counts as complete", async () => {
  const found = await database.find<object>(sql`
    select (select count(*)::int4 from status_page where org_id = ${SAMPLE_ORG_ID}) as pages,
      (select count(*)::int4 from slo where org_id = ${SAMPLE_ORG_ID}) as slos,
      (select count(*)::int4 from alert_rule where org_id = ${SAMPLE_ORG_ID}) as rules,
      (select count(*)::int4 from schedule where org_id = ${SAMPLE_ORG_ID}) as schedules,
      (select count(*)::int4 from schedule_override where org_id = ${SAMPLE_ORG_ID}) as overrides,
      (select count(*)::int4 from report where org_id = ${SAMPLE_ORG_ID}) as reports,
      (select count(*)::int4 from marker where org_id = ${SAMPLE_ORG_ID}) as markers,
      (select count(*)::int4 from membership where org_id = ${SAMPLE_ORG_ID}) as members`);
  expect(found).toEqual({
    ...{ pages: 1, slos: 4, rules: 3, schedules: 2, overrides: 1, reports: 2, markers: 5, members: 5 },
  });
  expect(await isSeeded(deps)).toBe(true);
  expect(await findOwnData(database)).toBeNull();
});

test("has an incident with a common cause, and people responded to the largest ones", async () => {
  const found = await database.find<{ cause: string | null }>(sql`
    select max(alerts)::int4 as alerts, count(*)::int4 as led, bool_and(acknowledged_at > created_at) as responded,
      count(postmortem)::int4 as postmortems, (select count(*)::int4 from status_page_incident_update) as posts,
      (select string_agg(value, ', ') from common_cause) as cause
    from incident i, lateral (select count(*) as alerts from incident_alert where incident_id = i.id) a
    where i.lead_id is not null`);
  expect(found).toMatchObject({ alerts: 4, led: 4, responded: true, postmortems: 2, posts: 7 });
  // Rarely, the random phases of the targets put their failures too far apart for a cause.
  expect(["orders-db", null]).toContain(found?.cause);
});

test("is removed with its people, and only it", async () => {
  expect(await removeDemo(database)).toBe(true);
  expect(await findSampleStart(database)).toBeNull();
  expect(await count(sql`select count(*)::int4 as count from person`)).toBe(0);
  expect(await count(sql`select count(*)::int4 as count from organization`)).toBe(1);
  expect(await removeDemo(database)).toBe(false);
});

test("is not created beside users of this installation", async () => {
  await makePerson(database);
  expect(await findOwnData(database)).not.toBeNull();
});
