import { spawn } from "node:child_process";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** `path` follows `/api/v1`, or the `prefix` of the plan. */
export type ApiRequest = { method: "GET" | "POST" | "PUT"; path: string; body?: unknown };

export type ClientPlan = {
  url: string;
  key: string;
  /** Replaces `/api/v1`. */
  prefix?: string;
  /** Sent in this order, repeatedly. */
  requests: readonly ApiRequest[];
  /** Connections, each kept alive. */
  clients: number;
  seconds: number;
  /** Null: each client sends its next request as soon as it has the response. */
  ratePerSecond: number | null;
};

/** The output of the client process. */
export type ClientResult = {
  latenciesMs: number[];
  failed: number;
  /** Messages of the first few failures. */
  failures: string[];
  durationMs: number;
  cpuMs: number;
};

export type ClientFigures = {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  count: number;
  /** Share of one core that the clients used. They run on the same machine as the service. */
  clientCpuShare: number;
};

const SCRIPT = fileURLToPath(new URL("./api-client-process.ts", import.meta.url));

/** Runs the clients. Throws if a request failed. */
export async function runClients(plan: ClientPlan): Promise<ClientFigures> {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  child.stdin.end(JSON.stringify(plan));
  const result = (await json(child.stdout)) as ClientResult;
  await exited;
  if (result.failed > 0) throw new Error(`${result.failed} requests failed: ${result.failures.join("; ")}`);
  const sorted = result.latenciesMs.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return {
    perSecond: (sorted.length / result.durationMs) * 1_000,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    count: sorted.length,
    clientCpuShare: result.cpuMs / result.durationMs,
  };
}
