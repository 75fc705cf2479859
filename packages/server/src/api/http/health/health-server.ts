import type { FastifyInstance } from "fastify";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { createServer } from "../create-server.ts";
import { Drain } from "../drain.ts";
import { sendError } from "../error-response.ts";
import { assertMayReadMetrics, assertReady, PROMETHEUS_TYPE, type ReadinessReport } from "./readiness.ts";

/**
 * The server of a process without the API: `/healthz`, `/readyz` and `/metrics`, with the same responses as
 * in the API. It needs neither a database nor any resource.
 */
export type HealthServer = { server: FastifyInstance; close(deadlineMs: number): Promise<void> };

export type HealthServerDeps = {
  version: string;
  /** Bearer token for /metrics. Without one, /metrics rejects every request. */
  metricsToken: string | null;
  log: Logger;
  readiness: () => Promise<ReadinessReport>;
  /** Metrics in the Prometheus text format. */
  metrics: () => Promise<string>;
};

export function createHealthServer(deps: HealthServerDeps): HealthServer {
  const { version, metricsToken, log, readiness, metrics } = deps;
  // No response here depends on the caller except /metrics, which requires the token, through a proxy as
  // well.
  const server = createServer({ trustedProxies: false }, log);
  const drain = new Drain(server.server);
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
