import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PingReceiver } from "../../resources/heartbeats/receiving/ping-receiver.ts";
import { type CompatProduct, serveCompat } from "./compat/serve-compat.ts";
import { sendPingAnswer, setPingHeaders } from "./ping-answer.ts";
import { createPingLimit } from "./ping-limits.ts";
import { readPingPath, readRid } from "./ping-path.ts";
import { type PingBody, readPingBody } from "./read-ping-body.ts";
import { senderOf } from "./sender-of.ts";

/**
 * The URLs that jobs request: outside of /api, without a credential but the one in the URL, and with any body. They are
 * those of Healthchecks, so that its clients work unchanged.
 */

export type PingDeps = {
  receiver: PingReceiver;
  pingsPerMinuteOfAddress: number;
  compat: readonly CompatProduct[];
};

/** The paths, for the methods that they do not accept. */
export const PING_ROUTES = ["/ping/:first", "/ping/:first/:second", "/ping/:first/:second/:third"].flatMap(
  (url) => (["GET", "POST", "OPTIONS"] as const).map((method) => ({ method, url })),
);

type PingRequest = FastifyRequest<{
  Params: { first: string; second?: string; third?: string };
  Querystring: { rid?: unknown; create?: unknown };
}>;

/** In a scope of its own, because body parsers apply to a whole scope. */
export function servePings(server: FastifyInstance, { receiver, compat, ...limits }: PingDeps): void {
  server.register(async (scope) => {
    acceptAnyBody(scope);
    const isTooMany = createPingLimit(scope, limits);
    serveCompat(scope, compat, { receiver, isTooMany });
    for (const url of new Set(PING_ROUTES.map((route) => route.url))) {
      scope.route({
        method: ["GET", "HEAD", "POST"],
        url,
        config: { access: "public", takesAnyBody: true, isForAllOrigins: true },
        schema: { hide: true },
        onRequest: async (request, reply) => {
          setPingHeaders(reply);
          if (await isTooMany(request, reply)) return reply.code(429).send("rate limited");
        },
        handler: (request, reply) => answerPing(request as PingRequest, reply, receiver),
      });
      scope.route({
        method: "OPTIONS",
        url,
        config: { access: "public", isForAllOrigins: true },
        schema: { hide: true },
        handler: async (_request, reply) => {
          setPingHeaders(reply);
          return reply
            .headers({
              "access-control-allow-methods": "GET, HEAD, POST",
              "access-control-allow-headers": "content-type",
            })
            .code(204)
            .send();
        },
      });
    }
  });
}

/**
 * The handler reads the body, so that its beginning is always kept. Its type is not read: Fastify would reject an
 * invalid one.
 */
function acceptAnyBody(scope: FastifyInstance): void {
  scope.addHook("onRequest", async ({ raw: { headers } }) => {
    headers["content-type"] = "application/octet-stream";
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, stream, done) => done(null, stream));
}

async function answerPing(
  request: PingRequest,
  reply: FastifyReply,
  receiver: PingReceiver,
): Promise<FastifyReply> {
  const { first, second, third } = request.params;
  const path = readPingPath([first, second, third].filter((part) => part !== undefined));
  if ("refusal" in path) return reply.code(path.refusal.status).send(path.refusal.text);
  const rid = readRid(request.query.rid);
  if (rid === undefined) return reply.code(400).send("invalid uuid format");
  const { isComplete, ...body } = await readBody(request);
  if (!isComplete) reply.header("connection", "close");
  const answer = await receiver.receive({
    ...path,
    ...body,
    ...senderOf(request),
    rid,
    durationMs: null,
    isCreating: request.query.create === "1",
  });
  return sendPingAnswer(reply, answer);
}

async function readBody({ body }: FastifyRequest): Promise<PingBody> {
  if (body === undefined || body === null) return { body: Buffer.alloc(0), bodyBytes: 0, isComplete: true };
  // `acceptAnyBody` passes every body as a stream.
  return readPingBody(body as Readable);
}
