import type { FastifyInstance } from "fastify";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { recordDenial } from "../../resources/audit-log/service-denials.ts";

/** Puts what callers of an organization were forbidden into its audit log. Of a caller of no organization it has none. */
export function auditDenials(
  server: FastifyInstance,
  { database, clock, log }: { database: Database; clock: Clock; log: Logger },
): void {
  server.addHook("onSend", async ({ actor, id, ip, method, routeOptions }, reply) => {
    if (reply.statusCode !== FORBIDDEN || actor === null || actor.kind === "person") return;
    const route = `${method} ${routeOptions.url ?? ""}`;
    try {
      await recordDenial(database, { actor, route, requestId: id, ip, nowMs: clock.now() });
    } catch (error) {
      // The caller is refused all the same.
      log.error("audit.denial_not_recorded", { requestId: id, ...errorFacts(error) });
    }
  });
}

const FORBIDDEN = 403;
