import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Visitor } from "../identity/visitor.ts";

/** The parts of HTTP that signing in needs: the client, and cookies of the response. */

export function visitorOf({ headers, ip }: FastifyRequest): Visitor {
  return { headers, address: ip };
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
