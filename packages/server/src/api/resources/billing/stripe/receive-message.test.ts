import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp } from "../../../../../test/app.ts";
import { type StripeHarness, startStripeHarness } from "../../../../../test/stripe/stripe-harness.ts";
import { sql } from "../../../../platform/storage/sql.ts";

/** Attacks on the webhook: only the state that Stripe reports is applied, and only once, for any input. */

let scene: StripeHarness;
beforeAll(async () => {
  scene = await startStripeHarness();
});
afterAll(() => scene.stop());
beforeEach(() => {
  scene.stripe.mode = "works";
  scene.stripe.hooks = {};
  scene.warnings.length = 0;
});

const MINUTE_MS = 60_000;

/** Creates an organization whose subscription Stripe has canceled, with the undelivered event. */
async function createCanceled() {
  const paying = await scene.createPaying("pro");
  const [event] = scene.stripe.simulate.cancel(paying.subscriptionId);
  if (!event) throw new Error("Stripe sent no event");
  return { ...paying, event };
}

const listEvents = () =>
  scene.deps.database.rows<{ id: string }>(sql`select event_id as id from webhook_event order by event_id`);

/** Returns the number of requests to Stripe during `work`. */
async function countRequests(work: () => Promise<unknown>): Promise<number> {
  const before = scene.stripe.requests.length;
  await work();
  return scene.stripe.requests.length - before;
}

describe("a message that Stripe did not sign", () => {
  test("is rejected for any defect of the signature and stores nothing", async () => {
    const { orgId, event } = await createCanceled();
    const { stripe, clock } = scene;
    const { payload, headers } = stripe.signed(event);
    const signature = headers["stripe-signature"] ?? "";
    const [time = "", value = ""] = signature.split(",");
    const withSignature = (text: string) => ({ payload, headers: { ...headers, "stripe-signature": text } });
    const { "stripe-signature": _signature, ...unsigned } = headers;
    const before = await listEvents();
    const invalid = {
      "no signature": { payload, headers: unsigned },
      "an empty one": withSignature(""),
      nonsense: withSignature("t=,v1="),
      "no time": withSignature(value),
      "no value": withSignature(time),
      "another scheme": withSignature(signature.replace("v1=", "v0=")),
      "a cut one": withSignature(signature.slice(0, -1)),
      "a later time": withSignature(signature.replace(/t=\d+/, `t=${Math.floor(clock.now() / 1_000) + 9}`)),
      "another secret": stripe.signed(event, { secret: "whsec_of_another_address" }),
      "another body": { payload: payload.replace("canceled", "active"), headers },
      "the same body written otherwise": { payload: JSON.stringify(JSON.parse(payload)), headers },
      "one more byte": { payload: `${payload}\n`, headers },
      "no body": { payload: "", headers },
      "more than five minutes ahead": stripe.signed(event, { atMs: clock.now() + 5 * MINUTE_MS + 1_000 }),
      "more than five minutes ago": stripe.signed(event, { atMs: clock.now() - 5 * MINUTE_MS - 1_000 }),
    };
    const requests = await countRequests(async () => {
      for (const [what, message] of Object.entries(invalid)) {
        expect([what, await scene.send(message)]).toEqual([what, 400]);
      }
    });
    expect(requests).toBe(0);
    expect(await listEvents()).toEqual(before);
    expect(await scene.planOf(orgId)).toBe("pro");
    // Only the signature was wrong: the same message with a valid signature is accepted.
    expect(await scene.send(stripe.signed(event, { atMs: clock.now() - 5 * MINUTE_MS + 2_000 }))).toBe(200);
    expect(await scene.planOf(orgId)).toBe("free");
  });

  test("does not reveal the secret or the expected signature", async () => {
    const { event } = await createCanceled();
    const { payload, headers } = scene.stripe.signed(event, { secret: "whsec_of_another_address" });
    const url = "/api/v1/billing/webhook";
    const { body } = await scene.running.call(null, { method: "POST", url, payload, headers });
    expect(JSON.parse(body).error.code).toBe("BAD_REQUEST");
    expect(body).not.toContain(scene.stripe.webhookSecret);
    const expected = scene.stripe.signed(event).headers["stripe-signature"]?.split("v1=")[1] ?? "none";
    expect(body).not.toContain(expected);
  });

  test("is rejected before it is read if it is too large, compressed, or uses another method", async () => {
    const url = "/api/v1/billing/webhook";
    const large = Buffer.alloc(262_145, " ");
    const send = (request: object) => scene.running.call(null, { method: "POST", url, ...request });
    const tooLarge = await send({ payload: large });
    expect(tooLarge.statusCode).toBe(413);
    expect(tooLarge.json().error.message).toContain("at most 256 KiB");
    const headers = { "content-encoding": "gzip" };
    expect((await send({ payload: "{}", headers })).statusCode).toBe(415);
    expect((await send({ method: "GET" })).statusCode).toBe(405);
  });

  test("of the other mode, live or test, is accepted and ignored", async () => {
    const { orgId, event } = await createCanceled();
    const live = { ...event, livemode: true as unknown as false };
    expect(await countRequests(async () => expect(await scene.deliver(live)).toEqual([200]))).toBe(0);
    expect(await scene.planOf(orgId)).toBe("pro");
    expect(scene.warnings).toEqual(["billing.webhook_mode_mismatch"]);
  });
});

describe("a message", () => {
  test("that arrives twice is answered with 200 without another request to Stripe", async () => {
    const { orgId, event } = await createCanceled();
    expect(await countRequests(() => scene.deliver(event))).toBe(1);
    expect(
      await countRequests(async () => expect(await scene.deliver(event, event)).toEqual([200, 200])),
    ).toBe(0);
    expect(await scene.listPlanChanges(orgId)).toEqual(["pro", "free"]);
  });

  test("that arrives ten times concurrently is applied once", async () => {
    const { database } = scene.deps;
    await database.run(sql`create table applied (org_id uuid)`);
    await database.run(sql`
      create function note_applied() returns trigger language plpgsql
      as $$ begin insert into applied values (new.org_id); return null; end $$`);
    await database.run(sql`
      create trigger note_applied after insert or update on subscription
      for each row execute function note_applied()`);
    const { orgId, subscriptionId } = await scene.createPaying("pro");
    await database.run(sql`truncate applied`);
    const [failed] = scene.stripe.simulate.failPayment(subscriptionId);
    if (!failed) throw new Error("Stripe sent no event");
    const sending = Array.from({ length: 10 }, () => scene.send(scene.stripe.signed(failed)));
    expect(await Promise.all(sending)).toEqual(Array(10).fill(200));
    expect(await database.rows(sql`select org_id from applied`)).toEqual([{ org_id: orgId }]);
    expect(await scene.listOwnerMails(orgId)).toEqual([
      "Plan changed to 'Pro'",
      "A payment for your plan has failed",
    ]);
  });

  test("that arrives after a later one does not undo the later one", async () => {
    const orgId = await scene.newOrganization();
    const { id } = await scene.checkout(orgId, "pro");
    const { simulate, store } = scene.stripe;
    const all = simulate.completeCheckout(id);
    const subscriptionId = store.sessions.get(id)?.subscription ?? "";
    all.push(...simulate.failPayment(subscriptionId), ...simulate.pay(subscriptionId));
    all.push(...simulate.switchPrice(subscriptionId, scene.prices.business.id));
    await scene.deliver(...all.toReversed());
    expect(await scene.planOf(orgId)).toBe("business");
    expect(await scene.listPlanChanges(orgId)).toEqual(["business"]);
    expect(await scene.listOwnerMails(orgId)).toEqual(["Plan changed to 'Business'"]);
  });

  test("with a slow sync does not overwrite the result of a later sync", async () => {
    const { orgId, subscriptionId, customerId } = await scene.createPaying("pro");
    const { stripe } = scene;
    const [early] = stripe.simulate.switchPrice(subscriptionId, scene.prices.pro.id);
    const { promise: mayRespond, resolve: sendResponse } = Promise.withResolvers<void>();
    const { promise: isWaiting, resolve: markWaiting } = Promise.withResolvers<void>();
    stripe.hooks = {
      async beforeSend({ fields }) {
        if (fields.customer !== customerId) return;
        stripe.hooks = {};
        markWaiting();
        await mayRespond;
      },
    };
    const slow = early ? scene.send(stripe.signed(early)) : Promise.reject(new Error("Stripe sent no event"));
    await isWaiting;
    await scene.deliver(...stripe.simulate.cancel(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("free");
    sendResponse();
    expect(await slow).toBe(200);
    expect(await scene.planOf(orgId)).toBe("free");
    expect(await scene.listPlanChanges(orgId)).toEqual(["pro", "free"]);
  });

  test.each(["fails", "breaks"] as const)(
    "that arrives while Stripe's API %s gets an error response, keeps the plan, and is applied when sent again",
    async (mode) => {
      const { orgId, event } = await createCanceled();
      scene.stripe.mode = mode;
      const [status = 0] = await scene.deliver(event);
      expect(status).toBeGreaterThanOrEqual(500);
      expect(await scene.planOf(orgId)).toBe("pro");
      scene.stripe.mode = "works";
      expect(await scene.deliver(event)).toEqual([200]);
      expect(await scene.planOf(orgId)).toBe("free");
    },
  );

  test("about an unknown customer is answered with 200 and logged", async () => {
    const { event } = await createCanceled();
    const unknownCustomer = structuredClone(event);
    Object.assign(unknownCustomer.data.object, { customer: "cus_of_nobody" });
    expect(await countRequests(async () => expect(await scene.deliver(unknownCustomer)).toEqual([200]))).toBe(
      0,
    );
    expect(scene.warnings).toEqual(["billing.webhook_customer_unknown"]);
  });

  test("with another organization's customer, plan or id changes nothing for either", async () => {
    const [org, otherOrg] = [await scene.createPaying("pro"), await scene.createPaying("business")];
    const { simulate, store } = scene.stripe;
    const subscription = store.subscriptions.get(org.subscriptionId);
    const forged = simulate.event("customer.subscription.deleted", {
      ...subscription,
      status: "canceled",
      customer: otherOrg.customerId,
      metadata: { org_id: otherOrg.orgId, plan_id: "free" },
    });
    const completed = simulate.event("checkout.session.completed", {
      id: "cs_test_other",
      object: "checkout.session",
      customer: org.customerId,
      client_reference_id: otherOrg.orgId,
      metadata: { org_id: otherOrg.orgId, plan_id: "business" },
    });
    expect(await scene.deliver(forged, completed)).toEqual([200, 200]);
    expect([await scene.planOf(org.orgId), await scene.planOf(otherOrg.orgId)]).toEqual(["pro", "business"]);
  });

  test("of an irrelevant type is accepted without a request to Stripe", async () => {
    const { customerId } = await scene.createPaying("pro");
    const event = scene.stripe.simulate.event("charge.succeeded", { object: "charge", customer: customerId });
    expect(await countRequests(async () => expect(await scene.deliver(event)).toEqual([200]))).toBe(0);
  });
});

test("without Stripe the webhook is 404, and with it a sender has the rate limit of a key", async () => {
  const config = { requestsPerMinute: 3, requestsPerMinuteWithoutKey: 1 };
  const app = await startTestApp({ config });
  const send = () => app.call(null, { method: "POST", url: "/api/v1/billing/webhook", payload: {} });
  const responses = [await send(), await send(), await send(), await send()];
  await app.stop();
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 429]);
  expect(responses[0]?.json().error.message).toContain("STRIPE_SECRET_KEY");
});
