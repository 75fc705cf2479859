import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UNLIMITED } from "@vedette/contract/billing/billing.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { StartError } from "../../../platform/kernel/errors.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { readPlans } from "./plans.ts";
import { findPlanOfPrice, getOfferedPlan, listOfferedPlans, offerPlans } from "./service-plans.ts";

const folder = mkdtempSync(join(tmpdir(), "vedette-plans-"));
afterAll(() => rmSync(folder, { recursive: true }));

const plan = (id: string, change: object = {}) => ({
  id,
  name: id,
  price: null,
  limits: UNLIMITED,
  ...change,
});

function read(content: unknown) {
  const path = join(folder, "plans.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readPlans(path);
}

describe("the file of plans", () => {
  test("may be left out: free, pro and business are offered, and self-hosting begins without limits", () => {
    const { startPlanId, plans } = readPlans(null);
    expect(startPlanId).toBe("self-hosted");
    expect(plans.map(({ id }) => id)).toEqual(["free", "pro", "business"]);
  });

  test("says what is offered, and on which plan an organization begins", () => {
    const { startPlanId, plans } = read({ start_plan_id: "small", plans: [plan("small"), plan("large")] });
    expect([startPlanId, plans.map(({ id }) => id)]).toEqual(["small", ["small", "large"]]);
  });

  test.each([
    ["{", "cannot be read as JSON"],
    [{ plans: [] }, "plans:"],
    [{ plans: [plan("A b")] }, "plans.0.id: must be a-z"],
    [{ plans: [plan("a"), plan("a")] }, "plans.1.id: 'a' is that of another plan, too"],
    [{ plans: [plan("self-hosted")] }, "is there already and has no limits"],
    [{ plans: [plan("a")], start_plan_id: "b" }, "start_plan_id: must be one of a, self-hosted"],
    [{ plans: [plan("a", { limits: { ...UNLIMITED, monitors: 0 } })] }, "plans.0.limits.monitors:"],
    [{ plans: [plan("a", { limits: { monitors: 1 } })] }, "plans.0.limits.check_runs:"],
    [{ plans: [plan("a", { prize: 1 })] }, '"prize"'],
    [
      { plans: [plan("a", { stripe_lookup_key: "k" }), plan("b", { stripe_lookup_key: "k" })] },
      "plans.1.stripe_lookup_key: 'k' is that of another plan, too",
    ],
  ])("that is %j is refused at the start with what is wrong", (content, fault) => {
    expect(() => read(content)).toThrow(StartError);
    expect(() => read(content)).toThrow(fault);
  });

  test("that is not there is refused at the start", () => {
    expect(() => readPlans(join(folder, "nothing.json"))).toThrow(/VEDETTE_PLANS names .*nothing\.json/);
  });
});

describe("the plans that are offered", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.drop());

  test("are those of the newest start; whoever has one that is gone keeps it", async () => {
    const orgId = await makeOrganization(db.database);
    await offerPlans(db.database, read({ plans: [plan("old"), plan("both")] }));
    await db.database.run(sql`update organization set plan_id = 'old' where id = ${orgId}`);
    await offerPlans(db.database, read({ start_plan_id: "both", plans: [plan("both"), plan("new")] }));
    const listed = await listOfferedPlans(db.database, orgId);
    expect(listed.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      ["both", false],
      ["old", true],
      ["new", false],
    ]);
    await expect(getOfferedPlan(db.database, "old")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("are known by the keys of their prices, those that are offered before those that were", async () => {
    const key = { stripe_lookup_key: "the key" };
    await offerPlans(db.database, read({ plans: [plan("before", key)] }));
    expect((await findPlanOfPrice(db.database, "the key"))?.id).toBe("before");
    await offerPlans(db.database, read({ plans: [plan("first"), plan("now", key)] }));
    expect((await findPlanOfPrice(db.database, "the key"))?.id).toBe("now");
    expect(await findPlanOfPrice(db.database, "another key")).toBeNull();
  });

  test("leave out the one without limits where people begin on another", async () => {
    await offerPlans(db.database, read({ start_plan_id: "small", plans: [plan("small")] }));
    await expect(getOfferedPlan(db.database, "self-hosted")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await offerPlans(db.database, readPlans(null));
    expect((await getOfferedPlan(db.database, "self-hosted")).limits).toEqual(UNLIMITED);
  });

  test("may be written by two servers that start at once", async () => {
    await Promise.all([1, 2, 3].map(() => offerPlans(db.database, readPlans(null))));
    const starts = await db.database.rows(sql`select id from plan where is_start`);
    expect(starts).toEqual([{ id: "self-hosted" }]);
  });
});
