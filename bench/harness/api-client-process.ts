import http from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { ClientOrder, ClientTally } from "./api-client.ts";

/**
 * The clients of the API, in a process of their own, so that only their share of the cores and nothing of
 * their event loop is in what is measured. On `node:http`, which costs half of what `fetch` does.
 * Reads a `ClientOrder` from standard input and writes a `ClientTally`.
 */
const order = (await json(process.stdin)) as ClientOrder;
const target = new URL(order.url);
const agent = new http.Agent({ keepAlive: true, maxSockets: order.clients });
const latenciesMs: number[] = [];
const failures: string[] = [];
let failed = 0;
let sent = 0;

/** One request; its latency counts from `fromMs`, which is when it should have been made. */
function request(fromMs: number): Promise<void> {
  const { method, path, body } = order.requests[sent++ % order.requests.length] ?? {
    method: "GET",
    path: "/",
  };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers: http.OutgoingHttpHeaders = { authorization: `Bearer ${order.key}` };
  if (text !== undefined) {
    headers["content-type"] = "application/json";
    headers["content-length"] = Buffer.byteLength(text);
  }
  return new Promise((resolve) => {
    const fail = (why: string) => {
      failed += 1;
      if (failures.length < 5) failures.push(`${method} ${path}: ${why}`);
      resolve();
    };
    const wanted = {
      method,
      host: target.hostname,
      port: target.port,
      path: `${order.prefix ?? "/api/v1"}${path}`,
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
  await Promise.all(Array.from({ length: order.clients }, client));
}

/** Requests on a fixed time grid, independent of earlier ones; a request without a free connection waits. */
async function openLoop(startMs: number, endMs: number, ratePerSecond: number): Promise<void> {
  const underWay: Promise<void>[] = [];
  for (let number = 0; ; number += 1) {
    const dueMs = startMs + (number * 1_000) / ratePerSecond;
    if (dueMs >= endMs) break;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
    underWay.push(request(dueMs));
  }
  await Promise.all(underWay);
}

const startMs = performance.now();
const endMs = startMs + order.seconds * 1_000;
await (order.ratePerSecond === null ? closedLoop(endMs) : openLoop(startMs, endMs, order.ratePerSecond));
const { user, system } = process.cpuUsage();
const tally: ClientTally = {
  latenciesMs,
  failed,
  failures,
  durationMs: performance.now() - startMs,
  cpuMs: (user + system) / 1_000,
};
process.stdout.write(JSON.stringify(tally));
agent.destroy();
