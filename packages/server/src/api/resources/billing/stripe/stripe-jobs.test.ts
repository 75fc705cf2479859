import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember } from "../../../../../test/app.ts";
import { type StripeHarness, startStripeHarness } from "../../../../../test/stripe/stripe-harness.ts";
import { silentLogger } from "../../../../platform/kernel/logger.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { stripeJobs } from "./stripe-jobs.ts";

let scene: StripeHarness;
beforeAll(async () => {
  scene = await startStripeHarness();
});
afterAll(() => scene.stop());
beforeEach(() => {
  scene.stripe.mode = "works";
  scene.warnings.length = 0;
});

const HOUR_MS = 3_600_000;
const run = { signal: new AbortController().signal };
const reconcile = () => scene.jobs["billing.reconcile"](run);

const countSyncs = (customerId: string) =>
  scene.stripe.requests.filter(
    ({ path, fields }) => path === "/v1/subscriptions" && fields.customer === customerId,
  ).length;

describe("a change without a message is found", () => {
  test("within minutes if a user was redirected to Stripe", async () => {
    const orgId = await scene.newOrganization();
    const { id } = await scene.checkout(orgId, "pro");
    scene.stripe.simulate.completeCheckout(id);
    scene.clock.move(10 * 60_000);
    await reconcile();
    expect(await scene.planOf(orgId)).toBe("pro");
  });

  test("otherwise within a day, with at most one sync a day", async () => {
    const { orgId, customerId, subscriptionId } = await scene.createPaying("pro");
    scene.clock.move(3 * HOUR_MS);
    await reconcile();
    const before = countSyncs(customerId);
    scene.stripe.simulate.cancel(subscriptionId);
    scene.clock.move(20 * HOUR_MS);
    await reconcile();
    expect(countSyncs(customerId)).toBe(before);
    scene.clock.move(5 * HOUR_MS);
    await reconcile();
    expect(countSyncs(customerId)).toBe(before + 1);
    expect(await scene.planOf(orgId)).toBe("free");
  });

  test("when a paid period or a grace period ends", async () => {
    const { orgId, customerId, subscriptionId } = await scene.createPaying("pro");
    const { database, clock } = scene.deps;
    scene.clock.move(3 * HOUR_MS);
    await reconcile();
    const before = countSyncs(customerId);
    const soon = new Date(clock.now() + 60_000);
    await database.run(sql`update subscription set current_period_end = ${soon} where org_id = ${orgId}`);
    scene.stripe.simulate.failPayment(subscriptionId);
    scene.clock.move(120_000);
    await reconcile();
    expect(countSyncs(customerId)).toBe(before + 1);
    const row = await database.find(sql`select status from subscription where org_id = ${orgId}`);
    expect(row).toEqual({ status: "past_due" });
  });

  test("once Stripe responds again, and every plan stays unchanged until then", async () => {
    const all = [
      await scene.createPaying("pro"),
      await scene.createPaying("pro"),
      await scene.createPaying("business"),
    ];
    for (const { subscriptionId } of all) scene.stripe.simulate.cancel(subscriptionId);
    scene.clock.move(25 * HOUR_MS);
    scene.stripe.mode = "breaks";
    await expect(reconcile()).rejects.toThrow("cannot be reached");
    expect(scene.warnings).toEqual(Array(3).fill("billing.sync_failed"));
    expect(await Promise.all(all.map(({ orgId }) => scene.planOf(orgId)))).toEqual([
      "pro",
      "pro",
      "business",
    ]);
    scene.stripe.mode = "works";
    await reconcile();
    expect(await Promise.all(all.map(({ orgId }) => scene.planOf(orgId)))).toEqual(["free", "free", "free"]);
  });
});

describe("a deleted organization", () => {
  /** Returns the jobs that cancel the subscriptions of the customer after the commit. */
  const listEndJobs = (customerId: string) =>
    scene.deps.database.rows<{ data: { customerId: string } }>(sql`
      select data from pgboss.job where name = 'billing.end_customer' and data ->> 'customerId' = ${customerId}`);

  test("has its subscription canceled by a job, its open page expired, and ignores later messages", async () => {
    const { orgId, customerId, subscriptionId } = await scene.createPaying("pro");
    const { database } = scene.deps;
    const owner = await makeMember(database, { orgId, role: "owner" });
    const url = `/api/v1/organizations/${orgId}`;
    const response = await scene.running.callAs(owner, { method: "DELETE", url });
    expect(response.statusCode).toBe(200);
    const [job] = await listEndJobs(customerId);
    expect(job?.data).toEqual({ customerId });

    scene.stripe.mode = "fails";
    const runEndJob = () => scene.jobs["billing.end_customer"]({ ...run, data: { customerId } });
    await expect(runEndJob()).rejects.toThrow();
    scene.stripe.mode = "works";
    await runEndJob();
    const subscription = scene.stripe.store.subscriptions.get(subscriptionId);
    expect(subscription?.status).toBe("canceled");
    await runEndJob();
    const event = scene.stripe.simulate.event("customer.subscription.deleted", subscription ?? {});
    expect(await scene.deliver(event)).toEqual([200]);
    expect(scene.warnings).toContain("billing.webhook_customer_unknown");
  });

  test("cannot be paid for on a page that is still open", async () => {
    const orgId = await scene.newOrganization();
    const { id } = await scene.checkout(orgId, "pro");
    const session = scene.stripe.store.sessions.get(id);
    await scene.jobs["billing.end_customer"]({ ...run, data: { customerId: session?.customer ?? "" } });
    expect(session?.status).toBe("expired");
  });

  test("that never used Stripe causes no requests to Stripe", async () => {
    const orgId = await scene.newOrganization();
    const owner = await makeMember(scene.deps.database, { orgId, role: "owner" });
    const before = scene.stripe.requests.length;
    const url = `/api/v1/organizations/${orgId}`;
    expect((await scene.running.callAs(owner, { method: "DELETE", url })).statusCode).toBe(200);
    expect(scene.stripe.requests.length).toBe(before);
  });

  test("that cannot be canceled because Stripe is no longer configured is logged for the operator", async () => {
    const logged: unknown[] = [];
    const jobs = stripeJobs(null, { ...silentLogger, error: (...line) => logged.push(line) });
    await jobs["billing.end_customer"]({ ...run, data: { customerId: "cus_1" } });
    await jobs["billing.reconcile"](run);
    expect(logged).toEqual([["billing.customer_cancel_skipped", { customer_id: "cus_1" }]]);
  });
});
