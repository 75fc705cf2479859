import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { findActor } from "../resources/api-keys/service.ts";
import type { Db } from "../storage/database.ts";
import { assertAllowed } from "./authorize.ts";
import type { Access, Actor } from "./define-route.ts";

/**
 * Who calls, how often, and whether they may: before anything of the request but its headers is read.
 * Every request looks its key up again, so a revoked one is dead at once, on every node.
 */

export type CallerDeps = {
  db: Db;
  clock: Clock;
  config: {
    /** Requests a minute of one credential; 0 means no limit. */
    requestsPerMinute: number;
    /** Requests a minute from one address without a valid credential; 0 means no limit. */
    requestsPerMinuteWithoutKey: number;
  };
};

const WINDOW_MS = 60_000;

export async function identifyCallers(
  app: FastifyInstance,
  { db, clock, config }: CallerDeps,
): Promise<void> {
  app.decorateRequest("actor", null);
  // Each limit's store keeps the 5,000 callers seen last; older ones start anew.
  await app.register(rateLimit, { global: false });
  const perKey = limit(app, config.requestsPerMinute, (request) => request.actor?.keyId ?? "");
  const perAddress = limit(app, config.requestsPerMinuteWithoutKey);

  app.addHook("onRoute", ({ url, config }) => {
    if (isApiPath(url) && config?.access === undefined) throw new Error(`${url} does not say who may use it`);
  });
  app.addHook("onRequest", async (request, reply) => {
    const { access = "public" } = request.routeOptions.config;
    // By the route and not by the URL alone: /%61pi/v1 is the same path to the router.
    if (access === "public" && !isApiPath(request.url)) return;
    const credential = readCredential(request.headers.authorization);
    request.actor = credential === null ? null : await findActor(db, credential, clock.now());
    await (request.actor ? perKey : perAddress)(request, reply);
    if (access === "public") return;
    if (!request.actor) throw unauthorized(request.headers.authorization);
    assertAllowed(request.actor, access, request.method);
  });
}

export function isApiPath(url: string): boolean {
  return url.startsWith("/api/");
}

/** The key of `Authorization: Bearer <KEY>`; null for anything else. Keys in a URL are not read: URLs are logged. */
function readCredential(header: string | undefined): string | null {
  return /^Bearer ([^\s]+)$/i.exec(header ?? "")?.[1] ?? null;
}

function unauthorized(header: string | undefined): AppError {
  const message =
    header === undefined
      ? "Send your API key in the header Authorization: Bearer <API_KEY>."
      : readCredential(header) === null
        ? "The Authorization header must be: Bearer <API_KEY>."
        : "This API key is not valid: it is unknown, revoked or expired. Create a new one.";
  return new AppError("UNAUTHORIZED", message);
}

type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

function limit(app: FastifyInstance, max: number, keyGenerator?: (request: FastifyRequest) => string): Limit {
  if (max === 0) return async () => {};
  const count = app.createRateLimit({ max, timeWindow: WINDOW_MS, ...(keyGenerator && { keyGenerator }) });
  return async (request, reply) => {
    const state = await count(request);
    if (state.isAllowed) return;
    reply.header("ratelimit-limit", state.max);
    reply.header("ratelimit-remaining", state.remaining);
    reply.header("ratelimit-reset", state.ttlInSeconds);
    if (!state.isExceeded) return;
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `At most ${state.max} requests a minute are served. Try again in ${state.ttlInSeconds} s.`,
      { retryAfterSeconds: state.ttlInSeconds },
    );
  };
}

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}
