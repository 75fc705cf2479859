import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { readPlans } from "../../src/api/resources/billing/plans.ts";
import type { BillingProvider } from "../../src/api/resources/billing/provider.ts";
import { getOfferedPlan, offerPlans } from "../../src/api/resources/billing/service-plans.ts";
import { receiveMessage } from "../../src/api/resources/billing/stripe/receive-message.ts";
import { createStripeClient } from "../../src/api/resources/billing/stripe/stripe-client.ts";
import { stripeJobs } from "../../src/api/resources/billing/stripe/stripe-jobs.ts";
import { createStripeProvider } from "../../src/api/resources/billing/stripe/stripe-provider.ts";
import type { StripeDeps } from "../../src/api/resources/billing/stripe/sync-customer.ts";
import type { Logger } from "../../src/platform/kernel/logger.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { createEgress } from "../../src/platform/net/egress.ts";
import { createEgressPolicy } from "../../src/platform/net/egress-policy.ts";
import { createFetchJson, type FetchJson } from "../../src/platform/net/fetch-json.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { makeOrganization } from "../builders.ts";
import { createManualClock, type ManualClock } from "../deliveries.ts";
import type { StripeEvent, StripePrice } from "./stripe-objects.ts";
import { type SignedMessage, type StripeServer, startStripe } from "./stripe-server.ts";

/** The server with a simulated Stripe on loopback. */
export type StripeHarness = {
  running: TestApp;
  stripe: StripeServer;
  deps: StripeDeps;
  provider: BillingProvider;
  jobs: ReturnType<typeof stripeJobs>;
  clock: ManualClock;
  /** The published events. */
  events: LiveEvent[];
  /** The event names of warnings and errors in the log. */
  warnings: string[];
  prices: Record<"pro" | "business", StripePrice>;
  /** Creates an organization on the start plan. */
  newOrganization(): Promise<string>;
  /** Starts a checkout of the organization. */
  checkout(orgId: string, planId: string): Promise<{ id: string; url: string; expiresAtMs: number }>;
  /** Creates an organization that has paid for a plan. */
  createPaying(planId?: string): Promise<{ orgId: string; customerId: string; subscriptionId: string }>;
  /** Sends a webhook message over HTTP like Stripe and returns the response status. */
  send(message: SignedMessage): Promise<number>;
  deliver(...events: readonly StripeEvent[]): Promise<number[]>;
  planOf(orgId: string): Promise<string>;
  /** Lists the plans of the organization's plan changes in the audit log, in order. */
  listPlanChanges(orgId: string): Promise<string[]>;
  /** Lists the titles of the mails to its owners, in order. */
  listOwnerMails(orgId: string): Promise<string[]>;
  stop(): Promise<void>;
};

export const PAGES = {
  serverUrl: "https://status.example.org",
  returnUrl: "https://status.example.org/settings/billing",
  successUrl: "https://status.example.org/settings/billing?checkout=done",
  cancelUrl: "https://status.example.org/settings/billing?checkout=canceled",
};

/** The actor of all calls. Sound because only the built-in provider reads it. */
const TEST_ACTOR = {
  kind: "key",
  keyId: "",
  orgId: "",
  scope: "admin",
  name: "test",
  location: null,
  projects: null,
  selector: null,
} as const;

export async function startStripeHarness(): Promise<StripeHarness> {
  const clock = createManualClock(Date.now());
  const stripe = await startStripe({ nowMs: () => clock.now() });
  const warnings: string[] = [];
  const events: LiveEvent[] = [];
  const log: Logger = {
    ...silentLogger,
    warn: (event) => warnings.push(event),
    error: (event) => warnings.push(event),
  };
  // The app is created before its database is known, and calls Stripe only afterwards.
  const { promise: ready, resolve: setReady } = Promise.withResolvers<{
    deps: StripeDeps;
    provider: BillingProvider;
  }>();
  const running = await startTestApp({
    clock,
    billing: {
      name: "stripe",
      checkout: async (request) => (await ready).provider.checkout(request),
      portal: async (call) => (await ready).provider.portal(call),
    },
    receiveStripeMessage: async (message) =>
      receiveMessage({ ...(await ready).deps, webhookSecret: stripe.webhookSecret, isLive: false }, message),
  });
  const { database } = running;
  const client = await createStripeClient(
    { secretKey: stripe.secretKey, apiUrl: stripe.url, retriesMax: 1 },
    stripeFetch(),
  );
  const deps: StripeDeps = {
    database,
    clock,
    log,
    stripe: client,
    publishEvents: (items) => void events.push(...items),
  };
  await offerPlans(database, { startPlanId: "free", plans: readPlans(null).plans });
  const prices = {
    pro: stripe.simulate.addPrice({ lookupKey: "vedette_pro_month", amount: 2_900 }),
    business: stripe.simulate.addPrice({ lookupKey: "vedette_business_month", amount: 19_900 }),
  };
  const provider = createStripeProvider(deps);
  setReady({ deps, provider });

  const harness: StripeHarness = {
    running,
    stripe,
    deps,
    provider,
    jobs: stripeJobs(deps, log),
    clock,
    events,
    warnings,
    prices,
    async newOrganization() {
      const orgId = await makeOrganization(database);
      await database.run(sql`update organization set plan_id = 'free' where id = ${orgId}`);
      return orgId;
    },
    checkout: async (orgId, planId) =>
      provider.checkout({
        db: database,
        clock,
        actor: TEST_ACTOR,
        org: { id: orgId, name: "Test", email: null },
        plan: await getOfferedPlan(database, planId),
        ...PAGES,
      }),
    async createPaying(planId = "pro") {
      const orgId = await harness.newOrganization();
      const { id } = await harness.checkout(orgId, planId);
      await harness.deliver(...stripe.simulate.completeCheckout(id));
      const session = stripe.store.sessions.get(id);
      return { orgId, customerId: session?.customer ?? "", subscriptionId: session?.subscription ?? "" };
    },
    async send({ payload, headers }) {
      const response = await running.call(null, {
        method: "POST",
        url: "/api/v1/billing/webhook",
        payload,
        headers,
      });
      return response.statusCode;
    },
    async deliver(...items) {
      const statuses: number[] = [];
      for (const event of items) statuses.push(await harness.send(stripe.signed(event)));
      return statuses;
    },
    async planOf(orgId) {
      const row = await database.find<{ plan_id: string }>(
        sql`select plan_id from organization where id = ${orgId}`,
      );
      return row?.plan_id ?? "";
    },
    async listPlanChanges(orgId) {
      const rows = await database.rows<{ plan: string }>(sql`
        select after ->> 'plan_id' as plan from audit_entry
        where org_id = ${orgId} and action = 'organization.change_plan' order by seq`);
      return rows.map(({ plan }) => plan);
    },
    async listOwnerMails(orgId) {
      const rows = await database.rows<{ title: string }>(sql`
        select data ->> 'title' as title from pgboss.job
        where name = 'billing.notify_owners' and data ->> 'orgId' = ${orgId} order by created_on`);
      return rows.map(({ title }) => title);
    },
    async stop() {
      await Promise.all([running.stop(), stripe.close()]);
    },
  };
  return harness;
}

/** Uses the same kind of connection as the product. */
export function stripeFetch(): FetchJson {
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
  return createFetchJson(createEgress({ policy }));
}
