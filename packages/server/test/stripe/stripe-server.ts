import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { answerStripe, type StripeAnswer, type StripeRequest } from "./stripe-endpoints.ts";
import { parseStripeForm } from "./stripe-form.ts";
import {
  createStripeStore,
  type StripeEvent,
  type StripeHappenings,
  type StripeStore,
  stripeHappenings,
  stripeId,
} from "./stripe-objects.ts";

/**
 * Stripe on loopback, as its official client speaks to it: forms in, objects out, idempotency keys, lists and
 * errors in Stripe's shapes. A parameter that an endpoint does not have is refused, as Stripe does.
 */

export type SignedMessage = { payload: string; headers: Record<string, string> };

export type StripeServer = {
  url: string;
  secretKey: string;
  webhookSecret: string;
  store: StripeStore;
  happen: StripeHappenings;
  /** What came, in its order; what was refused as well. */
  requests: StripeRequest[];
  /** How it answers from now on: as ever, with 500, never, or by ending the connection. */
  mode: "works" | "fails" | "hangs" | "breaks";
  /** Called before an answer is made and before one is sent: for what happens meanwhile. */
  hooks: {
    beforeAnswer?(request: StripeRequest): Promise<void>;
    beforeSend?(request: StripeRequest): Promise<void>;
  };
  /** An event as Stripe would send it to us. */
  signed(event: StripeEvent, options?: { atMs?: number; secret?: string }): SignedMessage;
  close(): Promise<void>;
};

const SECRET_KEY = "sk_test_loopback0123456789";
const WEBHOOK_SECRET = "whsec_loopback0123456789";

export async function startStripe({ nowMs = () => Date.now() } = {}): Promise<StripeServer> {
  const store = createStripeStore();
  const nowSeconds = () => Math.floor(nowMs() / 1_000);
  const requests: StripeRequest[] = [];
  const answered = createAnswered();
  const server = createServer((request, response) => {
    response.on("error", () => {});
    void serve(request, response);
  });

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(message);
    requests.push(request);
    if (stripe.mode === "breaks") return void message.socket.destroy();
    if (stripe.mode === "hangs") return;
    await stripe.hooks.beforeAnswer?.(request);
    const { status, headers, body } = answered.first(request, () =>
      stripe.mode === "fails"
        ? error(500, { type: "api_error", message: "An unknown error occurred" })
        : (refusalOf(message, request) ?? answerStripe(store, request, nowSeconds())),
    );
    // As it was when it was asked, however long it takes.
    const text = JSON.stringify(body);
    try {
      await stripe.hooks.beforeSend?.(request);
    } catch {
      // What is thrown there is an answer that gets lost.
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
    happen: stripeHappenings(store, nowSeconds),
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

function refusalOf({ headers }: IncomingMessage, { method, version }: StripeRequest): StripeAnswer | null {
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

function error(status: number, fields: Record<string, string>): StripeAnswer {
  return { status, body: { error: fields } };
}

/** The first answer to each idempotency key, again for the same request: Stripe repeats its faults, too. */
function createAnswered() {
  const known = new Map<string, { asked: string; answer: StripeAnswer }>();
  return {
    first({ idempotencyKey: key, path, text }: StripeRequest, answer: () => StripeAnswer): StripeAnswer {
      if (key === "") return answer();
      const asked = `${path}?${text}`;
      const before = known.get(key);
      if (before && before.asked !== asked) {
        return error(400, {
          type: "idempotency_error",
          message:
            "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        });
      }
      if (before) return { ...before.answer, headers: { "idempotent-replayed": "true" } };
      const made = answer();
      known.set(key, { asked, answer: structuredClone(made) });
      return made;
    },
  };
}
