import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../../test/database/database.ts";
import { insertResults } from "../../../../../test/make-results.ts";
import { systemClock } from "../../../../platform/kernel/clock.ts";
import type { Database } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { upsertConnectionFacts } from "../../../results/recording/queries.ts";
import { ensurePartitionsOf } from "../../../results/retention/partitions.ts";
import { preview } from "../preview.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let harness: TestDatabase;
let database: Database;
let orgId: string;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  await ensurePartitionsOf(
    database,
    Array.from({ length: 12 }, (_, nr) => NOW_MS - nr * DAY_MS),
  );
});
afterAll(() => harness.drop());
beforeEach(async () => {
  orgId = await makeOrganization(database);
});

const expiryOf = (subject: "certificate" | "domain"): RuleCondition => ({
  type: "expiry",
  params: { subject, days: [30, 14, 7, 1] },
});

const previewed = (id: string, subject: "certificate" | "domain", confirmMs = 0) =>
  preview(
    {
      db: database,
      clock: systemClock,
      limits: { resultsMax: 10_000, newResultsMax: 10_000, durationMs: 60_000 },
    },
    {
      ...{ orgId, condition: expiryOf(subject), days: 10, nowMs: NOW_MS },
      timing: { cooldownMs: 0, confirmMs, recoveryThreshold: 1 },
      targets: [{ id, kind: "monitor", name: "Test" }],
    },
  );

const daysAgo = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString();

/** A monitor with a result each hour of ten days; `expiryAt` is the expiry of the certificate it sees, in days from now. */
async function certified(expiryAt: (daysAgo: number) => number): Promise<string> {
  const { id, seriesKeys } = await makeMonitor(database, { orgId });
  const hours = Array.from({ length: 240 }, (_, nr) => 239 - nr);
  const facts = hours.map((hour) => {
    const tlsExpiresAtMs = NOW_MS + expiryAt(hour / 24) * DAY_MS;
    return { runner: "r1", ip: null, tlsExpiresAtMs, tlsIssuer: null, tlsProtocol: null };
  });
  const distinct = [...new Map(facts.map((each) => [each.tlsExpiresAtMs, each])).values()];
  const keys = await upsertConnectionFacts(database, distinct);
  const keyOf = new Map(distinct.map((each, nr) => [each.tlsExpiresAtMs, keys[nr] ?? 0]));
  await insertResults(
    database,
    hours.map((hour, nr) => ({
      ...{ seriesKey: seriesKeys[0] ?? 0, slotMs: NOW_MS - hour * HOUR_MS, status: "up" as const },
      ...{ responseUs: 1, connectionKey: keyOf.get(facts[nr]?.tlsExpiresAtMs ?? 0) ?? 0 },
    })),
  );
  return id;
}

test("lists when a certificate would have notified", async () => {
  const id = await certified((ago) => (ago > 8 ? 90 : 20));
  expect(await previewed(id, "certificate")).toMatchObject({
    ...{ total: 1, precision: "results" },
    alerts: [
      {
        ...{ triggered_at: daysAgo(8), resolved_at: null, evidence: { threshold: 30, value: 28 } },
        notified_at: [daysAgo(8)],
      },
    ],
  });
});

test("counts a step that is reached at once, and the later ones until the renewal", async () => {
  const id = await certified((ago) => (ago > 9 || ago <= 1 ? 90 : 4));
  expect(await previewed(id, "certificate")).toMatchObject({
    total: 1,
    alerts: [
      {
        ...{ triggered_at: daysAgo(9), resolved_at: daysAgo(1) },
        // 13 days are left when it opens.
        evidence: { threshold: 14, value: 13, expires_at: daysAgo(-4) },
        notified_at: [daysAgo(9), daysAgo(3)],
      },
    ],
  });
});

test("lists when a domain would have notified, by its present end", async () => {
  const domain = `shop-${orgId}.test`;
  const { id } = await makeMonitor(database, { orgId, domain });
  expect(await previewed(id, "domain")).toEqual({ days: 10, precision: "results", total: 0, alerts: [] });
  const register = (daysLeft: number) =>
    database.run(sql`
      insert into domain_registration (domain, state, expires_at, next_lookup_at, wanted_at)
      values (${domain}, 'found', ${new Date(NOW_MS + daysLeft * DAY_MS)}, now(), now())
      on conflict (domain) do update set expires_at = excluded.expires_at`);
  await register(22);
  expect(await previewed(id, "domain")).toMatchObject({
    total: 1,
    alerts: [
      {
        ...{ triggered_at: daysAgo(8), resolved_at: null, target: { id }, notified_at: [daysAgo(8)] },
        evidence: { threshold: 30, value: 30, domain, expires_at: daysAgo(-22) },
      },
    ],
  });
  expect(await previewed(id, "domain", DAY_MS / 24)).toMatchObject({
    alerts: [{ triggered_at: new Date(NOW_MS - 8 * DAY_MS + HOUR_MS).toISOString() }],
  });
  for (const daysLeft of [31, 19]) {
    await register(daysLeft);
    expect(await previewed(id, "domain")).toMatchObject({ total: 0 });
  }
});
