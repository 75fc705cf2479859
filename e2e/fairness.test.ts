import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { apiMonitorSchema } from "@vedette/contract/api-monitors/api-monitors.ts";
import { journeySchema } from "@vedette/contract/journeys/journeys.ts";
import { type Run, runSchema } from "@vedette/contract/runs/runs.ts";
import { monitorSchema } from "@vedette/contract/targets/monitors.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingChromium } from "../packages/server/test/journey-harness.ts";
import { dataOf, type Method } from "./harness/api-client.ts";
import { createApiMonitor, getRun, trigger } from "./harness/api-monitors.ts";
import { createOtherOrganizationKey } from "./harness/database.ts";
import { createJourney, runJourneyNow } from "./harness/journeys.ts";
import { createLab } from "./harness/lab.ts";
import { createMonitor, listResults } from "./harness/monitors.ts";
import type { Vedette } from "./harness/vedette.ts";

/**
 * Three organizations fill every queue of one process with more hanging work than it has slots; this must not affect a
 * fourth one. The test compares slots and how long they are occupied, not the speed of the machine.
 */

const missing = await missingChromium();
const FLOODERS = ["a", "b", "c"];
const CHECK_SLOTS = 40;
const JOURNEY_SLOTS = 2;
/** Per organization; together more than there are slots. A thread executes 100 runs of API monitors at once. */
const FLOOD = { monitors: 20, apiMonitors: 40, journeys: 3 };
const JOURNEY_TIMEOUT_SECONDS = 10;
const QUIET_MS = 8_000;
const WATCHED_MS = 20_000;
/** The longest gap that a monitor with an interval of 1 s may have. */
const GAP_MAX_MS = 2_000;

const lab = createLab(afterAll);
let vedette: Vedette;
let target: Awaited<ReturnType<typeof startHangingTarget>>;
let flooders: {
  name: string;
  call: (method: Method, path: string, body?: object) => ReturnType<Vedette["request"]>;
}[];

/** `/ok` responds at once, every other path never. */
async function startHangingTarget() {
  const open = new Map<ServerResponse, string>();
  const server = createServer(({ url = "/" }, response) => {
    if (url === "/ok") {
      response.writeHead(200, { connection: "close" }).end("ok");
      return;
    }
    open.set(response, url);
    response.on("close", () => open.delete(response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    url: (path: string) => `http://127.0.0.1:${address.port}${path}`,
    /** The number of open requests for a path. */
    open: (path: string) => [...open.values()].filter((url) => url === path).length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts the hanging work of one organization and returns the ids of its API monitors. */
async function flood({ name, call }: (typeof flooders)[number]): Promise<string[]> {
  const monitor = { type: "url", url: target.url(`/check-${name}`), interval: 1, timeout: 10, retries: 0 };
  for (let count = 0; count < FLOOD.monitors; count += 1) {
    dataOf(monitorSchema, await call("POST", "/api/v1/monitors", { name: `flood ${count}`, ...monitor }));
  }
  const steps = [{ name: "hang", method: "GET", url: target.url(`/api-${name}`), timeout: 60 }];
  const ids: string[] = [];
  for (let count = 0; count < FLOOD.apiMonitors; count += 1) {
    const body = { name: `flood ${count}`, interval: 3_600, timeout: 60, max_retries: 0, steps };
    ids.push(dataOf(apiMonitorSchema, await call("POST", "/api/v1/api-monitors", body)).id);
  }
  const goto = { action: "goto", url: target.url(`/page-${name}`), timeout_ms: 60_000 };
  for (let count = 0; count < FLOOD.journeys; count += 1) {
    const limits = { interval_seconds: 10, timeout_seconds: JOURNEY_TIMEOUT_SECONDS, max_retries: 0 };
    const body = { name: `flood ${count}`, steps: [goto], ...limits };
    dataOf(journeySchema, await call("POST", "/api/v1/journeys", body));
  }
  return ids;
}

/** The longest time without a check of a monitor, from an instant until now. */
async function gapMs(id: string, fromMs: number): Promise<number> {
  const untilMs = Date.now();
  const instants = (await listResults(vedette, id)).map(({ checked_at: at }) => Date.parse(at));
  const since = [fromMs, ...instants.filter((at) => at > fromMs), untilMs].toSorted(
    (one, other) => one - other,
  );
  return Math.max(...since.slice(1).map((at, index) => at - (since[index] ?? at)));
}

async function started(run: Run): Promise<{ run: Run; waitedMs: number }> {
  const seen = () => getRun(vedette, run.id);
  await expect.poll(async () => (await seen()).started_at, { timeout: 90_000, interval: 200 }).not.toBeNull();
  const now = await seen();
  return { run: now, waitedMs: Date.parse(now.started_at ?? "") - Date.parse(now.queued_at) };
}

/** The flooders' journeys: how long the longest took, and how many started while this run waited. */
async function measureFlood(waiting: Run): Promise<{ longestMs: number; startedBefore: number }> {
  const runs: Run[] = [];
  for (const { call } of flooders) {
    const { body } = await call("GET", "/api/v1/runs?kind=journey&limit=50");
    runs.push(...(body as { data: unknown[] }).data.map((run) => runSchema.parse(run)));
  }
  const [queuedAt, startedAt] = [waiting.queued_at, waiting.started_at ?? ""];
  return {
    longestMs: Math.max(...runs.map(({ duration_ms: ms }) => ms ?? 0)),
    startedBefore: runs.filter(({ started_at: at }) => at !== null && at > queuedAt && at < startedAt).length,
  };
}

describe.skipIf(missing !== null)(
  `three organizations that fill every queue${missing ? `: ${missing}` : ""}`,
  () => {
    beforeAll(async () => {
      const dataDir = await lab.newDataDir();
      target = await startHangingTarget();
      vedette = await lab.start({
        dataDir,
        env: {
          VEDETTE_RUNNER_THREADS: "1",
          VEDETTE_RUNNER_CHECKS_IN_FLIGHT_MAX: String(CHECK_SLOTS),
          VEDETTE_JOURNEYS_MAX: String(JOURNEY_SLOTS),
        },
      });
      flooders = [];
      for (const name of FLOODERS) {
        const key = await createOtherOrganizationKey(dataDir);
        flooders.push({
          name,
          call: (method, path, body) => vedette.requestWith({ method, path, key, ...(body && { body }) }),
        });
      }
    });
    afterAll(() => target.close());

    test("delay no check, API run or journey of a fourth, and a deleted target stops at once", async () => {
      const monitor = await createMonitor(vedette, { url: target.url("/ok"), timeout: 5 });
      const steps = [{ name: "ok", method: "GET" as const, url: target.url("/ok") }];
      const apiMonitor = await createApiMonitor(vedette, { steps, enabled: false });
      const journey = await createJourney(vedette, { steps: [{ action: "goto", url: target.url("/ok") }] });
      await expect
        .poll(async () => (await listResults(vedette, monitor.id)).length, { timeout: 30_000 })
        .toBeGreaterThan(0);
      const quietFromMs = Date.now();
      await wait(QUIET_MS);
      const quietGapMs = await gapMs(monitor.id, quietFromMs);

      const apiMonitorsOf = await Promise.all(flooders.map(flood));
      // Every flooder has slots, but none has all of them.
      for (const name of FLOODERS) {
        await expect.poll(() => target.open(`/check-${name}`), { timeout: 60_000 }).toBeGreaterThan(0);
        await expect.poll(() => target.open(`/api-${name}`), { timeout: 60_000 }).toBeGreaterThan(0);
      }
      const pagesOpen = () => FLOODERS.reduce((sum, name) => sum + target.open(`/page-${name}`), 0);
      await expect.poll(pagesOpen, { timeout: 90_000 }).toBe(JOURNEY_SLOTS);

      const floodedFromMs = Date.now();
      const journeyRun = started(await runJourneyNow(vedette, journey.id));
      const apiRun = await started(await trigger(vedette, apiMonitor.id));
      const waited = await journeyRun;
      await wait(Math.max(0, floodedFromMs + WATCHED_MS - Date.now()));
      const floodedGapMs = await gapMs(monitor.id, floodedFromMs);
      const { longestMs, startedBefore } = await measureFlood(waited.run);

      const [first] = apiMonitorsOf;
      const deletedAtMs = Date.now();
      for (const id of first ?? []) await flooders[0]?.call("DELETE", `/api/v1/api-monitors/${id}`);
      await expect.poll(() => target.open("/api-a"), { timeout: 30_000 }).toBe(0);
      process.stdout.write(
        `fairness: gap of the 1 s monitor ${floodedGapMs} ms (${quietGapMs} ms before); API run waited ` +
          `${apiRun.waitedMs} ms; journey waited ${waited.waitedMs} ms, ${startedBefore} others started before it, the longest took ${longestMs} ms; ` +
          `${first?.length} deleted API monitors had no request open ${Date.now() - deletedAtMs} ms later\n`,
      );
      // A slow machine may exceed the limit without the flood. Then the flood must not make it much worse.
      expect(floodedGapMs).toBeLessThanOrEqual(Math.max(GAP_MAX_MS, 1.5 * quietGapMs));
      // No slot is given to others twice before it. The time in seconds depends on the machine.
      expect(startedBefore).toBeLessThanOrEqual(JOURNEY_SLOTS);
      expect(apiRun.waitedMs).toBeLessThan(30_000);
    }, 400_000);
  },
);
