import type { Usage } from "@vedette/contract/billing/billing.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StripeEvent } from "../packages/server/test/stripe/stripe-objects.ts";
import { type StripeServer, startStripe } from "../packages/server/test/stripe/stripe-server.ts";
import { createLab } from "./harness/lab.ts";
import type { Vedette } from "./harness/vedette.ts";

/** A paid plan, with the real process: Stripe's official client against a server with Stripe's wire format. */

const lab = createLab(afterAll);
let stripe: StripeServer;
let vedette: Vedette;

beforeAll(async () => {
  stripe = await startStripe();
  stripe.simulate.addPrice({ lookupKey: "vedette_pro_month", amount: 2_900 });
  vedette = await lab.start({
    dataDir: await lab.newDataDir(),
    env: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
    },
  });
});
afterAll(() => stripe.close());

async function usage(): Promise<Usage> {
  const { status, body } = await vedette.request("GET", "/api/v1/billing/usage");
  expect(status).toBe(200);
  return (body as { data: Usage }).data;
}

/** Sends events as Stripe does and returns the status of each response. */
async function deliver(events: readonly StripeEvent[], options?: { secret: string }): Promise<number[]> {
  const statuses: number[] = [];
  for (const event of events) {
    const { payload: body, headers } = stripe.signed(event, options);
    const path = "/api/v1/billing/webhook";
    statuses.push((await vedette.requestWith({ method: "POST", path, body, headers, key: null })).status);
  }
  return statuses;
}

test("a paid checkout, a failed payment and a cancellation change the plan and its limits", async () => {
  expect(await usage()).toMatchObject({
    plan_id: "self-hosted",
    subscription: null,
    limits: { monitors: null },
  });
  const { status, body } = await vedette.request("POST", "/api/v1/billing/checkout", { plan_id: "pro" });
  expect(status).toBe(201);
  const { id, url } = (body as { data: { id: string; url: string } }).data;
  expect(url).toContain("checkout.stripe.com");

  const events = stripe.simulate.completeCheckout(id);
  expect(await deliver(events, { secret: "whsec_of_another_account" })).toEqual([400, 400, 400, 400]);
  expect((await usage()).plan_id).toBe("self-hosted");
  expect(await deliver([...events, ...events])).toEqual(Array(8).fill(200));
  expect(await usage()).toMatchObject({
    plan_id: "pro",
    limits: { monitors: 100, min_interval_seconds: 30 },
    subscription: { provider: "stripe", status: "active", grace_until: null },
  });
  const subscriptionId = stripe.store.sessions.get(id)?.subscription ?? "";
  const portal = await vedette.request("GET", "/api/v1/billing/portal");
  expect(portal.text).toContain("https://billing.stripe.com/");

  expect(await deliver(stripe.simulate.failPayment(subscriptionId))).toEqual([200, 200]);
  const overdue = await usage();
  expect(overdue).toMatchObject({ plan_id: "pro", subscription: { status: "past_due" } });
  const graceMs = Date.parse(overdue.subscription?.grace_until ?? "") - Date.now();
  expect(graceMs / 86_400_000).toBeCloseTo(7, 1);

  expect(await deliver(stripe.simulate.cancel(subscriptionId))).toEqual([200]);
  expect(await usage()).toMatchObject({ plan_id: "self-hosted", subscription: { status: "canceled" } });
  // Neither key is logged or printed.
  const output = [vedette.stdout, ...vedette.stderrLines()].join("\n");
  expect(output).not.toContain(stripe.secretKey);
  expect(output).not.toContain(stripe.webhookSecret);
});
