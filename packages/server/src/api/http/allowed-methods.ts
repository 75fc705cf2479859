import type { FastifyInstance, HTTPMethods } from "fastify";
import { AppError } from "../../platform/kernel/errors.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const satisfies HTTPMethods[];

/** Responds with 405 and the allowed methods to every other method of a known path. */
export function rejectUnknownMethods(
  app: FastifyInstance,
  known: readonly { method: string; url: string }[],
): void {
  for (const [url, routes] of Map.groupBy(known, (route) => route.url)) {
    const allowed = new Set(routes.map((route) => route.method));
    if (allowed.has("GET")) allowed.add("HEAD");
    const allow = METHODS.filter((method) => allowed.has(method)).join(", ");
    app.route({
      method: METHODS.filter((method) => !allowed.has(method)),
      url,
      schema: { hide: true },
      config: { access: "public" },
      // Before the body is read, because no body is accepted.
      onRequest: async (request, reply) => {
        reply.header("allow", allow);
        throw new AppError("METHOD_NOT_ALLOWED", `${request.method} is not possible here; use ${allow}.`);
      },
      handler: async () => undefined,
    });
  }
}
