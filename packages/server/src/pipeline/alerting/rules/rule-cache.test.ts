import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeRule, selectable } from "../../../../test/alerting.ts";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { RuleCache } from "./rule-cache.ts";

const FAILURES = { type: "consecutive_failures", params: { threshold: 2, min_locations: 1 } } as const;
const EXPIRY = { type: "ssl_expiry", params: { days: 14 } } as const;

let harness: TestDatabase;
let database: Database;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
});
afterAll(() => harness.drop());

let orgId: string;
let targetId: string;
let ruleCache: RuleCache | null = null;
beforeEach(async () => {
  orgId = await makeOrganization(database);
  targetId = (await makeMonitor(database, { orgId })).id;
});
afterEach(async () => {
  await ruleCache?.stop();
});

const idsFor = (kind: "monitor" | "api_monitor" = "monitor", of = targetId) =>
  ruleCache
    ?.rulesFor(selectable(orgId, of, { kind }))
    .map(({ id }) => id)
    .sort();

test("loads the applicable rules of a target and its organization at start", async () => {
  const own = await makeRule(database, { orgId, targetId, ...FAILURES });
  const all = await makeRule(database, { orgId, ...EXPIRY });
  await makeRule(database, { orgId: await makeOrganization(database), ...FAILURES });
  ruleCache = await RuleCache.open({ database, log: silentLogger });
  expect(idsFor()).toEqual([own, all].sort());
  expect(idsFor("api_monitor")).toEqual([own]);
  expect(idsFor("monitor", (await makeMonitor(database, { orgId })).id)).toEqual([all]);
});

test("receives created, changed, disabled and deleted rules", async () => {
  ruleCache = await RuleCache.open({ database, log: silentLogger });
  const id = await makeRule(database, { orgId, targetId, ...FAILURES });
  const follows = (expected: object[]) =>
    expect
      .poll(() => ruleCache?.rulesFor(selectable(orgId, targetId)), { timeout: 30_000 })
      .toMatchObject(expected);
  const change = (statement: ReturnType<typeof sql>) =>
    database.transaction(async (db) => {
      await db.run(statement);
      await db.run(sql`select pg_notify('alert_rules_changed', ${id})`);
    });
  await follows([{ id, revision: 1, condition: FAILURES }]);
  await change(sql`update alert_rule set cooldown_seconds = 9, revision = revision + 1 where id = ${id}`);
  await follows([{ id, revision: 2, timing: { cooldownMs: 9_000 } }]);
  await change(sql`update alert_rule set enabled = false, revision = revision + 1 where id = ${id}`);
  await follows([]);
  await change(sql`update alert_rule set enabled = true, revision = revision + 1 where id = ${id}`);
  await follows([{ id, revision: 4 }]);
  await change(sql`delete from alert_rule where id = ${id}`);
  await follows([]);
});

test("skips a rule with unreadable params and logs it", async () => {
  const id = await makeRule(database, { orgId, targetId, ...FAILURES });
  await database.run(sql`update alert_rule set params = '{"moons": 3}' where id = ${id}`);
  const warnings: unknown[] = [];
  const log = { ...silentLogger, warn: (...line: unknown[]) => void warnings.push(line) };
  ruleCache = await RuleCache.open({ database, log });
  expect(idsFor()).toEqual([]);
  expect(warnings).toContainEqual(["alerts.rule_invalid", { rule_id: id }]);
});
