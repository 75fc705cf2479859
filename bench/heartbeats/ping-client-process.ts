import http from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { PingOrder, PingTally } from "./ping-clients.ts";

/**
 * The senders of pings, in a process of their own, so that nothing of their event loop is in what is measured. Pings are
 * sent on a fixed time grid, independent of earlier ones. Reads a `PingOrder` from standard input and writes a `PingTally`.
 */
const order = (await json(process.stdin)) as PingOrder;
const target = new URL(order.url);
const agent = new http.Agent({ keepAlive: true, maxSockets: order.connections });
const tally: PingTally = { answers: [], failures: [], cpuMs: 0 };
const FAILURES_KEPT = 5;

/** Its latency counts from when it should have been sent. */
function send(number: number, dueMs: number): Promise<void> {
  const uuid = order.uuids[number % order.uuids.length];
  return new Promise((resolve) => {
    const fail = (error: Error) => {
      if (tally.failures.length < FAILURES_KEPT) tally.failures.push(error.message);
      tally.answers.push({ dueMs: dueMs - startMs, status: 0, latencyMs: performance.now() - dueMs });
      resolve();
    };
    const call = http.request(
      { host: target.hostname, port: target.port, path: `/ping/${uuid}`, agent },
      (response) => {
        const status = response.statusCode ?? 0;
        response.resume();
        response.on("error", fail);
        response.on("end", () => {
          tally.answers.push({ dueMs: dueMs - startMs, status, latencyMs: performance.now() - dueMs });
          resolve();
        });
      },
    );
    call.on("error", fail);
    call.end();
  });
}

const startMs = performance.now();
const underWay: Promise<void>[] = [];
for (let number = 0; number < order.seconds * order.ratePerSecond; number += 1) {
  const dueMs = startMs + (number * 1_000) / order.ratePerSecond;
  const waitMs = dueMs - performance.now();
  if (waitMs > 0) await delay(waitMs);
  underWay.push(send(number, dueMs));
}
await Promise.all(underWay);
const { user, system } = process.cpuUsage();
tally.cpuMs = (user + system) / 1_000;
process.stdout.write(JSON.stringify(tally));
agent.destroy();
