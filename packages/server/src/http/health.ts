import { createHash, timingSafeEqual } from "node:crypto";
import { success } from "@vedette/contract/envelope.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "../kernel/errors.ts";
import { defineRoute, type Route } from "./define-route.ts";
import { textResponse } from "./openapi.ts";
import type { RequestMetrics } from "./request-metrics.ts";

/** What machines ask of the process: whether it lives, whether it can serve, what it counts. */

export type ReadinessReport = {
  /** One entry a part that serving needs: storage, migrations, queue. `message` is for everybody's eyes. */
  checks: Record<string, { ok: boolean; message?: string }>;
  /** Numbers for the operator, such as how full the scheduler is. */
  details?: Record<string, unknown>;
};

const readinessSchema = z.object({
  checks: z.record(z.string(), z.object({ ok: z.boolean(), message: z.string().optional() })),
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
      handler: async () => ({ success: true as const, data: { status: "alive" as const, version } }),
    }),
    defineRoute({
      ...facts,
      id: "getReadiness",
      url: "/readyz",
      summary: "Whether the process can serve: storage, queue and migrations",
      description: "503 names what is not ready, in `details`.",
      response: success(readinessSchema),
      async handler() {
        if (isDraining()) throw notReady([{ path: "process", message: "is shutting down" }]);
        const report = await readiness();
        const faults = Object.entries(report.checks)
          .filter(([, check]) => !check.ok)
          .map(([path, { message }]) => ({ path, message: message ?? "is not ready" }));
        if (faults.length > 0) throw notReady(faults);
        return { success: true as const, data: report };
      },
    }),
  ];
}

function notReady(details: { path: string; message: string }[]): AppError {
  const named = details.map(({ path, message }) => `${path} ${message}`).join("; ");
  return new AppError("SERVICE_UNAVAILABLE", `Not ready: ${named}.`, { details, retryAfterSeconds: 1 });
}

/** Serves Prometheus: with the token where one is set, else to this machine alone. */
export function serveMetrics(
  app: FastifyInstance,
  { token, own, rest }: { token: string | null; own: RequestMetrics; rest: () => Promise<string> },
): void {
  const description =
    "With `VEDETTE_METRICS_TOKEN` as the bearer token; without that setting, from this machine only.";
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
        response: textResponse("text/plain", z.string()),
      },
    },
    async (request, reply) => {
      assertMayRead(request, token);
      const text = `${await own.text()}${await rest()}`;
      return reply.type("text/plain; version=0.0.4; charset=utf-8").send(text);
    },
  );
}

function assertMayRead(request: FastifyRequest, token: string | null): void {
  if (token !== null) {
    if (isEqual(request.headers.authorization ?? "", `Bearer ${token}`)) return;
    throw new AppError("UNAUTHORIZED", "Send VEDETTE_METRICS_TOKEN as Authorization: Bearer <token>.");
  }
  const { headers, raw } = request;
  // A proxy on this machine makes the whole world look local; its headers give it away.
  const isForwarded = headers.forwarded !== undefined || headers["x-forwarded-for"] !== undefined;
  if (!isForwarded && LOOPBACK.test(raw.socket.remoteAddress ?? "")) return;
  throw new AppError(
    "FORBIDDEN",
    "Metrics are for this machine only. Set VEDETTE_METRICS_TOKEN to read them elsewhere.",
  );
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Compared as hashes: equally long, so that the time tells nothing. */
function isEqual(a: string, b: string): boolean {
  const [hashA, hashB] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return hashA !== undefined && hashB !== undefined && timingSafeEqual(hashA, hashB);
}
