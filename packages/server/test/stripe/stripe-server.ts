import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { respondToStripe, type StripeRequest, type StripeResponse } from "./stripe-endpoints.ts";
import { parseStripeForm } from "./stripe-form.ts";
import {
  createStripeSimulator,
  createStripeStore,
  type StripeEvent,
  type StripeSimulator,
  type StripeStore,
  stripeId,
} from "./stripe-objects.ts";

/**
 * A simulated Stripe on loopback for its official client: form requests, object responses, idempotency keys,
 * lists and errors in Stripe's format. Rejects unknown parameters, like Stripe does.
 */

export type SignedMessage = { payload: string; headers: Record<string, string> };

export type StripeServer = {
  url: string;
  secretKey: string;
  webhookSecret: string;
  store: StripeStore;
  simulate: StripeSimulator;
  /** All requests in order, including rejected ones. */
  requests: StripeRequest[];
  /** Behavior of the next responses: normal, status 500, no response, or a closed connection. */
  mode: "works" | "fails" | "hangs" | "breaks";
  /** Called before a response is created and before it is sent, to simulate concurrent events. */
  hooks: {
    beforeResponse?(request: StripeRequest): Promise<void>;
    beforeSend?(request: StripeRequest): Promise<void>;
  };
  /** Returns an event as a signed webhook message. */
  signed(event: StripeEvent, options?: { atMs?: number; secret?: string }): SignedMessage;
  close(): Promise<void>;
};

const SECRET_KEY = "sk_test_loopback0123456789";
const WEBHOOK_SECRET = "whsec_loopback0123456789";

export async function startStripe({ nowMs = () => Date.now() } = {}): Promise<StripeServer> {
  const store = createStripeStore();
  const nowSeconds = () => Math.floor(nowMs() / 1_000);
  const requests: StripeRequest[] = [];
  const responseCache = createResponseCache();
  const server = createServer((request, response) => {
    response.on("error", () => {});
    void serve(request, response);
  });

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(message);
    requests.push(request);
    if (stripe.mode === "breaks") return void message.socket.destroy();
    if (stripe.mode === "hangs") return;
    await stripe.hooks.beforeResponse?.(request);
    const { status, headers, body } = responseCache.first(request, () =>
      stripe.mode === "fails"
        ? error(500, { type: "api_error", message: "An unknown error occurred" })
        : (validateRequest(message, request) ?? respondToStripe(store, request, nowSeconds())),
    );
    // Serialized before the hook, so that the response shows the state at the time of the request.
    const text = JSON.stringify(body);
    try {
      await stripe.hooks.beforeSend?.(request);
    } catch {
      // An error in the hook simulates a lost response.
      return void message.socket.destroy();
    }
    response
      .writeHead(status, {
        "content-type": "application/json",
        "request-id": stripeId("req"),
        "stripe-version": request.version,
        ...(request.idempotencyKey && { "idempotency-key": request.idempotencyKey }),
        ...headers,
      })
      .end(text);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stripe: StripeServer = {
    url: `http://127.0.0.1:${port}`,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    store,
    simulate: createStripeSimulator(store, nowSeconds),
    requests,
    mode: "works",
    hooks: {},
    signed(event, { atMs = nowMs(), secret = WEBHOOK_SECRET } = {}) {
      const payload = JSON.stringify(event, null, 2);
      const timestamp = Math.floor(atMs / 1_000);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return {
        payload,
        headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return stripe;
}

async function read(message: IncomingMessage): Promise<StripeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const { pathname, searchParams } = new URL(message.url ?? "/", "http://stripe");
  const method = message.method ?? "GET";
  const text = method === "POST" ? Buffer.concat(chunks).toString() : String(searchParams);
  return {
    method,
    path: pathname,
    text,
    fields: parseStripeForm(text),
    version: String(message.headers["stripe-version"] ?? ""),
    idempotencyKey: method === "POST" ? String(message.headers["idempotency-key"] ?? "") : "",
  };
}

function validateRequest(
  { headers }: IncomingMessage,
  { method, version }: StripeRequest,
): StripeResponse | null {
  if (headers.authorization !== `Bearer ${SECRET_KEY}`) {
    return error(401, { type: "invalid_request_error", message: "Invalid API Key provided: sk_test_****" });
  }
  if (!/^\d{4}-\d\d-\d\d\.\w+$/.test(version)) {
    return error(400, { type: "invalid_request_error", message: "Send a Stripe-Version." });
  }
  const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
  return method === "POST" && !isForm
    ? error(400, { type: "invalid_request_error", message: "Send a form." })
    : null;
}

function error(status: number, fields: Record<string, string>): StripeResponse {
  return { status, body: { error: fields } };
}

/**
 * Stores the first response to each idempotency key and returns it for the same request, including errors,
 * like Stripe does.
 */
function createResponseCache() {
  const responses = new Map<string, { request: string; response: StripeResponse }>();
  return {
    first({ idempotencyKey: key, path, text }: StripeRequest, respond: () => StripeResponse): StripeResponse {
      if (key === "") return respond();
      const request = `${path}?${text}`;
      const stored = responses.get(key);
      if (stored && stored.request !== request) {
        return error(400, {
          type: "idempotency_error",
          message:
            "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        });
      }
      if (stored) return { ...stored.response, headers: { "idempotent-replayed": "true" } };
      const response = respond();
      responses.set(key, { request, response: structuredClone(response) });
      return response;
    },
  };
}
