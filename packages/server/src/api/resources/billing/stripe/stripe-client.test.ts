import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stripeFetch } from "../../../../../test/stripe/stripe-scene.ts";
import { type StripeServer, startStripe } from "../../../../../test/stripe/stripe-server.ts";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { createStripeClient } from "./stripe-client.ts";
import { askStripe } from "./stripe-errors.ts";

let stripe: StripeServer;
beforeEach(async () => {
  stripe = await startStripe();
});
afterEach(() => stripe.close());

/** A call of the client's, and how it was refused. */
async function refusal(options: { secretKey?: string; callTimeoutMs?: number; retriesMax?: number }) {
  const { url: apiUrl, secretKey } = stripe;
  const client = await createStripeClient({ secretKey, apiUrl, ...options }, stripeFetch());
  const call = askStripe(() => client.customers.create({ description: "Organization 1" }));
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error("it was not refused", { cause: error });
  return error;
}

describe("a call", () => {
  test("that Stripe never answers ends, after as many tries as there are to be, each with one key", async () => {
    stripe.mode = "hangs";
    const error = await refusal({ callTimeoutMs: 100, retriesMax: 1 });
    expect([error.code, error.retryAfterSeconds]).toEqual(["SERVICE_UNAVAILABLE", 30]);
    expect(stripe.requests).toHaveLength(2);
    // A customer that was made although nobody heard of it is not made again.
    expect(new Set(stripe.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test("whose answer was lost is made again and has been done once", async () => {
    const { url: apiUrl, secretKey } = stripe;
    const client = await createStripeClient({ secretKey, apiUrl }, stripeFetch());
    stripe.hooks = {
      async beforeSend() {
        stripe.hooks = {};
        throw new Error("lost");
      },
    };
    const made = await client.customers.create({ description: "Organization 1" });
    expect([...stripe.store.customers.keys()]).toEqual([made.id]);
    expect(stripe.requests).toHaveLength(2);
  });

  test("with a key that is not good tells callers nothing of it, and the operator enough", async () => {
    const error = await refusal({ secretKey: "sk_test_revoked0123456789", retriesMax: 0 });
    expect(error.code).toBe("SERVICE_UNAVAILABLE");
    expect(error.retryAfterSeconds).toBeUndefined();
    expect(error.log).toMatchObject({ stripeStatus: 401, reason: "the secret key was refused" });
    expect(JSON.stringify([error.message, error.log, error.cause])).not.toMatch(/sk_test|revoked/);
  });

  test("says nothing of this machine", async () => {
    const sent: Record<string, string>[] = [];
    const fetch = stripeFetch();
    const { url: apiUrl, secretKey } = stripe;
    const client = await createStripeClient({ secretKey, apiUrl }, (url, options) => {
      sent.push(options.headers);
      return fetch(url, options);
    });
    await client.prices.list({ lookup_keys: ["pro"] });
    const about = JSON.parse(sent[0]?.["X-Stripe-Client-User-Agent"] ?? "{}");
    expect(about.lang).toBe("node");
    expect(about).not.toHaveProperty("platform");
    expect(about).not.toHaveProperty("telemetry_id");
  });
});
