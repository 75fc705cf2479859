import type { BillingProvider } from "../../api/resources/billing/provider.ts";
import { receiveMessage } from "../../api/resources/billing/stripe/receive-message.ts";
import type { ReceiveStripeMessage } from "../../api/resources/billing/stripe/routes.ts";
import { createStripeClient } from "../../api/resources/billing/stripe/stripe-client.ts";
import { createStripeProvider } from "../../api/resources/billing/stripe/stripe-provider.ts";
import type { StripeDeps } from "../../api/resources/billing/stripe/sync-customer.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import type { Config } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../platform/net/fetch-json.ts";
import type { Database } from "../../platform/storage/database.ts";

export type Stripe = { provider: BillingProvider; receive: ReceiveStripeMessage; deps: StripeDeps };

/** Stripe as configured; null if it is not configured. */
export async function prepareStripe({
  config,
  ownPorts,
  database,
  queue,
  log,
}: {
  config: Config;
  ownPorts: readonly OwnPort[];
  database: Database;
  queue: Pick<Queue, "publishEvents">;
  log: Logger;
}): Promise<Stripe | null> {
  if (config.stripe === null) return null;
  const { apiUrl } = config.stripe;
  const secretKey = config.stripe.secretKey.reveal();
  const policy = createEgressPolicy({
    // The operator configures its URL, as that of the mail server.
    mode: "self-hosted",
    allow: config.egress.allow,
    deny: config.egress.deny,
    ownPorts: () => ownPorts,
  });
  const fetch = createFetchJson(createEgress({ policy }));
  const deps: StripeDeps = {
    database,
    clock: systemClock,
    log,
    stripe: await createStripeClient({ secretKey, apiUrl }, fetch),
    publishEvents: (events) => queue.publishEvents([...events]),
  };
  const webhookSecret = config.stripe.webhookSecret.reveal();
  const isLive = /^(sk|rk)_live_/.test(secretKey);
  return {
    deps,
    provider: createStripeProvider(deps),
    receive: (message) => receiveMessage({ ...deps, webhookSecret, isLive }, message),
  };
}
