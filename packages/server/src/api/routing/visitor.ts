import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Visitor } from "../identity/visitor.ts";

/** What signing in needs of HTTP: who asks, and cookies in the answer. */

export function visitorOf({ headers, ip }: FastifyRequest): Visitor {
  return { headers, address: ip };
}

/** Puts the cookies that a handler has set into its answer. A failure sets none. */
export function sendWithCookies(server: FastifyInstance): void {
  server.decorateRequest("cookiesToSet", null);
  server.addHook("onSend", async (request, reply) => {
    const { cookiesToSet } = request;
    if (cookiesToSet === null || reply.statusCode >= 400) return;
    for (const cookie of cookiesToSet) reply.header("set-cookie", cookie);
    // Neither a proxy nor the browser may show one person's answer to another.
    reply.header("cache-control", "no-store");
  });
}

declare module "fastify" {
  interface FastifyRequest {
    cookiesToSet: readonly string[] | null;
  }
}
