import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg } from "../../../../../test/app.ts";
import {
  PAGES,
  type StripeHarness,
  startStripeHarness,
  stripeFetch,
} from "../../../../../test/stripe/stripe-harness.ts";
import { type StripeServer, startStripe } from "../../../../../test/stripe/stripe-server.ts";
import { AppError } from "../../../../platform/kernel/errors.ts";
import type { BillingProvider } from "../provider.ts";
import { getOfferedPlan } from "../service-plans.ts";
import { createStripeClient } from "./stripe-client.ts";
import { createStripeProvider } from "./stripe-provider.ts";
import { type StripeDeps, syncCustomer } from "./sync-customer.ts";

const keyOf = (orgId: string) => ({
  ...{ kind: "key" as const, keyId: "", orgId, scope: "admin" as const, name: "test" },
  ...{ location: null, projects: null, selector: null },
});

let scene: StripeHarness;
beforeAll(async () => {
  scene = await startStripeHarness();
});
afterAll(() => scene.stop());
beforeEach(() => {
  scene.stripe.mode = "works";
});

/** Returns the POST requests to a path of Stripe's API, in order. */
const listPosts = (path: string) =>
  scene.stripe.requests.filter((request) => request.method === "POST" && request.path === path);

const listCustomers = (orgId: string) =>
  [...scene.stripe.store.customers.values()].filter(({ metadata }) => metadata.org_id === orgId);

const listOpenSessions = (customer: string | undefined) =>
  [...scene.stripe.store.sessions.values()].filter(
    (session) => session.customer === customer && session.status === "open",
  );

const findPortalSession = (id: string) => scene.stripe.store.portalSessions.get(id);

async function expectAppError(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error("the call did not fail", { cause: error });
  return error;
}

describe("a checkout", () => {
  test("creates a subscription with the price of the plan's lookup key for the customer of the organization", async () => {
    const orgId = await scene.newOrganization();
    const { id, url, expiresAtMs } = await scene.checkout(orgId, "business");
    const [customer] = listCustomers(orgId);
    expect(listPosts("/v1/checkout/sessions").at(-1)?.fields).toMatchObject({
      mode: "subscription",
      customer: customer?.id,
      client_reference_id: orgId,
      line_items: [{ price: scene.prices.business.id, quantity: "1" }],
      metadata: { org_id: orgId, plan_id: "business" },
      success_url: PAGES.successUrl,
      cancel_url: PAGES.cancelUrl,
    });
    expect(url).toContain(id);
    const lastsMs = expiresAtMs - scene.clock.now();
    expect(lastsMs).toBeGreaterThanOrEqual(3_600_000);
    expect(lastsMs).toBeLessThanOrEqual(7_201_000);
  });

  test("requested ten times concurrently is one page of one customer", async () => {
    const orgId = await scene.newOrganization();
    const pages = await Promise.all(Array.from({ length: 10 }, () => scene.checkout(orgId, "pro")));
    expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
    expect(listCustomers(orgId)).toHaveLength(1);
  });

  test("that is open is reused, and expires if another plan is requested", async () => {
    const orgId = await scene.newOrganization();
    const first = await scene.checkout(orgId, "pro");
    expect((await scene.checkout(orgId, "pro")).id).toBe(first.id);
    const other = await scene.checkout(orgId, "business");
    expect(other.id).not.toBe(first.id);
    const [customer] = listCustomers(orgId);
    expect(listOpenSessions(customer?.id).map(({ id }) => id)).toEqual([other.id]);
    scene.clock.move(2 * 3_600_000);
    expect((await scene.checkout(orgId, "business")).id).not.toBe(other.id);
  });

  test("of an organization with a subscription is a plan change in the portal, not a second subscription", async () => {
    const { orgId, subscriptionId, customerId } = await scene.createPaying("pro");
    const { id, url, expiresAtMs } = await scene.checkout(orgId, "business");
    expect(url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    expect(expiresAtMs).toBeGreaterThan(scene.clock.now());
    expect(findPortalSession(id)?.flow).toMatchObject({
      type: "subscription_update_confirm",
      subscription_update_confirm: {
        subscription: subscriptionId,
        items: [{ price: scene.prices.business.id, quantity: "1" }],
      },
    });
    expect(listOpenSessions(customerId)).toEqual([]);
  });

  test("of the current plan, with an overdue payment or before a cancellation, is the plain portal", async () => {
    const { orgId, subscriptionId } = await scene.createPaying("pro");
    expect(findPortalSession((await scene.checkout(orgId, "pro")).id)?.flow).toBeNull();
    scene.stripe.simulate.failPayment(subscriptionId);
    expect(findPortalSession((await scene.checkout(orgId, "business")).id)?.flow).toBeNull();
    scene.stripe.simulate.pay(subscriptionId);
    scene.stripe.simulate.cancelAtPeriodEnd(subscriptionId);
    expect(findPortalSession((await scene.checkout(orgId, "free")).id)?.flow).toBeNull();
  });

  test("of a plan without a price cancels the subscription, and is rejected without a subscription", async () => {
    const { orgId, subscriptionId } = await scene.createPaying("pro");
    expect(findPortalSession((await scene.checkout(orgId, "free")).id)?.flow).toMatchObject({
      type: "subscription_cancel",
      subscription_cancel: { subscription: subscriptionId },
    });
    const error = await expectAppError(scene.checkout(await scene.newOrganization(), "free"));
    expect([error.code, error.details?.[0]?.path]).toEqual(["BAD_REQUEST", "plan_id"]);
  });

  test("applies a payment whose message has not arrived", async () => {
    const orgId = await scene.newOrganization();
    const { id } = await scene.checkout(orgId, "pro");
    scene.stripe.simulate.completeCheckout(id);
    await scene.checkout(orgId, "business");
    expect(await scene.planOf(orgId)).toBe("pro");
  });

  test("of a plan whose price Stripe does not have names the operator and keeps the plan", async () => {
    const { pro } = scene.prices;
    pro.active = false;
    const orgId = await scene.newOrganization();
    const error = await expectAppError(scene.checkout(orgId, "pro")).finally(() => {
      pro.active = true;
    });
    expect(error.code).toBe("SERVICE_UNAVAILABLE");
    expect(error.message).toContain("Contact the operator");
    expect(error.log).toMatchObject({ lookup_key: "vedette_pro_month" });
  });
});

test("the portal returns to this server and has the customer of the organization", async () => {
  const orgId = await scene.newOrganization();
  const { url } = await scene.provider.portal({
    db: scene.deps.database,
    clock: scene.clock,
    actor: keyOf(orgId),
    org: { id: orgId, name: "Test", email: null },
    ...PAGES,
  });
  expect(url).toMatch(/^https:\/\/billing\.stripe\.com\//);
  const session = [...scene.stripe.store.portalSessions.values()].at(-1);
  expect(session).toMatchObject({ customer: listCustomers(orgId)[0]?.id, return_url: PAGES.returnUrl });
});

describe("with a key of another account", () => {
  let other: StripeServer;
  let provider: BillingProvider;
  let deps: StripeDeps;
  beforeAll(async () => {
    other = await startStripe({ nowMs: () => scene.clock.now() });
    other.simulate.addPrice({ lookupKey: "vedette_business_month", amount: 19_900 });
    const { secretKey, url: apiUrl } = other;
    const stripe = await createStripeClient({ secretKey, apiUrl }, stripeFetch());
    deps = { ...scene.deps, stripe };
    provider = createStripeProvider(deps);
  });
  afterAll(() => other.close());

  const checkout = async (orgId: string) =>
    provider.checkout({
      db: scene.deps.database,
      clock: scene.clock,
      actor: keyOf(orgId),
      org: { id: orgId, name: "Test", email: null },
      plan: await getOfferedPlan(scene.deps.database, "business"),
      ...PAGES,
    });

  test("a paying organization keeps its plan, both in a checkout and in a sync", async () => {
    const { orgId, customerId } = await scene.createPaying("pro");
    const error = await expectAppError(checkout(orgId));
    expect(error.code).toBe("SERVICE_UNAVAILABLE");
    expect(error.log?.reason).toContain("STRIPE_SECRET_KEY");
    await expectAppError(syncCustomer(deps, { org_id: orgId, customer_id: customerId }));
    expect(await scene.planOf(orgId)).toBe("pro");
    expect(other.store.customers.size).toBe(0);
  });

  test("an organization without a subscription starts with a new customer", async () => {
    const orgId = await scene.newOrganization();
    await scene.checkout(orgId, "pro");
    await checkout(orgId);
    expect(other.store.customers.size).toBe(1);
    expect([...other.store.sessions.values()].map(({ status }) => status)).toEqual(["open"]);
  });
});

describe("while Stripe is unavailable", () => {
  test.each(["fails", "breaks"] as const)(
    "and its API %s, the error says so and the plan stays unchanged",
    async (mode) => {
      const { orgId } = await scene.createPaying("pro");
      scene.stripe.mode = mode;
      const error = await expectAppError(scene.checkout(orgId, "business"));
      expect([error.code, error.retryAfterSeconds]).toEqual(["SERVICE_UNAVAILABLE", 30]);
      expect(error.message).toContain("Your plan is unchanged");
      expect(await scene.planOf(orgId)).toBe("pro");
    },
  );
});

describe("through the API", () => {
  const checkout = (key: string, payload: object) =>
    scene.running.call(key, { method: "POST", url: "/api/v1/billing/checkout", payload });

  test("an admin gets Stripe's pages, which return only to this server", async () => {
    const { orgId, keys } = await makeOrg(scene.deps.database);
    const response = await checkout(keys.admin, { org_id: orgId, plan_id: "pro" });
    expect([response.statusCode, response.json().data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^cs_/),
        url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
        expires_at: expect.stringMatching(/Z$/),
      },
    ]);
    const fields = listPosts("/v1/checkout/sessions").at(-1)?.fields;
    expect(fields?.success_url).toMatch(/^http:\/\/localhost:80\/settings\/billing\?/);
    expect(fields?.cancel_url).toBe("http://localhost:80/settings/billing");
    const portal = await scene.running.call(keys.admin, { method: "GET", url: "/api/v1/billing/portal" });
    expect([portal.statusCode, portal.json().data.url]).toEqual([
      200,
      expect.stringContaining("billing.stripe.com"),
    ]);
  });

  test("price, quantity and redirect fields are rejected", async () => {
    const { keys } = await makeOrg(scene.deps.database);
    const before = scene.stripe.requests.length;
    for (const field of [
      "price",
      "price_id",
      "amount",
      "quantity",
      "lookup_key",
      "return_to",
      "success_url",
      "customer",
    ]) {
      const response = await checkout(keys.admin, { plan_id: "pro", [field]: scene.prices.pro.id });
      expect([field, response.statusCode]).toEqual([field, 400]);
      expect(response.json().error.details[0].path).toBe(field);
    }
    const { pro } = scene.prices;
    expect((await checkout(keys.admin, { plan_id: pro.id })).statusCode).toBe(400);
    expect((await checkout(keys.admin, { plan_id: "vedette_pro_month" })).statusCode).toBe(400);
    expect(scene.stripe.requests.length).toBe(before);
  });

  test("another organization's id, keys and members below admin are 403, without a request to Stripe", async () => {
    const [org, otherOrg] = [await makeOrg(scene.deps.database), await makeOrg(scene.deps.database)];
    const before = scene.stripe.requests.length;
    expect((await checkout(org.keys.admin, { org_id: otherOrg.orgId, plan_id: "pro" })).statusCode).toBe(403);
    for (const key of [org.keys.agent, org.keys.read]) {
      expect((await checkout(key, { plan_id: "pro" })).statusCode).toBe(403);
      const portal = await scene.running.call(key, { method: "GET", url: "/api/v1/billing/portal" });
      expect(portal.statusCode).toBe(403);
    }
    const member = await makeMember(scene.deps.database, { orgId: org.orgId, role: "member" });
    const payload = { plan_id: "pro" };
    const asMember = await scene.running.callAs(member, {
      method: "POST",
      url: "/api/v1/billing/checkout",
      payload,
    });
    expect(asMember.statusCode).toBe(403);
    expect(scene.stripe.requests.length).toBe(before);
    expect(listCustomers(otherOrg.orgId)).toEqual([]);
  });

  test("an outage of Stripe is 503 with Retry-After", async () => {
    const { keys } = await makeOrg(scene.deps.database);
    scene.stripe.mode = "breaks";
    const response = await checkout(keys.admin, { plan_id: "pro" });
    expect([response.statusCode, response.json().error.code, response.headers["retry-after"]]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "30",
    ]);
  });
});
