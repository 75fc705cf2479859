import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMonitor } from "../../../../../test/builders.ts";
import { type StripeScene, startStripeScene } from "../../../../../test/stripe/stripe-scene.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { endLapsedSubscriptions } from "../service-subscription.ts";

/** What becomes of an organization by what happens at Stripe, message by message. */

let scene: StripeScene;
beforeAll(async () => {
  scene = await startStripeScene();
});
afterAll(() => scene.stop());

const DAY_MS = 86_400_000;

/** What the job does each minute. */
const lapse = () =>
  endLapsedSubscriptions(scene.deps.database, {
    nowMs: scene.clock.now(),
    publish: scene.deps.publishEvents,
  });

function subscriptionOf(orgId: string) {
  return scene.deps.database.find<{ status: string; plan_id: string; grace_until: Date | null }>(
    sql`select status, plan_id, grace_until from subscription where org_id = ${orgId}`,
  );
}

describe("the course of a subscription", () => {
  test("from checkout over another plan, a failed payment, grace and recovery to the cancellation", async () => {
    const { happen } = scene.stripe;
    const orgId = await scene.newOrganization();
    const { id, url } = await scene.checkout(orgId, "pro");
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    expect(await scene.planOf(orgId)).toBe("free");
    expect(await scene.deliver(...happen.completeCheckout(id))).toEqual([200, 200, 200, 200]);
    expect(await scene.planOf(orgId)).toBe("pro");
    const subscriptionId = scene.stripe.store.sessions.get(id)?.subscription ?? "";

    await scene.deliver(...happen.switchPrice(subscriptionId, scene.prices.business.id));
    expect(await scene.planOf(orgId)).toBe("business");

    await scene.deliver(...happen.failPayment(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("business");
    const overdue = await subscriptionOf(orgId);
    expect(overdue).toMatchObject({ status: "past_due", plan_id: "business" });
    expect(overdue?.grace_until?.getTime()).toBe(scene.clock.now() + 7 * DAY_MS);

    scene.clock.move(6 * DAY_MS);
    await scene.deliver(...happen.failPayment(subscriptionId));
    await lapse();
    expect(await scene.planOf(orgId)).toBe("business");
    // A later failure begins no second grace.
    expect((await subscriptionOf(orgId))?.grace_until).toEqual(overdue?.grace_until);

    scene.clock.move(DAY_MS);
    await lapse();
    expect(await scene.planOf(orgId)).toBe("free");
    await scene.deliver(...happen.giveUpOnPayment(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("free");

    await scene.deliver(...happen.pay(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("business");
    expect(await subscriptionOf(orgId)).toMatchObject({ status: "active", grace_until: null });

    await scene.deliver(...happen.cancelAtPeriodEnd(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("business");
    await scene.deliver(...happen.cancel(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("free");
    expect(await scene.changesOf(orgId)).toEqual(["pro", "business", "free", "business", "free"]);
    expect(await scene.toldTo(orgId)).toEqual([
      "The plan is 'Pro' now",
      "The plan is 'Business' now",
      "A payment for your plan has failed",
      "The plan is 'Free' now",
      "The plan is 'Business' now",
      "The plan is 'Free' now",
    ]);
    expect(scene.events.filter(({ orgId: of }) => of === orgId).map(({ type }) => type)).toEqual(
      Array(5).fill("organization.plan"),
    );
  });

  test("is paid again within the grace, and nothing has happened", async () => {
    const { orgId, subscriptionId } = await scene.paying("pro");
    await scene.deliver(...scene.stripe.happen.failPayment(subscriptionId));
    scene.clock.move(3 * DAY_MS);
    await scene.deliver(...scene.stripe.happen.pay(subscriptionId));
    scene.clock.move(5 * DAY_MS);
    await lapse();
    expect(await scene.planOf(orgId)).toBe("pro");
    expect(await scene.changesOf(orgId)).toEqual(["pro"]);
  });

  test("whose price was replaced by another of the same product goes on with its plan", async () => {
    const { orgId, subscriptionId } = await scene.paying("pro");
    const { pro } = scene.prices;
    const { store, happen } = scene.stripe;
    const newer = happen.addPrice({ lookupKey: "vedette_pro_month", amount: 3_900 });
    newer.product = pro.product;
    pro.lookup_key = null;
    try {
      await scene.deliver(happen.event("invoice.paid", store.subscriptions.get(subscriptionId) ?? {}));
      expect(await scene.planOf(orgId)).toBe("pro");
    } finally {
      pro.lookup_key = "vedette_pro_month";
      store.prices.delete(newer.id);
    }
  });

  test("of a price that is no plan's changes no plan, and the operator is told", async () => {
    const { orgId, subscriptionId } = await scene.paying("pro");
    const odd = scene.stripe.happen.addPrice({ lookupKey: null, amount: 1 });
    scene.warnings.length = 0;
    await scene.deliver(...scene.stripe.happen.switchPrice(subscriptionId, odd.id));
    expect(await scene.planOf(orgId)).toBe("pro");
    expect(scene.warnings).toEqual(["billing.price_unknown"]);
  });

  test("beside which there is another is told to the operator, and one plan holds", async () => {
    const { orgId, customerId } = await scene.paying("pro");
    scene.warnings.length = 0;
    scene.clock.move(1_000);
    await scene.deliver(...scene.stripe.happen.subscribe(customerId, scene.prices.business.id));
    expect(await scene.planOf(orgId)).toBe("business");
    expect(scene.warnings).toEqual(["billing.paid_twice"]);
  });

  test("ends with the customer who is deleted at Stripe, and the next checkout is another customer's", async () => {
    const { orgId, customerId } = await scene.paying("pro");
    const told = await scene.deliver(...scene.stripe.happen.deleteCustomer(customerId));
    expect(told).toEqual([200, 200]);
    expect(await scene.planOf(orgId)).toBe("free");
    const pages = await Promise.all([scene.checkout(orgId, "pro"), scene.checkout(orgId, "pro")]);
    expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
    expect(scene.stripe.store.sessions.get(pages[0].id)?.customer).not.toBe(customerId);
    await scene.deliver(...scene.stripe.happen.completeCheckout(pages[0].id));
    expect(await scene.planOf(orgId)).toBe("pro");
  });

  test("pauses what is over the plan that is left, and resumes it with the next payment", async () => {
    const { orgId, subscriptionId } = await scene.paying("pro");
    const { database } = scene.deps;
    const created = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const createdAt = new Date(Date.now() - 100_000 + index);
        return makeMonitor(database, { orgId, intervalMs: 300_000, createdAt });
      }),
    );
    const paused = () =>
      database.rows<{ id: string }>(
        sql`select id from monitor where org_id = ${orgId} and paused_reason = 'plan' order by created_at`,
      );
    await scene.deliver(...scene.stripe.happen.cancel(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("free");
    expect((await paused()).map(({ id }) => id)).toEqual(created.slice(10).map(({ id }) => id));
    const { id } = await scene.checkout(orgId, "pro");
    await scene.deliver(...scene.stripe.happen.completeCheckout(id));
    expect(await paused()).toEqual([]);
  });
});
