import { spawn } from "node:child_process";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** `path` comes after `/api/v1`, or after the `prefix` of the order. */
export type ApiRequest = { method: "GET" | "POST" | "PUT"; path: string; body?: unknown };

export type ClientOrder = {
  url: string;
  key: string;
  /** In the place of `/api/v1`. */
  prefix?: string;
  /** Made in turn, from the first again after the last. */
  requests: readonly ApiRequest[];
  /** Connections, each kept alive. */
  clients: number;
  seconds: number;
  /** Null: each client sends its next request as soon as it has the response. */
  ratePerSecond: number | null;
};

/** What the process of the clients says at its end. */
export type ClientTally = {
  latenciesMs: number[];
  failed: number;
  /** The first few, in words. */
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
  /** Share of one core that the clients took from the service, on a machine that both are on. */
  clientCpuShare: number;
};

const SCRIPT = fileURLToPath(new URL("./api-client-process.ts", import.meta.url));

/** Lets clients ask the API; throws when any answer was not a success. */
export async function runClients(order: ClientOrder): Promise<ClientFigures> {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  child.stdin.end(JSON.stringify(order));
  const tally = (await json(child.stdout)) as ClientTally;
  await exited;
  if (tally.failed > 0) throw new Error(`${tally.failed} requests failed: ${tally.failures.join("; ")}`);
  const sorted = tally.latenciesMs.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return {
    perSecond: (sorted.length / tally.durationMs) * 1_000,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    count: sorted.length,
    clientCpuShare: tally.cpuMs / tally.durationMs,
  };
}
