import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMonitor } from "../../../../../test/builders.ts";
import { type StripeHarness, startStripeHarness } from "../../../../../test/stripe/stripe-harness.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { endLapsedSubscriptions } from "../service-subscription.ts";

/** The effects of Stripe's messages on an organization, over the life of a subscription. */

let scene: StripeHarness;
beforeAll(async () => {
  scene = await startStripeHarness();
});
afterAll(() => scene.stop());

const DAY_MS = 86_400_000;

/** Runs the job that ends lapsed subscriptions each minute. */
const endLapsed = () =>
  endLapsedSubscriptions(scene.deps.database, {
    nowMs: scene.clock.now(),
    publish: scene.deps.publishEvents,
  });

function findSubscription(orgId: string) {
  return scene.deps.database.find<{ status: string; plan_id: string; grace_until: Date | null }>(
    sql`select status, plan_id, grace_until from subscription where org_id = ${orgId}`,
  );
}

describe("the life of a subscription", () => {
  test("from checkout over a plan change, a failed payment, grace period and recovery to cancellation", async () => {
    const { simulate } = scene.stripe;
    const orgId = await scene.newOrganization();
    const { id, url } = await scene.checkout(orgId, "pro");
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    expect(await scene.planOf(orgId)).toBe("free");
    expect(await scene.deliver(...simulate.completeCheckout(id))).toEqual([200, 200, 200, 200]);
    expect(await scene.planOf(orgId)).toBe("pro");
    const subscriptionId = scene.stripe.store.sessions.get(id)?.subscription ?? "";

    await scene.deliver(...simulate.switchPrice(subscriptionId, scene.prices.business.id));
    expect(await scene.planOf(orgId)).toBe("business");

    await scene.deliver(...simulate.failPayment(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("business");
    const overdue = await findSubscription(orgId);
    expect(overdue).toMatchObject({ status: "past_due", plan_id: "business" });
    expect(overdue?.grace_until?.getTime()).toBe(scene.clock.now() + 7 * DAY_MS);

    scene.clock.move(6 * DAY_MS);
    await scene.deliver(...simulate.failPayment(subscriptionId));
    await endLapsed();
    expect(await scene.planOf(orgId)).toBe("business");
    // A later failure does not start a second grace period.
    expect((await findSubscription(orgId))?.grace_until).toEqual(overdue?.grace_until);

    scene.clock.move(DAY_MS);
    await endLapsed();
    expect(await scene.planOf(orgId)).toBe("free");
    await scene.deliver(...simulate.giveUpOnPayment(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("free");

    await scene.deliver(...simulate.pay(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("business");
    expect(await findSubscription(orgId)).toMatchObject({ status: "active", grace_until: null });

    await scene.deliver(...simulate.cancelAtPeriodEnd(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("business");
    await scene.deliver(...simulate.cancel(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("free");
    expect(await scene.listPlanChanges(orgId)).toEqual(["pro", "business", "free", "business", "free"]);
    expect(await scene.listOwnerMails(orgId)).toEqual([
      "Plan changed to 'Pro'",
      "Plan changed to 'Business'",
      "A payment for your plan has failed",
      "Plan changed to 'Free'",
      "Plan changed to 'Business'",
      "Plan changed to 'Free'",
    ]);
    expect(scene.events.filter(({ orgId: of }) => of === orgId).map(({ type }) => type)).toEqual(
      Array(5).fill("organization.plan"),
    );
  });

  test("paid within the grace period changes nothing", async () => {
    const { orgId, subscriptionId } = await scene.createPaying("pro");
    await scene.deliver(...scene.stripe.simulate.failPayment(subscriptionId));
    scene.clock.move(3 * DAY_MS);
    await scene.deliver(...scene.stripe.simulate.pay(subscriptionId));
    scene.clock.move(5 * DAY_MS);
    await endLapsed();
    expect(await scene.planOf(orgId)).toBe("pro");
    expect(await scene.listPlanChanges(orgId)).toEqual(["pro"]);
  });

  test("whose price was replaced by another price of the same product keeps its plan", async () => {
    const { orgId, subscriptionId } = await scene.createPaying("pro");
    const { pro } = scene.prices;
    const { store, simulate } = scene.stripe;
    const newer = simulate.addPrice({ lookupKey: "vedette_pro_month", amount: 3_900 });
    newer.product = pro.product;
    pro.lookup_key = null;
    try {
      await scene.deliver(simulate.event("invoice.paid", store.subscriptions.get(subscriptionId) ?? {}));
      expect(await scene.planOf(orgId)).toBe("pro");
    } finally {
      pro.lookup_key = "vedette_pro_month";
      store.prices.delete(newer.id);
    }
  });

  test("with the price of no plan keeps the plan and is logged for the operator", async () => {
    const { orgId, subscriptionId } = await scene.createPaying("pro");
    const unknownPrice = scene.stripe.simulate.addPrice({ lookupKey: null, amount: 1 });
    scene.warnings.length = 0;
    await scene.deliver(...scene.stripe.simulate.switchPrice(subscriptionId, unknownPrice.id));
    expect(await scene.planOf(orgId)).toBe("pro");
    expect(scene.warnings).toEqual(["billing.price_unknown"]);
  });

  test("next to another subscription is logged for the operator, and one plan applies", async () => {
    const { orgId, customerId } = await scene.createPaying("pro");
    scene.warnings.length = 0;
    scene.clock.move(1_000);
    await scene.deliver(...scene.stripe.simulate.subscribe(customerId, scene.prices.business.id));
    expect(await scene.planOf(orgId)).toBe("business");
    expect(scene.warnings).toEqual(["billing.subscription_duplicate"]);
  });

  test("ends when the customer is deleted at Stripe, and the next checkout creates a new customer", async () => {
    const { orgId, customerId } = await scene.createPaying("pro");
    const statuses = await scene.deliver(...scene.stripe.simulate.deleteCustomer(customerId));
    expect(statuses).toEqual([200, 200]);
    expect(await scene.planOf(orgId)).toBe("free");
    const pages = await Promise.all([scene.checkout(orgId, "pro"), scene.checkout(orgId, "pro")]);
    expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
    expect(scene.stripe.store.sessions.get(pages[0].id)?.customer).not.toBe(customerId);
    await scene.deliver(...scene.stripe.simulate.completeCheckout(pages[0].id));
    expect(await scene.planOf(orgId)).toBe("pro");
  });

  test("pauses targets that exceed the remaining plan, and resumes them with the next payment", async () => {
    const { orgId, subscriptionId } = await scene.createPaying("pro");
    const { database } = scene.deps;
    const created = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const createdAt = new Date(Date.now() - 100_000 + index);
        return makeMonitor(database, { orgId, intervalMs: 300_000, createdAt });
      }),
    );
    const listPaused = () =>
      database.rows<{ id: string }>(
        sql`select id from target where org_id = ${orgId} and paused_reason = 'plan' order by created_at`,
      );
    await scene.deliver(...scene.stripe.simulate.cancel(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("free");
    expect((await listPaused()).map(({ id }) => id)).toEqual(created.slice(10).map(({ id }) => id));
    const { id } = await scene.checkout(orgId, "pro");
    await scene.deliver(...scene.stripe.simulate.completeCheckout(id));
    expect(await listPaused()).toEqual([]);
  });
});
