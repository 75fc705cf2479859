import { createHash, timingSafeEqual } from "node:crypto";
import type { ServiceProblem } from "@vedette/contract/service-health/service-problems.ts";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../../platform/kernel/errors.ts";

/** What `/readyz` and `/metrics` report, in every kind of process. */

export type ReadinessReport = {
  /** One entry for each required part: storage, migrations, queue. `message` is public. */
  checks: Record<string, { ok: boolean; message?: string }>;
  /** What keeps Vedette from working as configured, also while the process is ready. */
  problems?: ServiceProblem[];
  /** Numbers for the operator, such as the load of the scheduler. */
  details?: Record<string, unknown>;
};

/** Returns the report of a ready process. Throws for a process that is not, and names the missing parts. */
export async function assertReady(
  readiness: () => Promise<ReadinessReport>,
  isDraining: boolean,
): Promise<ReadinessReport> {
  if (isDraining) throw notReady([{ path: "process", message: "is shutting down" }]);
  const report = await readiness();
  const errors = Object.entries(report.checks)
    .filter(([, check]) => !check.ok)
    .map(([path, { message }]) => ({ path, message: message ?? "is not ready" }));
  if (errors.length > 0) throw notReady(errors);
  return report;
}

function notReady(details: { path: string; message: string }[]): AppError {
  const named = details.map(({ path, message }) => `${path} ${message}`).join("; ");
  return new AppError("SERVICE_UNAVAILABLE", `Not ready: ${named}.`, { details, retryAfterSeconds: 1 });
}

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Requires the token. The address of the caller proves nothing, because checks, pages and scripts of any
 * Vedette on this machine have a local address as well.
 */
export function assertMayReadMetrics({ headers }: FastifyRequest, token: string | null): void {
  if (token === null) {
    throw new AppError(
      "FORBIDDEN",
      "Metrics are closed. Set VEDETTE_METRICS_TOKEN, and send it as the bearer token.",
    );
  }
  if (isEqual(headers.authorization ?? "", `Bearer ${token}`)) return;
  throw new AppError("UNAUTHORIZED", "Send VEDETTE_METRICS_TOKEN as Authorization: Bearer <token>.");
}

/** Compares hashes of equal length in constant time, so that timing reveals nothing. */
function isEqual(a: string, b: string): boolean {
  const [hashA, hashB] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return hashA !== undefined && hashB !== undefined && timingSafeEqual(hashA, hashB);
}
