import { success } from "@vedette/contract/common/envelope.ts";
import { serviceProblem } from "@vedette/contract/service-health/service-problems.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { failuresOf, textResponse } from "../openapi/openapi.ts";
import type { RequestMetrics } from "../request-metrics.ts";
import { assertMayReadMetrics, assertReady, PROMETHEUS_TYPE, type ReadinessReport } from "./readiness.ts";

/** Liveness, readiness and metrics of the process. */

const readinessSchema = z.object({
  checks: z.record(z.string(), z.object({ ok: z.boolean(), message: z.string().optional() })),
  problems: z.array(serviceProblem).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

export function healthRoutes({
  readiness,
  isDraining,
  version,
}: {
  readiness: () => Promise<ReadinessReport>;
  isDraining: () => boolean;
  version: string;
}): Route[] {
  const facts = { tag: "Server", method: "GET", access: "public", request: {}, status: 200 } as const;
  return [
    defineRoute({
      ...facts,
      id: "getHealth",
      url: "/healthz",
      summary: "Whether the process is alive",
      response: success(z.object({ status: z.literal("alive"), version: z.string() })),
      handler: async () => ok({ status: "alive" as const, version }),
    }),
    defineRoute({
      ...facts,
      id: "getReadiness",
      url: "/readyz",
      summary: "Whether the process can serve: storage, queue and migrations",
      description:
        "503 names what is not ready, in `details`. `problems` says what keeps Vedette from working as configured, such as a wrong clock, also while it is ready.",
      response: success(readinessSchema),
      async handler() {
        return ok(await assertReady(readiness, isDraining()));
      },
    }),
  ];
}

/** Serves metrics in the Prometheus text format to requests with the configured token. */
export function serveMetrics(
  app: FastifyInstance,
  { token, own, rest }: { token: string | null; own: RequestMetrics; rest: () => Promise<string> },
): void {
  const description = "With `VEDETTE_METRICS_TOKEN` as the bearer token; without that setting it is closed.";
  app.get(
    "/metrics",
    {
      config: { access: "public" },
      schema: {
        tags: ["Server"],
        operationId: "getMetrics",
        summary: "Counters for Prometheus",
        description,
        security: [],
        response: { ...textResponse("text/plain", z.string()), ...failuresOf([401, 403]) },
      },
    },
    async (request, reply) => {
      assertMayReadMetrics(request, token);
      const text = `${await own.text()}${await rest()}`;
      return reply.type(PROMETHEUS_TYPE).send(text);
    },
  );
}
