import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../../platform/kernel/errors.ts";

/** What `/readyz` and `/metrics` go by, in every process alike. */

export type ReadinessReport = {
  /** One entry a part that serving needs: storage, migrations, queue. `message` is for everybody's eyes. */
  checks: Record<string, { ok: boolean; message?: string }>;
  /** Numbers for the operator, such as how full the scheduler is. */
  details?: Record<string, unknown>;
};

/** The report of a process that can do its work; refuses for one that cannot, naming what is missing. */
export async function assertReady(
  readiness: () => Promise<ReadinessReport>,
  isDraining: boolean,
): Promise<ReadinessReport> {
  if (isDraining) throw notReady([{ path: "process", message: "is shutting down" }]);
  const report = await readiness();
  const faults = Object.entries(report.checks)
    .filter(([, check]) => !check.ok)
    .map(([path, { message }]) => ({ path, message: message ?? "is not ready" }));
  if (faults.length > 0) throw notReady(faults);
  return report;
}

function notReady(details: { path: string; message: string }[]): AppError {
  const named = details.map(({ path, message }) => `${path} ${message}`).join("; ");
  return new AppError("SERVICE_UNAVAILABLE", `Not ready: ${named}.`, { details, retryAfterSeconds: 1 });
}

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * With the token alone. An address says nothing: checks, pages and scripts of any Vedette on this machine come from it
 * as well.
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

/** Compared as hashes of equal length, so that timing reveals nothing. */
function isEqual(a: string, b: string): boolean {
  const [hashA, hashB] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return hashA !== undefined && hashB !== undefined && timingSafeEqual(hashA, hashB);
}
