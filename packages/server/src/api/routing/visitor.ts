import type { FastifyInstance, FastifyRequest } from "fastify";
import { canonicalAddress } from "../../platform/net/address.ts";
import type { Visitor } from "../identity/visitor.ts";

/** The parts of HTTP that signing in needs: the client, and cookies of the response. */

export function visitorOf(request: FastifyRequest): Visitor {
  return { headers: request.headers, address: callerAddress(request) };
}

/** The address for people and logs: a socket for both versions of IP reports `::ffff:192.0.2.7` for `192.0.2.7`. */
export function callerAddress({ ip }: Pick<FastifyRequest, "ip">): string {
  return canonicalAddress(ip) ?? ip;
}

/** Adds the cookies that a handler has set to its response. An error response gets none. */
export function sendWithCookies(server: FastifyInstance): void {
  server.decorateRequest("cookiesToSet", null);
  server.addHook("onSend", async (request, reply) => {
    const { cookiesToSet } = request;
    if (cookiesToSet === null || reply.statusCode >= 400) return;
    for (const cookie of cookiesToSet) reply.header("set-cookie", cookie);
    // No proxy or browser cache may serve one user's response to another.
    reply.header("cache-control", "no-store");
  });
}

declare module "fastify" {
  interface FastifyRequest {
    cookiesToSet: readonly string[] | null;
  }
}
