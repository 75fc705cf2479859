import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { readPlans } from "./plans.ts";
import { RunQuotas } from "./run-quotas.ts";
import { offerPlans } from "./service-plans.ts";
import { applySubscription, BILLING_ACTOR } from "./service-subscription.ts";

const MONTH = "2026-11-01";
let nowMs = Date.parse("2026-11-21T12:00:00Z");

let db: TestDatabase;
let quotas: RunQuotas;
const usedUp: { orgId: string; kind: string }[] = [];
beforeAll(async () => {
  db = await testDatabase();
  await offerPlans(db.database, readPlans(null));
  const clock = { now: () => nowMs, monotonic: () => performance.now() };
  quotas = await RunQuotas.open({
    database: db.database,
    clock,
    log: silentLogger,
    onUsedUp: (of) => usedUp.push(of),
  });
});
afterAll(async () => {
  await quotas.stop();
  await db.drop();
});

const setPlan = (orgId: string, planId: string) =>
  db.database.transaction((tx) =>
    applySubscription(tx, {
      orgId,
      provider: "built-in",
      customerId: null,
      subscriptionId: null,
      planId,
      status: "active",
      currentPeriodEndMs: null,
      graceUntilMs: null,
      nowMs,
      actor: BILLING_ACTOR,
    }),
  );

const insertUsage = (orgId: string, checkRuns: number) =>
  db.database.run(sql`
    insert into usage_month (org_id, month, check_runs) values (${orgId}, ${MONTH}::date, ${checkRuns})`);

const addUsage = (orgId: string, month: string, checkRuns: number, browserRuns = 0) =>
  quotas.addUsage([{ orgId, month, checkRuns, apiRuns: 0, browserRuns }]);

const isUsedUp = (orgId: string, kind: "monitor" | "journey" = "monitor") => quotas.isUsedUp({ orgId, kind });

describe("the runs of a month", () => {
  test("are used up at the limit of their kind as soon as the count is recorded", async () => {
    const orgId = await makeOrganization(db.database);
    await insertUsage(orgId, 99_998);
    await setPlan(orgId, "free");
    const journeysAreUsedUp = () => {
      addUsage(orgId, MONTH, 0, 300);
      return isUsedUp(orgId, "journey");
    };
    // The plan arrives by NOTIFY. Counts are ignored until then.
    await expect.poll(journeysAreUsedUp, { timeout: 30_000 }).toBe(true);
    expect(isUsedUp(orgId)).toBe(false);
    addUsage(orgId, MONTH, 99_999);
    expect(isUsedUp(orgId)).toBe(false);
    addUsage(orgId, MONTH, 100_000);
    // An outdated count does not lower the stored count.
    addUsage(orgId, MONTH, 99_999);
    expect(isUsedUp(orgId)).toBe(true);
    expect(usedUp.filter((each) => each.orgId === orgId)).toEqual([
      { orgId, kind: "journey" },
      { orgId, kind: "monitor" },
    ]);
  });

  test("are available again immediately with a larger plan and in the next month", async () => {
    const orgId = await makeOrganization(db.database);
    await insertUsage(orgId, 100_000);
    await setPlan(orgId, "free");
    await expect.poll(() => isUsedUp(orgId), { timeout: 30_000 }).toBe(true);
    await setPlan(orgId, "pro");
    await expect.poll(() => isUsedUp(orgId), { timeout: 30_000 }).toBe(false);
    await setPlan(orgId, "free");
    await expect.poll(() => isUsedUp(orgId), { timeout: 30_000 }).toBe(true);
    nowMs = Date.parse("2026-12-01T00:00:00Z");
    expect(isUsedUp(orgId)).toBe(false);
    addUsage(orgId, "2026-12-01", 1);
    expect(isUsedUp(orgId)).toBe(false);
    nowMs = Date.parse("2026-11-21T12:00:00Z");
  });

  test("are never used up on a plan without limits", async () => {
    const orgId = await makeOrganization(db.database);
    await insertUsage(orgId, 1e12);
    addUsage(orgId, MONTH, 1e12);
    expect(isUsedUp(orgId)).toBe(false);
  });
});
