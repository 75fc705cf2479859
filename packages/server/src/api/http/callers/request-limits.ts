import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callerId, type KeyActor, type PersonActor } from "../../../platform/kernel/actor.ts";
import { AppError } from "../../../platform/kernel/errors.ts";

export type RequestLimitConfig = {
  /** Requests per minute of one credential; 0 means no limit. */
  requestsPerMinute: number;
  /** Requests per minute from one address without a valid credential; 0 means no limit. */
  requestsPerMinuteWithoutKey: number;
  /** Requests per minute of all keys and members of one organization; 0 means no limit. */
  requestsPerMinuteOfOrganization: number;
};

type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const WINDOW_MS = 60_000;
/** All runners of a location share a key, and each polls and reports several times a second. */
const RUNNER_SHARE = 10;

/** The limits of one server. Each counts one request, and throws if it is one too many. */
export type RequestLimits = {
  /** `caller` is null for a request without a valid credential; `isSigned` if the route verifies a signature. */
  ofCaller(caller: KeyActor | PersonActor | null, isSigned: boolean): Limit;
  /** The limit of the caller's organization. */
  ofOrganization(caller: KeyActor | PersonActor): Limit;
};

export async function createRequestLimits(
  app: FastifyInstance,
  config: RequestLimitConfig,
): Promise<RequestLimits> {
  // Each limit's store keeps the last 5,000 callers; older ones start over.
  await app.register(rateLimit, { global: false });
  const { requestsPerMinute, requestsPerMinuteWithoutKey, requestsPerMinuteOfOrganization } = config;
  const perCaller = limit(app, requestsPerMinute, { of: nameOfCaller });
  const perRunner = limit(app, requestsPerMinute * RUNNER_SHARE, { of: nameOfCaller });
  const perAddress = limit(app, requestsPerMinuteWithoutKey);
  // A service that signs its requests uses few addresses, and may send all requests of a month on its first day.
  const perSender = limit(app, requestsPerMinute);
  const shared = { of: organizationOf, isShared: true };
  const perOrganization = limit(app, requestsPerMinuteOfOrganization, shared);
  const perOrganizationOfRunners = limit(app, requestsPerMinuteOfOrganization * RUNNER_SHARE, shared);
  return {
    ofCaller(caller, isSigned) {
      if (caller === null) return isSigned ? perSender : perAddress;
      return isRunner(caller) ? perRunner : perCaller;
    },
    ofOrganization: (caller) => (isRunner(caller) ? perOrganizationOfRunners : perOrganization),
  };
}

function isRunner(caller: KeyActor | PersonActor): boolean {
  return caller.kind === "key" && caller.scope === "runner";
}

function nameOfCaller({ actor }: FastifyRequest): string {
  return actor ? callerId(actor) : "";
}

function organizationOf({ actor }: FastifyRequest): string {
  return actor && "orgId" in actor ? actor.orgId : "";
}

/**
 * `of` returns the key to count by (default: the address). With `isShared`, rate-limit headers are sent only
 * if this limit is exceeded.
 */
function limit(
  app: FastifyInstance,
  max: number,
  {
    of: keyGenerator,
    isShared = false,
  }: { of?: (request: FastifyRequest) => string; isShared?: boolean } = {},
): Limit {
  if (max === 0) return async () => {};
  const count = app.createRateLimit({ max, timeWindow: WINDOW_MS, ...(keyGenerator && { keyGenerator }) });
  return async (request, reply) => {
    const state = await count(request);
    if (state.isAllowed || (isShared && !state.isExceeded)) return;
    reply.header("ratelimit-limit", state.max);
    reply.header("ratelimit-remaining", state.remaining);
    reply.header("ratelimit-reset", state.ttlInSeconds);
    if (!state.isExceeded) return;
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `At most ${state.max} requests a minute are served${isShared ? " to all keys and members of an organization together" : ""}. Try again in ${state.ttlInSeconds} s.`,
      { retryAfterSeconds: state.ttlInSeconds },
    );
  };
}
