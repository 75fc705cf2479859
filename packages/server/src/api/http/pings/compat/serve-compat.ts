import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { PingReceiver } from "../../../resources/heartbeats/receiving/ping-receiver.ts";
import type { PingAnswer } from "../../../resources/heartbeats/receiving/received-ping.ts";
import { setPingHeaders } from "../ping-answer.ts";
import type { PingLimit } from "../ping-limits.ts";
import { senderOf } from "../sender-of.ts";
import { type Query, type ReadPush, readGatusPush, readKumaPush } from "./read-push.ts";

/**
 * The URLs of push monitors of Uptime Kuma and of external endpoints of Gatus, so that their senders work unchanged after
 * a move. What they send is a ping with its duration.
 */

export type CompatProduct = "kuma" | "gatus";

const METHODS = {
  kuma: ["GET", "HEAD", "POST"],
  gatus: ["POST"],
} as const satisfies Record<CompatProduct, readonly HTTPMethods[]>;
const URLS: Record<CompatProduct, string> = {
  kuma: "/api/push/:token",
  gatus: "/api/v1/endpoints/:key/external",
};

/** The paths, for the methods that they do not accept. */
export function compatRoutes(products: readonly CompatProduct[]): { method: string; url: string }[] {
  return products.flatMap((product) => METHODS[product].map((method) => ({ method, url: URLS[product] })));
}

type CompatDeps = { receiver: PingReceiver; isTooMany: PingLimit };
type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
  receiver: PingReceiver,
) => Promise<FastifyReply>;

/** In the scope of pings, which accepts any body; these requests have none that matters. */
export function serveCompat(
  scope: FastifyInstance,
  products: readonly CompatProduct[],
  { receiver, isTooMany }: CompatDeps,
): void {
  for (const product of products) {
    scope.route({
      method: [...METHODS[product]],
      url: URLS[product],
      config: { access: "public", hasOwnLimits: true, takesAnyBody: true, isForAllOrigins: true },
      schema: { hide: true },
      onRequest: async (request, reply) => {
        setPingHeaders(reply);
        if (await isTooMany(request, reply)) return reply.code(429).send("rate limited");
      },
      handler: (request, reply) => HANDLERS[product](request, reply, receiver),
    });
  }
}

const HANDLERS: Record<CompatProduct, Handler> = {
  async kuma(request, reply, receiver) {
    const { token } = request.params as { token: string };
    const push = readKumaPush(token, request.query as Query);
    const answer = push === null ? UNKNOWN : await receive(receiver, request, push);
    const status = statusOf(answer);
    const isOk = status < FAILED_FROM;
    reply.code(status).type("application/json; charset=utf-8");
    return reply.send(JSON.stringify({ ok: isOk, ...(!isOk && { msg: textOf(answer) }) }));
  },
  async gatus(request, reply, receiver) {
    const { key } = request.params as { key: string };
    const { authorization } = request.headers;
    const push = readGatusPush({ key, authorization }, request.query as Query);
    if ("refusal" in push) return reply.code(push.refusal.status).send(push.refusal.text);
    const answer = await receive(receiver, request, push);
    const status = statusOf(answer);
    return reply.code(status).send(status < FAILED_FROM ? "" : textOf(answer));
  },
};

const UNKNOWN: PingAnswer = { status: "not_found" };
const FAILED_FROM = 400;

function receive(receiver: PingReceiver, request: FastifyRequest, push: ReadPush): Promise<PingAnswer> {
  const { address, action, durationMs, text } = push;
  const body = Buffer.from(text);
  return receiver.receive({
    ...senderOf(request),
    ...{ address, action, durationMs, body, bodyBytes: body.length },
    rid: null,
    isCreating: false,
  });
}

function statusOf({ status }: PingAnswer): number {
  if (status === "stored" || status === "created") return 200;
  if (status === "accepted") return 202;
  return status === "unavailable" ? 503 : 404;
}

function textOf({ status }: PingAnswer): string {
  return status === "unavailable" ? "Service unavailable." : "Monitor not found or not active.";
}
