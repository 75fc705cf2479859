import type { Assertion } from "../assertions/assertions.ts";
import type { CheckSpec } from "./check-run.ts";

/** The columns of a monitor that define its check. */
export type MonitorDefinitionRow = {
  type: "url" | "tcp";
  url: string | null;
  method: string | null;
  host: string | null;
  port: number | null;
  timeout_ms: number;
  headers: Record<string, string>;
  assertions: readonly Assertion[];
  retries: number;
  follow_redirects: boolean;
  verify_tls: boolean;
  body: string | null;
  degraded_after_ms: number | null;
};

/** Returns the check spec that a runner receives. Rows are complete because `monitorErrors` validated them. */
export function toCheckSpec(row: MonitorDefinitionRow): CheckSpec {
  const common = {
    timeoutMs: row.timeout_ms,
    retries: row.retries,
    degradedAfterMs: row.degraded_after_ms,
    assertions: row.assertions,
  };
  if (row.type === "tcp") return { kind: "tcp", host: row.host ?? "", port: row.port ?? 0, ...common };
  return {
    kind: "url",
    url: row.url ?? "",
    method: row.method ?? "GET",
    headers: row.headers,
    body: row.body,
    followRedirects: row.follow_redirects,
    verifyTls: row.verify_tls,
    ...common,
  };
}
