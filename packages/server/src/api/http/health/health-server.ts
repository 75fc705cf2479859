import type { FastifyInstance } from "fastify";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { createServer } from "../create-server.ts";
import { createDrain } from "../drain.ts";
import { sendError } from "../error-response.ts";
import { assertMayReadMetrics, assertReady, PROMETHEUS_TYPE, type ReadinessReport } from "./readiness.ts";

/**
 * The server of a process that does not serve the API: `/healthz`, `/readyz` and `/metrics`, which answer as those
 * of the API do. It needs neither a database nor anything of the resources.
 */
export type HealthServer = { server: FastifyInstance; close(deadlineMs: number): Promise<void> };

export type HealthServerDeps = {
  version: string;
  /** Token for /metrics, which are closed without one. */
  metricsToken: string | null;
  log: Logger;
  readiness: () => Promise<ReadinessReport>;
  /** Prometheus text. */
  metrics: () => Promise<string>;
};

export function createHealthServer(deps: HealthServerDeps): HealthServer {
  const { version, metricsToken, log, readiness, metrics } = deps;
  // Nothing here goes by who asks, but for /metrics, which no proxy may ask without the token.
  const server = createServer({ trustedProxies: false }, log);
  const drain = createDrain(server.server);
  let isDraining = false;
  server.setErrorHandler(sendError(log));
  server.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  server.get("/healthz", async () => ({ success: true, data: { status: "alive", version } }));
  server.get("/readyz", async () => ({ success: true, data: await assertReady(readiness, isDraining) }));
  server.get("/metrics", async (request, reply) => {
    assertMayReadMetrics(request, metricsToken);
    return reply.type(PROMETHEUS_TYPE).send(await metrics());
  });
  server.setNotFoundHandler(() => {
    throw new AppError(
      "NOT_FOUND",
      "This process does not serve the API: it has /healthz, /readyz and /metrics alone.",
    );
  });
  return {
    server,
    async close(deadlineMs) {
      isDraining = true;
      const closed = server.close();
      drain.start(deadlineMs);
      await closed;
    },
  };
}
