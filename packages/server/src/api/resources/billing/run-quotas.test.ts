import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { readPlans } from "./plans.ts";
import { type RunQuotas, watchRunQuotas } from "./run-quotas.ts";
import { offerPlans } from "./service-plans.ts";
import { applySubscription, BILLING } from "./service-subscription.ts";

const MONTH = "2026-11-01";
let nowMs = Date.parse("2026-11-21T12:00:00Z");

let db: TestDatabase;
let quotas: RunQuotas;
const usedUp: { orgId: string; kind: string }[] = [];
beforeAll(async () => {
  db = await testDatabase();
  await offerPlans(db.database, readPlans(null));
  const clock = { now: () => nowMs, monotonic: () => performance.now() };
  quotas = await watchRunQuotas({
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

const give = (orgId: string, planId: string) =>
  db.database.transaction((held) =>
    applySubscription(held, {
      orgId,
      provider: "built-in",
      customerId: null,
      subscriptionId: null,
      planId,
      status: "active",
      currentPeriodEndMs: null,
      graceUntilMs: null,
      nowMs,
      actor: BILLING,
    }),
  );

const use = (orgId: string, checkRuns: number) =>
  db.database.run(sql`
    insert into usage_month (org_id, month, check_runs) values (${orgId}, ${MONTH}::date, ${checkRuns})`);

const noted = (orgId: string, month: string, checkRuns: number, browserRuns = 0) =>
  quotas.note([{ orgId, month, checkRuns, apiRuns: 0, browserRuns }]);

const isUsedUp = (orgId: string, kind: "monitor" | "journey" = "monitor") => quotas.isUsedUp({ orgId, kind });

describe("the runs of a month", () => {
  test("are used up at the limit, of the kind that they are of, as soon as it is stored", async () => {
    const orgId = await makeOrganization(db.database);
    await use(orgId, 99_998);
    await give(orgId, "free");
    const journeysAreUsedUp = () => {
      noted(orgId, MONTH, 0, 300);
      return isUsedUp(orgId, "journey");
    };
    // The plan is heard of by NOTIFY: only then does a number of runs count.
    await expect.poll(journeysAreUsedUp, { timeout: 30_000 }).toBe(true);
    expect(isUsedUp(orgId)).toBe(false);
    noted(orgId, MONTH, 99_999);
    expect(isUsedUp(orgId)).toBe(false);
    noted(orgId, MONTH, 100_000);
    // An older number, heard of late, takes nothing back.
    noted(orgId, MONTH, 99_999);
    expect(isUsedUp(orgId)).toBe(true);
    expect(usedUp.filter((each) => each.orgId === orgId)).toEqual([
      { orgId, kind: "journey" },
      { orgId, kind: "monitor" },
    ]);
  });

  test("are there again at once with a larger plan, and with the next month", async () => {
    const orgId = await makeOrganization(db.database);
    await use(orgId, 100_000);
    await give(orgId, "free");
    await expect.poll(() => isUsedUp(orgId), { timeout: 30_000 }).toBe(true);
    await give(orgId, "pro");
    await expect.poll(() => isUsedUp(orgId), { timeout: 30_000 }).toBe(false);
    await give(orgId, "free");
    await expect.poll(() => isUsedUp(orgId), { timeout: 30_000 }).toBe(true);
    nowMs = Date.parse("2026-12-01T00:00:00Z");
    expect(isUsedUp(orgId)).toBe(false);
    noted(orgId, "2026-12-01", 1);
    expect(isUsedUp(orgId)).toBe(false);
    nowMs = Date.parse("2026-11-21T12:00:00Z");
  });

  test("of a plan without limits are never used up", async () => {
    const orgId = await makeOrganization(db.database);
    await use(orgId, 1e12);
    noted(orgId, MONTH, 1e12);
    expect(isUsedUp(orgId)).toBe(false);
  });
});
