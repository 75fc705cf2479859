import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Pings of one heartbeat: a start, a log and an end every three seconds. */
const PINGS_PER_MINUTE_OF_HEARTBEAT = 60;
const WINDOW_MS = 60_000;
/** Heartbeats and addresses whose pings are counted; older ones start over. */
const COUNTED_MAX = 50_000;

/** Returns whether a ping is one too many, and then sets the headers of the answer. */
export type PingLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

/** Counts pings by the path that identifies their heartbeat, and by address. Requires `createRequestLimits`. */
export function createPingLimit(
  app: FastifyInstance,
  { pingsPerMinuteOfAddress }: { pingsPerMinuteOfAddress: number },
): PingLimit {
  const options = { timeWindow: WINDOW_MS, cache: COUNTED_MAX };
  const perHeartbeat = app.createRateLimit({
    ...options,
    max: PINGS_PER_MINUTE_OF_HEARTBEAT,
    keyGenerator: heartbeatOf,
  });
  const perAddress =
    pingsPerMinuteOfAddress === 0 ? null : app.createRateLimit({ ...options, max: pingsPerMinuteOfAddress });
  return async (request, reply) => {
    for (const count of perAddress === null ? [perHeartbeat] : [perAddress, perHeartbeat]) {
      const state = await count(request);
      if (state.isAllowed || !state.isExceeded) continue;
      reply.header("retry-after", state.ttlInSeconds);
      return true;
    }
    return false;
  };
}

/** `/ping/<uuid>`, or `/ping/<key>/<slug>`: what follows is about one ping. Elsewhere the path and the token. */
function heartbeatOf({ url, headers }: FastifyRequest): string {
  const path = url.split("?", 1)[0] ?? url;
  const [, root, first = "", second = ""] = path.split("/");
  if (root !== "ping") return `${path} ${headers.authorization ?? ""}`;
  return first.length === UUID_LENGTH ? first : `${first}/${second}`;
}

const UUID_LENGTH = 36;
