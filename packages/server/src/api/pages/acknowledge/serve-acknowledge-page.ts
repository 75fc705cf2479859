import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hashAcknowledgeToken } from "../../../pipeline/on-call/acknowledge/acknowledge-link.ts";
import { findLink, type LinkRow } from "../../../pipeline/on-call/acknowledge/link-queries.ts";
import { callerAddress } from "../../routing/visitor.ts";
import {
  ACKNOWLEDGE_POLICY,
  type AcknowledgeDocument,
  linkDocument,
  NOT_FOUND_DOCUMENT,
  stateOfLink,
  TOO_MANY_DOCUMENT,
} from "./acknowledge-document.ts";
import { type UseLinkDeps, useAcknowledgeLink } from "./use-acknowledge-link.ts";

/**
 * The page of acknowledge links: `GET /a/<token>` shows the alert and changes nothing, because link scanners follow links;
 * `POST /a/<token>` acknowledges. The token in the path is the only credential: no cookie is read, so no other site can use
 * a session. Logs and metrics contain the pattern of the path, not the token.
 */

const ACKNOWLEDGE_URL = "/a/:token";

/** The paths, for the methods that they do not accept. */
export const ACKNOWLEDGE_ROUTES = (["GET", "POST"] as const).map((method) => ({
  method,
  url: ACKNOWLEDGE_URL,
}));

/** The form has no fields. */
const BODY_BYTES_MAX = 1_024;
/** Requests of one address a minute: enough for an office behind one address, too few to search for tokens. */
const REQUESTS_PER_MINUTE = 60;
const WINDOW_MS = 60_000;

export type AcknowledgePageDeps = UseLinkDeps;

/** In a scope of its own, because body parsers apply to a whole scope. Requires `createRequestLimits`. */
export function serveAcknowledgePage(server: FastifyInstance, deps: AcknowledgePageDeps): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null, undefined));
    const count = scope.createRateLimit({ max: REQUESTS_PER_MINUTE, timeWindow: WINDOW_MS });
    const route = {
      url: ACKNOWLEDGE_URL,
      bodyLimit: BODY_BYTES_MAX,
      config: { access: "public", takesAnyBody: true },
      schema: { hide: true },
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const state = await count(request);
        if (state.isAllowed || !state.isExceeded) return;
        reply.header("retry-after", state.ttlInSeconds);
        return sendDocument(reply, TOO_MANY_DOCUMENT);
      },
    } as const;
    scope.route({
      ...route,
      method: ["GET", "HEAD"],
      handler: async (request, reply) => {
        const link = await findLink(deps.database, hashAcknowledgeToken(tokenOf(request)));
        return sendDocument(reply, link ? linkDocument(link, deps.clock.now()) : NOT_FOUND_DOCUMENT);
      },
    });
    scope.route({
      ...route,
      method: "POST",
      handler: async (request, reply) => {
        const use = {
          tokenHash: hashAcknowledgeToken(tokenOf(request)),
          via: viaOf(request),
          requestId: request.id,
          ip: callerAddress(request),
        };
        const link = await useAcknowledgeLink(deps, use);
        if (use.via === "by call") return sendSpoken(reply, link, deps.clock.now());
        return sendDocument(reply, link ? linkDocument(link, deps.clock.now()) : NOT_FOUND_DOCUMENT);
      },
    });
  });
}

function tokenOf({ params }: FastifyRequest): string {
  return (params as { token: string }).token;
}

/** The service worker and a key pressed during a call of Twilio acknowledge by the same link as the page. */
function viaOf({ headers }: FastifyRequest): "by call" | "by link" | "by notification" {
  if (headers["x-twilio-signature"] !== undefined) return "by call";
  return headers["x-acknowledged-by"] === "notification" ? "by notification" : "by link";
}

/** TwiML, which Twilio speaks. */
function sendSpoken(reply: FastifyReply, link: LinkRow | null, nowMs: number): FastifyReply {
  const text =
    link && stateOfLink(link, nowMs) === "acknowledged" ? "Acknowledged." : "The alert is not open any more.";
  return reply
    .header("cache-control", "no-store")
    .type("text/xml; charset=utf-8")
    .send(`<?xml version="1.0" encoding="UTF-8"?><Response><Say>${text} Goodbye.</Say></Response>`);
}

function sendDocument(reply: FastifyReply, { status, html }: AcknowledgeDocument): FastifyReply {
  return reply
    .code(status)
    .headers({
      "content-security-policy": ACKNOWLEDGE_POLICY,
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    })
    .type("text/html; charset=utf-8")
    .send(html);
}
