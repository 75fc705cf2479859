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

const directory = mkdtempSync(join(tmpdir(), "vedette-plans-"));
afterAll(() => rmSync(directory, { recursive: true }));

const plan = (id: string, change: object = {}) => ({
  id,
  name: id,
  price: null,
  limits: UNLIMITED,
  ...change,
});

function read(content: unknown) {
  const path = join(directory, "plans.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readPlans(path);
}

describe("the plan file", () => {
  test("is optional: free, pro and business are offered, and new organizations start without limits", () => {
    const { startPlanId, plans } = readPlans(null);
    expect(startPlanId).toBe("self-hosted");
    expect(plans.map(({ id }) => id)).toEqual(["free", "pro", "business"]);
  });

  test("defines the offered plans and the plan of new organizations", () => {
    const { startPlanId, plans } = read({ start_plan_id: "small", plans: [plan("small"), plan("large")] });
    expect([startPlanId, plans.map(({ id }) => id)]).toEqual(["small", ["small", "large"]]);
  });

  test.each([
    ["{", "cannot be read as JSON"],
    [{ plans: [] }, "plans:"],
    [{ plans: [plan("A b")] }, "plans.0.id: must be a-z"],
    [{ plans: [plan("a"), plan("a")] }, "plans.1.id: 'a' is already used by another plan"],
    [{ plans: [plan("self-hosted")] }, "is reserved for the built-in plan without limits"],
    [{ plans: [plan("a")], start_plan_id: "b" }, "start_plan_id: must be one of a, self-hosted"],
    [{ plans: [plan("a", { limits: { ...UNLIMITED, monitors: 0 } })] }, "plans.0.limits.monitors:"],
    [{ plans: [plan("a", { limits: { monitors: 1 } })] }, "plans.0.limits.check_runs:"],
    [{ plans: [plan("a", { prize: 1 })] }, '"prize"'],
    [
      { plans: [plan("a", { stripe_lookup_key: "k" }), plan("b", { stripe_lookup_key: "k" })] },
      "plans.1.stripe_lookup_key: 'k' is already used by another plan",
    ],
  ])("that is %j is rejected at startup with the reason", (content, problem) => {
    expect(() => read(content)).toThrow(StartError);
    expect(() => read(content)).toThrow(problem);
  });

  test("that does not exist is rejected at startup", () => {
    expect(() => readPlans(join(directory, "nothing.json"))).toThrow(
      /VEDETTE_PLANS is set to .*nothing\.json/,
    );
  });
});

describe("the offered plans", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.drop());

  test("are those of the latest start, and an organization keeps a plan that is no longer offered", async () => {
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

  test("are found by their price lookup keys, offered plans before retired ones", async () => {
    const key = { stripe_lookup_key: "the key" };
    await offerPlans(db.database, read({ plans: [plan("before", key)] }));
    expect((await findPlanOfPrice(db.database, "the key"))?.id).toBe("before");
    await offerPlans(db.database, read({ plans: [plan("first"), plan("now", key)] }));
    expect((await findPlanOfPrice(db.database, "the key"))?.id).toBe("now");
    expect(await findPlanOfPrice(db.database, "another key")).toBeNull();
  });

  test("exclude the plan without limits if new organizations start on another plan", async () => {
    await offerPlans(db.database, read({ start_plan_id: "small", plans: [plan("small")] }));
    await expect(getOfferedPlan(db.database, "self-hosted")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await offerPlans(db.database, readPlans(null));
    expect((await getOfferedPlan(db.database, "self-hosted")).limits).toEqual(UNLIMITED);
  });

  test("can be written by servers that start concurrently", async () => {
    await Promise.all([1, 2, 3].map(() => offerPlans(db.database, readPlans(null))));
    const starts = await db.database.rows(sql`select id from plan where is_default`);
    expect(starts).toEqual([{ id: "self-hosted" }]);
  });
});
