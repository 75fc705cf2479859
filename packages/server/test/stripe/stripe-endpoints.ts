import type { FormFields, FormValue } from "./stripe-form.ts";
import {
  type Metadata,
  publicSession,
  type StripeStore,
  type StripeSubscription,
  stripeId,
} from "./stripe-objects.ts";

/** The endpoints of Stripe's API that the server uses. */

export type StripeRequest = {
  method: string;
  path: string;
  /** The raw form. */
  text: string;
  fields: FormFields;
  version: string;
  idempotencyKey: string;
};

export type StripeResponse = { status: number; body: object; headers?: Record<string, string> };

type Call = { store: StripeStore; id: string; fields: FormFields; nowSeconds: number };
type Endpoint = {
  method: "GET" | "POST" | "DELETE";
  path: RegExp;
  /** The accepted parameters, as far as a test may use them. */
  parameters: readonly string[];
  respond(call: Call): object;
};

/** An error with Stripe's message. */
class StripeApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  constructor(status: number, fields: Record<string, string>) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
  }
}

export function respondToStripe(
  store: StripeStore,
  request: StripeRequest,
  nowSeconds: number,
): StripeResponse {
  for (const { method, path, parameters, respond } of ENDPOINTS) {
    const found = path.exec(request.path);
    if (found === null || method !== request.method) continue;
    try {
      assertKnown(request.fields, parameters);
      const [, id = ""] = found;
      return { status: 200, body: respond({ store, id, fields: request.fields, nowSeconds }) };
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      return { status: error.status, body: { error: { type: "invalid_request_error", ...error.fields } } };
    }
  }
  const message = `Unrecognized request URL (${request.method}: ${request.path}).`;
  return { status: 404, body: { error: { type: "invalid_request_error", message } } };
}

const PAGING = ["limit", "starting_after", "ending_before", "expand"];

const ENDPOINTS: readonly Endpoint[] = [
  {
    method: "POST",
    path: /^\/v1\/customers$/,
    parameters: ["name", "email", "metadata", "description"],
    respond({ store, fields, nowSeconds }) {
      const customer = {
        id: stripeId("cus"),
        object: "customer" as const,
        name: readText(fields.name),
        email: readText(fields.email),
        metadata: readMetadata(fields.metadata),
        created: nowSeconds,
        livemode: false as const,
      };
      store.customers.set(customer.id, customer);
      return customer;
    },
  },
  {
    method: "GET",
    path: /^\/v1\/customers\/(cus_\w+)$/,
    parameters: ["expand"],
    respond: ({ store, id }) =>
      store.deletedCustomers.has(id)
        ? { id, object: "customer", deleted: true }
        : resource(store.customers, id, "customer"),
  },
  {
    method: "GET",
    path: /^\/v1\/prices$/,
    parameters: [...PAGING, "active", "lookup_keys", "type"],
    respond({ store, fields }) {
      const keys = Array.isArray(fields.lookup_keys) ? fields.lookup_keys : null;
      const found = [...store.prices.values()].filter(
        ({ active, lookup_key: key }) =>
          (fields.active === undefined || String(active) === fields.active) &&
          (keys === null || (key !== null && keys.includes(key))),
      );
      return toList("/v1/prices", found, fields);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/checkout\/sessions$/,
    parameters: [
      "mode",
      "customer",
      "client_reference_id",
      "line_items",
      "metadata",
      "subscription_data",
      "success_url",
      "cancel_url",
      "expires_at",
      "allow_promotion_codes",
      "billing_address_collection",
      "customer_update",
      "tax_id_collection",
      "automatic_tax",
    ],
    respond: createSession,
  },
  {
    method: "GET",
    path: /^\/v1\/checkout\/sessions$/,
    parameters: [...PAGING, "customer", "status"],
    respond({ store, fields }) {
      const found = [...store.sessions.values()].filter(
        ({ customer, status }) =>
          (fields.customer === undefined || customer === fields.customer) &&
          (fields.status === undefined || status === fields.status),
      );
      return toList("/v1/checkout/sessions", newestFirst(found.map(publicSession)), fields);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/checkout\/sessions\/(cs_\w+)$/,
    parameters: ["expand"],
    respond: ({ store, id }) => publicSession(resource(store.sessions, id, "checkout.session")),
  },
  {
    method: "POST",
    path: /^\/v1\/checkout\/sessions\/(cs_\w+)\/expire$/,
    parameters: ["expand"],
    respond({ store, id }) {
      const session = resource(store.sessions, id, "checkout.session");
      if (session.status !== "open") {
        const message = 'Only Checkout Sessions with a status in ["open"] can be expired.';
        throw new StripeApiError(400, { message });
      }
      Object.assign(session, { status: "expired", url: null });
      return publicSession(session);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/billing_portal\/sessions$/,
    parameters: ["customer", "return_url", "flow_data", "locale", "configuration"],
    respond: createPortalSession,
  },
  {
    method: "GET",
    path: /^\/v1\/subscriptions$/,
    parameters: [...PAGING, "customer", "status", "created", "current_period_end", "price"],
    respond({ store, fields }) {
      const { customer, status = "" } = fields;
      if (customer !== undefined && !store.deletedCustomers.has(String(customer))) {
        resource(store.customers, String(customer), "customer");
      }
      const found = [...store.subscriptions.values()].filter(
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (status === "all" || (status === "" ? one.status !== "canceled" : one.status === status)),
      );
      return toList("/v1/subscriptions", newestFirst(found), fields);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/subscriptions\/(sub_\w+)$/,
    parameters: ["expand"],
    respond: ({ store, id }) => resource(store.subscriptions, id, "subscription"),
  },
  {
    method: "POST",
    path: /^\/v1\/subscriptions\/(sub_\w+)$/,
    parameters: ["cancel_at_period_end", "items", "metadata", "proration_behavior"],
    respond({ store, id, fields }) {
      const subscription = resource(store.subscriptions, id, "subscription");
      assertLive(subscription);
      if (fields.cancel_at_period_end !== undefined) {
        subscription.cancel_at_period_end = fields.cancel_at_period_end === "true";
      }
      Object.assign(subscription.metadata, readMetadata(fields.metadata));
      return subscription;
    },
  },
  {
    method: "DELETE",
    path: /^\/v1\/subscriptions\/(sub_\w+)$/,
    parameters: ["invoice_now", "prorate", "cancellation_details"],
    respond({ store, id, nowSeconds }) {
      const subscription = resource(store.subscriptions, id, "subscription");
      assertLive(subscription);
      return Object.assign(subscription, {
        status: "canceled",
        canceled_at: nowSeconds,
        ended_at: nowSeconds,
      });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/events$/,
    parameters: [...PAGING, "type", "types", "created"],
    respond({ store, fields }) {
      const since =
        typeof fields.created === "object" && "gte" in fields.created ? Number(fields.created.gte) : 0;
      const types = Array.isArray(fields.types) ? fields.types : null;
      const found = [...store.events.values()].filter(
        ({ created, type }) => created >= since && (types === null || types.includes(type)),
      );
      return toList("/v1/events", found.toReversed(), fields);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/events\/(evt_\w+)$/,
    parameters: ["expand"],
    respond: ({ store, id }) => resource(store.events, id, "event"),
  },
];

const HALF_HOUR_SECONDS = 1_800;
const DAY_SECONDS = 86_400;

function createSession({ store, fields, nowSeconds }: Call): object {
  const item = Array.isArray(fields.line_items) ? fields.line_items[0] : undefined;
  const priceId = typeof item === "object" && "price" in item ? String(item.price) : "";
  if (fields.mode !== "subscription")
    throw new StripeApiError(400, { param: "mode", message: "Invalid mode" });
  if (!store.prices.get(priceId)?.active) {
    throw new StripeApiError(400, {
      param: "line_items[0][price]",
      code: "resource_missing",
      message: `No such price: '${priceId}'`,
    });
  }
  const customer = resource(store.customers, String(fields.customer), "customer").id;
  const success = readText(fields.success_url);
  if (success === null)
    throw new StripeApiError(400, { param: "success_url", message: "You must provide success_url." });
  const expiresAt = Number(fields.expires_at ?? nowSeconds + DAY_SECONDS);
  if (expiresAt < nowSeconds + HALF_HOUR_SECONDS || expiresAt > nowSeconds + DAY_SECONDS) {
    const message = "The `expires_at` timestamp must be between 30 minutes and 24 hours from now.";
    throw new StripeApiError(400, { param: "expires_at", message });
  }
  const id = stripeId("cs_test");
  const extra = fields.subscription_data;
  const session = {
    id,
    object: "checkout.session" as const,
    mode: "subscription" as const,
    status: "open" as const,
    payment_status: "unpaid" as const,
    customer,
    client_reference_id: readText(fields.client_reference_id),
    metadata: readMetadata(fields.metadata),
    subscription: null,
    url: `https://checkout.stripe.com/c/pay/${id}`,
    success_url: success,
    cancel_url: readText(fields.cancel_url),
    created: nowSeconds,
    expires_at: expiresAt,
    livemode: false as const,
    price: priceId,
    subscriptionMetadata: readMetadata(
      typeof extra === "object" && "metadata" in extra ? extra.metadata : undefined,
    ),
  };
  store.sessions.set(id, session);
  return publicSession(session);
}

function createPortalSession({ store, fields, nowSeconds }: Call): object {
  const { id: customer } = resource(store.customers, String(fields.customer), "customer");
  const flow = typeof fields.flow_data === "object" && "type" in fields.flow_data ? fields.flow_data : null;
  if (flow) assertFlow(store, flow, customer);
  const id = stripeId("bps");
  const session = {
    id,
    object: "billing_portal.session" as const,
    customer,
    url: `https://billing.stripe.com/p/session/${id}`,
    return_url: readText(fields.return_url),
    flow,
    created: nowSeconds,
    livemode: false as const,
  };
  store.portalSessions.set(id, session);
  return session;
}

/** The subscription must belong to the customer, and a changed item must belong to the subscription. */
function assertFlow(store: StripeStore, flow: FormFields, customer: string): void {
  const details = flow[String(flow.type)];
  const change = typeof details === "object" && "subscription" in details ? details : null;
  const subscription = store.subscriptions.get(String(change?.subscription));
  const item = Array.isArray(change?.items) ? change.items[0] : undefined;
  const ownsItem = typeof item === "object" && "id" in item && item.id === subscription?.items.data[0]?.id;
  const isComplete =
    flow.type === "subscription_cancel" || (flow.type === "subscription_update_confirm" && ownsItem);
  if (subscription?.customer === customer && isComplete) return;
  throw new StripeApiError(400, { param: "flow_data", message: "The flow is not valid for this customer." });
}

function assertLive({ id, status }: StripeSubscription): void {
  if (status === "canceled") {
    throw new StripeApiError(404, {
      code: "resource_missing",
      param: "id",
      message: `No such subscription: '${id}'`,
    });
  }
}

function assertKnown(fields: FormFields, parameters: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !parameters.includes(name));
  if (unknown === undefined) return;
  throw new StripeApiError(400, {
    code: "parameter_unknown",
    param: unknown,
    message: `Received unknown parameter: ${unknown}`,
  });
}

function resource<T>(items: ReadonlyMap<string, T>, id: string, what: string): T {
  const found = items.get(id);
  if (found !== undefined) return found;
  throw new StripeApiError(404, {
    code: "resource_missing",
    param: "id",
    message: `No such ${what}: '${id}'`,
  });
}

function toList(
  url: string,
  all: readonly { id: string }[],
  { limit = "10", starting_after: after }: FormFields,
): object {
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const data = all.slice(from, from + Number(limit));
  return { object: "list", data, has_more: all.length > from + data.length, url };
}

function newestFirst<T extends { created: number }>(items: readonly T[]): T[] {
  // Objects of the same second keep the reverse order of insertion.
  return items.toReversed().sort((a, b) => b.created - a.created);
}

function readText(value: FormValue | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function readMetadata(value: FormValue | undefined): Metadata {
  if (typeof value !== "object" || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
