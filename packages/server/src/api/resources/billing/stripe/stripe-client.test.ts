import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stripeFetch } from "../../../../../test/stripe/stripe-harness.ts";
import { type StripeServer, startStripe } from "../../../../../test/stripe/stripe-server.ts";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { createStripeClient } from "./stripe-client.ts";
import { callStripe } from "./stripe-errors.ts";

let stripe: StripeServer;
beforeEach(async () => {
  stripe = await startStripe();
});
afterEach(() => stripe.close());

/** Makes a call and returns its error. */
async function failCall(options: { secretKey?: string; callTimeoutMs?: number; retriesMax?: number }) {
  const { url: apiUrl, secretKey } = stripe;
  const client = await createStripeClient({ secretKey, apiUrl, ...options }, stripeFetch());
  const call = callStripe(() => client.customers.create({ description: "Organization 1" }));
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error("the call did not fail", { cause: error });
  return error;
}

describe("a call", () => {
  test("that Stripe never answers ends after the maximum number of attempts, all with one idempotency key", async () => {
    stripe.mode = "hangs";
    const error = await failCall({ callTimeoutMs: 100, retriesMax: 1 });
    expect([error.code, error.retryAfterSeconds]).toEqual(["SERVICE_UNAVAILABLE", 30]);
    expect(stripe.requests).toHaveLength(2);
    // With one idempotency key, a customer whose response was lost is not created twice.
    expect(new Set(stripe.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test("whose response was lost is retried and takes effect once", async () => {
    const { url: apiUrl, secretKey } = stripe;
    const client = await createStripeClient({ secretKey, apiUrl }, stripeFetch());
    stripe.hooks = {
      async beforeSend() {
        stripe.hooks = {};
        throw new Error("lost");
      },
    };
    const created = await client.customers.create({ description: "Organization 1" });
    expect([...stripe.store.customers.keys()]).toEqual([created.id]);
    expect(stripe.requests).toHaveLength(2);
  });

  test("with an invalid key hides the reason from callers and logs it for the operator", async () => {
    const error = await failCall({ secretKey: "sk_test_revoked0123456789", retriesMax: 0 });
    expect(error.code).toBe("SERVICE_UNAVAILABLE");
    expect(error.retryAfterSeconds).toBeUndefined();
    expect(error.log).toMatchObject({ stripeStatus: 401, reason: "the secret key was rejected" });
    expect(JSON.stringify([error.message, error.log, error.cause])).not.toMatch(/sk_test|revoked/);
  });

  test("sends no information about this machine", async () => {
    const sentHeaders: Record<string, string>[] = [];
    const fetch = stripeFetch();
    const { url: apiUrl, secretKey } = stripe;
    const client = await createStripeClient({ secretKey, apiUrl }, (url, options) => {
      sentHeaders.push(options.headers);
      return fetch(url, options);
    });
    await client.prices.list({ lookup_keys: ["pro"] });
    const userAgent = JSON.parse(sentHeaders[0]?.["X-Stripe-Client-User-Agent"] ?? "{}");
    expect(userAgent.lang).toBe("node");
    expect(userAgent).not.toHaveProperty("platform");
    expect(userAgent).not.toHaveProperty("telemetry_id");
  });
});
