import { randomBytes } from "node:crypto";

/** The subset of Stripe's objects and fields that the tests use. */

export type Metadata = Record<string, string>;
export type StripeCustomer = {
  id: string;
  object: "customer";
  name: string | null;
  email: string | null;
  metadata: Metadata;
  created: number;
  livemode: false;
};
export type StripePrice = {
  id: string;
  object: "price";
  active: boolean;
  lookup_key: string | null;
  product: string;
  unit_amount: number;
  currency: string;
  recurring: { interval: "month"; interval_count: 1 };
  type: "recurring";
  livemode: false;
};
export type StripeSubscription = {
  id: string;
  object: "subscription";
  status:
    | "active"
    | "past_due"
    | "canceled"
    | "unpaid"
    | "incomplete"
    | "incomplete_expired"
    | "trialing"
    | "paused";
  customer: string;
  metadata: Metadata;
  created: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  latest_invoice: string;
  items: {
    object: "list";
    data: {
      id: string;
      object: "subscription_item";
      price: StripePrice;
      quantity: 1;
      current_period_start: number;
      current_period_end: number;
    }[];
    has_more: false;
    url: string;
  };
  livemode: false;
};
export type StripeSession = {
  id: string;
  object: "checkout.session";
  mode: "subscription";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  customer: string;
  client_reference_id: string | null;
  metadata: Metadata;
  subscription: string | null;
  url: string | null;
  success_url: string;
  cancel_url: string | null;
  created: number;
  expires_at: number;
  livemode: false;
};
export type StripePortalSession = {
  id: string;
  object: "billing_portal.session";
  customer: string;
  url: string;
  return_url: string | null;
  flow: unknown;
  created: number;
  livemode: false;
};
export type StripeInvoice = {
  id: string;
  object: "invoice";
  customer: string;
  status: "open" | "paid";
  attempt_count: number;
  parent: {
    type: "subscription_details";
    subscription_details: { subscription: string; metadata: Metadata };
  };
  created: number;
  livemode: false;
};
export type StripeEvent = {
  id: string;
  object: "event";
  type: string;
  api_version: string;
  created: number;
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  data: { object: object };
};

export type StripeStore = {
  customers: Map<string, StripeCustomer>;
  /** Ids of deleted customers. */
  deletedCustomers: Set<string>;
  prices: Map<string, StripePrice>;
  sessions: Map<string, StripeSession & { price: string; subscriptionMetadata: Metadata }>;
  subscriptions: Map<string, StripeSubscription>;
  portalSessions: Map<string, StripePortalSession>;
  events: Map<string, StripeEvent>;
};

export function createStripeStore(): StripeStore {
  return {
    customers: new Map(),
    deletedCustomers: new Set(),
    prices: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    portalSessions: new Map(),
    events: new Map(),
  };
}

export function stripeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** Simulates changes at Stripe outside of API calls. Each returns the events that Stripe then sends. */
export type StripeSimulator = {
  addPrice(price: { lookupKey: string | null; amount: number; isActive?: boolean }): StripePrice;
  completeCheckout(sessionId: string): StripeEvent[];
  failPayment(subscriptionId: string): StripeEvent[];
  giveUpOnPayment(subscriptionId: string): StripeEvent[];
  pay(subscriptionId: string): StripeEvent[];
  switchPrice(subscriptionId: string, priceId: string): StripeEvent[];
  cancelAtPeriodEnd(subscriptionId: string): StripeEvent[];
  cancel(subscriptionId: string): StripeEvent[];
  /** Deletes the customer in Stripe's dashboard and cancels its subscriptions. */
  deleteCustomer(customerId: string): StripeEvent[];
  /** Creates a subscription manually in Stripe's dashboard. */
  subscribe(customerId: string, priceId: string): StripeEvent[];
  event(type: string, object: object): StripeEvent;
};

const MONTH_SECONDS = 30 * 86_400;
const API_VERSION = "2026-10-28.endive";

export function createStripeSimulator(store: StripeStore, nowSeconds: () => number): StripeSimulator {
  const { subscriptions, sessions, prices, events } = store;

  const event: StripeSimulator["event"] = (type, object) => {
    const created: StripeEvent = {
      id: stripeId("evt"),
      object: "event",
      type,
      api_version: API_VERSION,
      created: nowSeconds(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      // A snapshot, so that an event that is sent late contains the old state.
      data: { object: structuredClone(object) },
    };
    events.set(created.id, created);
    return created;
  };
  const updateSubscription = (id: string, changes: Partial<StripeSubscription>): StripeEvent => {
    Object.assign(getOrThrow(subscriptions, id), changes);
    return event("customer.subscription.updated", getOrThrow(subscriptions, id));
  };
  const toInvoice = (
    { id, customer, latest_invoice, metadata }: StripeSubscription,
    isPaid: boolean,
  ): StripeInvoice => ({
    id: latest_invoice,
    object: "invoice",
    customer,
    status: isPaid ? "paid" : "open",
    attempt_count: 1,
    parent: { type: "subscription_details", subscription_details: { subscription: id, metadata } },
    created: nowSeconds(),
    livemode: false,
  });
  const createSubscription = (
    customer: string,
    price: StripePrice,
    metadata: Metadata,
  ): StripeSubscription => {
    const now = nowSeconds();
    const id = stripeId("sub");
    const created: StripeSubscription = {
      id,
      object: "subscription",
      status: "active",
      customer,
      metadata,
      created: now,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      latest_invoice: stripeId("in"),
      items: {
        object: "list",
        data: [
          {
            id: stripeId("si"),
            object: "subscription_item",
            price,
            quantity: 1,
            current_period_start: now,
            current_period_end: now + MONTH_SECONDS,
          },
        ],
        has_more: false,
        url: `/v1/subscription_items?subscription=${id}`,
      },
      livemode: false,
    };
    subscriptions.set(id, created);
    return created;
  };

  const simulator: StripeSimulator = {
    event,
    addPrice({ lookupKey, amount, isActive = true }) {
      const price: StripePrice = {
        id: stripeId("price"),
        object: "price",
        active: isActive,
        lookup_key: lookupKey,
        product: stripeId("prod"),
        unit_amount: amount,
        currency: "usd",
        recurring: { interval: "month", interval_count: 1 },
        type: "recurring",
        livemode: false,
      };
      prices.set(price.id, price);
      return price;
    },
    completeCheckout(sessionId) {
      const session = getOrThrow(sessions, sessionId);
      if (session.status !== "open") throw new Error(`the session is ${session.status}`);
      const created = createSubscription(
        session.customer,
        getOrThrow(prices, session.price),
        session.subscriptionMetadata,
      );
      Object.assign(session, {
        status: "complete",
        payment_status: "paid",
        subscription: created.id,
        url: null,
      });
      return [
        event("customer.subscription.created", { ...created, status: "incomplete" }),
        event("invoice.paid", toInvoice(created, true)),
        event("customer.subscription.updated", created),
        event("checkout.session.completed", publicSession(session)),
      ];
    },
    subscribe(customerId, priceId) {
      return [
        event(
          "customer.subscription.created",
          createSubscription(customerId, getOrThrow(prices, priceId), {}),
        ),
      ];
    },
    deleteCustomer(customerId) {
      const ended = [...subscriptions.values()]
        .filter(({ customer, status }) => customer === customerId && status !== "canceled")
        .flatMap(({ id }) => simulator.cancel(id));
      const customer = getOrThrow(store.customers, customerId);
      store.customers.delete(customerId);
      store.deletedCustomers.add(customerId);
      return [...ended, event("customer.deleted", customer)];
    },
    failPayment(id) {
      const update = updateSubscription(id, { status: "past_due" });
      return [event("invoice.payment_failed", toInvoice(getOrThrow(subscriptions, id), false)), update];
    },
    giveUpOnPayment: (id) => [updateSubscription(id, { status: "unpaid" })],
    pay(id) {
      const update = updateSubscription(id, { status: "active" });
      return [event("invoice.paid", toInvoice(getOrThrow(subscriptions, id), true)), update];
    },
    switchPrice(id, priceId) {
      const item = getOrThrow(subscriptions, id).items.data[0];
      if (item) item.price = getOrThrow(prices, priceId);
      return [updateSubscription(id, {})];
    },
    // With newer accounts, the portal sets a date and does not change the flag.
    cancelAtPeriodEnd: (id) => [
      updateSubscription(id, {
        cancel_at: getOrThrow(subscriptions, id).items.data[0]?.current_period_end ?? null,
      }),
    ],
    cancel(id) {
      const now = nowSeconds();
      Object.assign(getOrThrow(subscriptions, id), { status: "canceled", canceled_at: now, ended_at: now });
      return [event("customer.subscription.deleted", getOrThrow(subscriptions, id))];
    },
  };
  return simulator;
}

/** Returns the public fields of a session. */
export function publicSession({
  price: _price,
  subscriptionMetadata: _metadata,
  ...session
}: StripeSession & { price: string; subscriptionMetadata: Metadata }): StripeSession {
  return session;
}

function getOrThrow<T>(objects: ReadonlyMap<string, T>, id: string): T {
  const found = objects.get(id);
  if (found === undefined) throw new Error(`the simulated Stripe has no object ${id}`);
  return found;
}
