import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp } from "../../../../../test/app.ts";
import { type StripeScene, startStripeScene } from "../../../../../test/stripe/stripe-scene.ts";
import { sql } from "../../../../platform/storage/sql.ts";

/** Attack A25 of the security design: whatever is sent to the webhook, only what Stripe has is applied, and once. */

let scene: StripeScene;
beforeAll(async () => {
  scene = await startStripeScene();
});
afterAll(() => scene.stop());
beforeEach(() => {
  scene.stripe.mode = "works";
  scene.stripe.hooks = {};
  scene.warnings.length = 0;
});

const MINUTE_MS = 60_000;

/** An organization whose subscription Stripe has canceled, and the message of it that has not come yet. */
async function canceled() {
  const paying = await scene.paying("pro");
  const [event] = scene.stripe.happen.cancel(paying.subscriptionId);
  if (!event) throw new Error("nothing was told");
  return { ...paying, event };
}

const storedEvents = () =>
  scene.deps.database.rows<{ id: string }>(sql`select event_id as id from billing_event order by event_id`);

/** How often Stripe was asked while this was done. */
async function asked(work: () => Promise<unknown>): Promise<number> {
  const before = scene.stripe.requests.length;
  await work();
  return scene.stripe.requests.length - before;
}

describe("a message that is not Stripe's", () => {
  test("is refused, whatever is wrong with its signature, and leaves nothing behind", async () => {
    const { orgId, event } = await canceled();
    const { stripe, clock } = scene;
    const { payload, headers } = stripe.signed(event);
    const signature = headers["stripe-signature"] ?? "";
    const [time = "", value = ""] = signature.split(",");
    const withSignature = (text: string) => ({ payload, headers: { ...headers, "stripe-signature": text } });
    const { "stripe-signature": _left, ...unsigned } = headers;
    const before = await storedEvents();
    const refused = {
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
    const requests = await asked(async () => {
      for (const [what, message] of Object.entries(refused)) {
        expect([what, await scene.send(message)]).toEqual([what, 400]);
      }
    });
    expect(requests).toBe(0);
    expect(await storedEvents()).toEqual(before);
    expect(await scene.planOf(orgId)).toBe("pro");
    // It was the signature alone: the very message is taken when it is right.
    expect(await scene.send(stripe.signed(event, { atMs: clock.now() - 5 * MINUTE_MS + 2_000 }))).toBe(200);
    expect(await scene.planOf(orgId)).toBe("free");
  });

  test("says nothing of the secret or of what it should have been", async () => {
    const { event } = await canceled();
    const { payload, headers } = scene.stripe.signed(event, { secret: "whsec_of_another_address" });
    const url = "/api/v1/billing/webhook";
    const { body } = await scene.running.call(null, { method: "POST", url, payload, headers });
    expect(JSON.parse(body).error.code).toBe("BAD_REQUEST");
    expect(body).not.toContain(scene.stripe.webhookSecret);
    const right = scene.stripe.signed(event).headers["stripe-signature"]?.split("v1=")[1] ?? "none";
    expect(body).not.toContain(right);
  });

  test("is refused before it is read where it is too large, compressed, or asks with another method", async () => {
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

  test("of the other mode, live or test, is taken and forgotten", async () => {
    const { orgId, event } = await canceled();
    const live = { ...event, livemode: true as unknown as false };
    expect(await asked(async () => expect(await scene.deliver(live)).toEqual([200]))).toBe(0);
    expect(await scene.planOf(orgId)).toBe("pro");
    expect(scene.warnings).toEqual(["billing.message_of_other_mode"]);
  });
});

describe("a message", () => {
  test("that comes twice is answered 200, and Stripe is not even asked again", async () => {
    const { orgId, event } = await canceled();
    expect(await asked(() => scene.deliver(event))).toBe(1);
    expect(await asked(async () => expect(await scene.deliver(event, event)).toEqual([200, 200]))).toBe(0);
    expect(await scene.changesOf(orgId)).toEqual(["pro", "free"]);
  });

  test("that comes ten times at once is applied once", async () => {
    const { database } = scene.deps;
    await database.run(sql`create table applied (org_id uuid)`);
    await database.run(sql`
      create function note_applied() returns trigger language plpgsql
      as $$ begin insert into applied values (new.org_id); return null; end $$`);
    await database.run(sql`
      create trigger note_applied after insert or update on subscription
      for each row execute function note_applied()`);
    const { orgId, subscriptionId } = await scene.paying("pro");
    await database.run(sql`truncate applied`);
    const [failed] = scene.stripe.happen.failPayment(subscriptionId);
    if (!failed) throw new Error("nothing was told");
    const sending = Array.from({ length: 10 }, () => scene.send(scene.stripe.signed(failed)));
    expect(await Promise.all(sending)).toEqual(Array(10).fill(200));
    expect(await database.rows(sql`select org_id from applied`)).toEqual([{ org_id: orgId }]);
    expect(await scene.toldTo(orgId)).toEqual([
      "The plan is 'Pro' now",
      "A payment for your plan has failed",
    ]);
  });

  test("that comes after a later one undoes nothing", async () => {
    const orgId = await scene.newOrganization();
    const { id } = await scene.checkout(orgId, "pro");
    const { happen, store } = scene.stripe;
    const all = happen.completeCheckout(id);
    const subscriptionId = store.sessions.get(id)?.subscription ?? "";
    all.push(...happen.failPayment(subscriptionId), ...happen.pay(subscriptionId));
    all.push(...happen.switchPrice(subscriptionId, scene.prices.business.id));
    await scene.deliver(...all.toReversed());
    expect(await scene.planOf(orgId)).toBe("business");
    expect(await scene.changesOf(orgId)).toEqual(["business"]);
    expect(await scene.toldTo(orgId)).toEqual(["The plan is 'Business' now"]);
  });

  test("whose look at Stripe was slow does not undo what a later look has seen", async () => {
    const { orgId, subscriptionId, customerId } = await scene.paying("pro");
    const { stripe } = scene;
    const [early] = stripe.happen.switchPrice(subscriptionId, scene.prices.pro.id);
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
    stripe.hooks = {
      async beforeSend({ fields }) {
        if (fields.customer !== customerId) return;
        stripe.hooks = {};
        held();
        await mayAnswer;
      },
    };
    const slow = early ? scene.send(stripe.signed(early)) : Promise.reject(new Error("nothing was told"));
    await isHeld;
    await scene.deliver(...stripe.happen.cancel(subscriptionId));
    expect(await scene.planOf(orgId)).toBe("free");
    answer();
    expect(await slow).toBe(200);
    expect(await scene.planOf(orgId)).toBe("free");
    expect(await scene.changesOf(orgId)).toEqual(["pro", "free"]);
  });

  test.each(["fails", "breaks"] as const)(
    "that comes while Stripe's API %s is asked for again, keeps the plan, and is then heard",
    async (mode) => {
      const { orgId, event } = await canceled();
      scene.stripe.mode = mode;
      const [status = 0] = await scene.deliver(event);
      expect(status).toBeGreaterThanOrEqual(500);
      expect(await scene.planOf(orgId)).toBe("pro");
      scene.stripe.mode = "works";
      expect(await scene.deliver(event)).toEqual([200]);
      expect(await scene.planOf(orgId)).toBe("free");
    },
  );

  test("about nobody here is answered 200 and told to the operator", async () => {
    const { event } = await canceled();
    const stranger = structuredClone(event);
    Object.assign(stranger.data.object, { customer: "cus_of_nobody" });
    expect(await asked(async () => expect(await scene.deliver(stranger)).toEqual([200]))).toBe(0);
    expect(scene.warnings).toEqual(["billing.message_of_stranger"]);
  });

  test("that names another organization's customer, plan or id changes nothing of either", async () => {
    const [mine, theirs] = [await scene.paying("pro"), await scene.paying("business")];
    const { happen, store } = scene.stripe;
    const subscription = store.subscriptions.get(mine.subscriptionId);
    const forged = happen.event("customer.subscription.deleted", {
      ...subscription,
      status: "canceled",
      customer: theirs.customerId,
      metadata: { org_id: theirs.orgId, plan_id: "free" },
    });
    const completed = happen.event("checkout.session.completed", {
      id: "cs_test_other",
      object: "checkout.session",
      customer: mine.customerId,
      client_reference_id: theirs.orgId,
      metadata: { org_id: theirs.orgId, plan_id: "business" },
    });
    expect(await scene.deliver(forged, completed)).toEqual([200, 200]);
    expect([await scene.planOf(mine.orgId), await scene.planOf(theirs.orgId)]).toEqual(["pro", "business"]);
  });

  test("of a kind that changes no plan is taken, and Stripe is not asked", async () => {
    const { customerId } = await scene.paying("pro");
    const event = scene.stripe.happen.event("charge.succeeded", { object: "charge", customer: customerId });
    expect(await asked(async () => expect(await scene.deliver(event)).toEqual([200]))).toBe(0);
  });
});

test("without Stripe there is nothing at its address, and with it a sender may send as much as a key", async () => {
  const config = { requestsPerMinute: 3, requestsPerMinuteWithoutKey: 1 };
  const bare = await startTestApp({ config });
  const send = () => bare.call(null, { method: "POST", url: "/api/v1/billing/webhook", payload: {} });
  const answers = [await send(), await send(), await send(), await send()];
  await bare.stop();
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 429]);
  expect(answers[0]?.json().error.message).toContain("STRIPE_SECRET_KEY");
});
