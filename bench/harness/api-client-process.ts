import http from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { ClientPlan, ClientResult } from "./api-client.ts";

/**
 * The API clients, in a separate process, so that their event loop does not affect the measurements. They use
 * `node:http`, which needs half of the CPU time of `fetch`. Reads a `ClientPlan` from standard input and writes a
 * `ClientResult`.
 */
const plan = (await json(process.stdin)) as ClientPlan;
const target = new URL(plan.url);
const agent = new http.Agent({ keepAlive: true, maxSockets: plan.clients });
const latenciesMs: number[] = [];
const failures: string[] = [];
let failed = 0;
let sent = 0;

/** Sends one request. Its latency counts from `fromMs`, the time at which it was due. */
function request(fromMs: number): Promise<void> {
  const { method, path, body } = plan.requests[sent++ % plan.requests.length] ?? {
    method: "GET",
    path: "/",
  };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers: http.OutgoingHttpHeaders = { authorization: `Bearer ${plan.key}` };
  if (text !== undefined) {
    headers["content-type"] = "application/json";
    headers["content-length"] = Buffer.byteLength(text);
  }
  return new Promise((resolve) => {
    const fail = (reason: string) => {
      failed += 1;
      if (failures.length < 5) failures.push(`${method} ${path}: ${reason}`);
      resolve();
    };
    const wanted = {
      method,
      host: target.hostname,
      port: target.port,
      path: `${plan.prefix ?? "/api/v1"}${path}`,
      headers,
      agent,
    };
    const call = http.request(wanted, (response) => {
      response.resume();
      response.on("end", () => {
        if ((response.statusCode ?? 0) >= 300) return fail(String(response.statusCode));
        latenciesMs.push(performance.now() - fromMs);
        resolve();
      });
      response.on("error", (error) => fail(error.message));
    });
    call.on("error", (error) => fail(error.message));
    call.end(text);
  });
}

/** Each client sends its next request as soon as it has the response. */
async function closedLoop(endMs: number): Promise<void> {
  const client = async () => {
    while (performance.now() < endMs) await request(performance.now());
  };
  await Promise.all(Array.from({ length: plan.clients }, client));
}

/** Requests on a fixed time grid, independent of earlier ones; a request without a free connection waits. */
async function openLoop(startMs: number, endMs: number, ratePerSecond: number): Promise<void> {
  const inFlight: Promise<void>[] = [];
  for (let number = 0; ; number += 1) {
    const dueMs = startMs + (number * 1_000) / ratePerSecond;
    if (dueMs >= endMs) break;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
    inFlight.push(request(dueMs));
  }
  await Promise.all(inFlight);
}

const startMs = performance.now();
const endMs = startMs + plan.seconds * 1_000;
await (plan.ratePerSecond === null ? closedLoop(endMs) : openLoop(startMs, endMs, plan.ratePerSecond));
const { user, system } = process.cpuUsage();
const result: ClientResult = {
  latenciesMs,
  failed,
  failures,
  durationMs: performance.now() - startMs,
  cpuMs: (user + system) / 1_000,
};
process.stdout.write(JSON.stringify(result));
agent.destroy();
