import type { FastifyInstance } from "fastify";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { recordDenial } from "../../resources/audit-log/service-denials.ts";

/**
 * Writes denied requests of an organization's callers to its audit log. A caller without an organization has
 * no audit log.
 */
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
      // The request is denied even if the audit entry fails.
      log.error("audit.denial_write_failed", { request_id: id, ...errorFacts(error) });
    }
  });
}

const FORBIDDEN = 403;
