import { setTimeout as pause } from "node:timers/promises";
import { type Lateness, measureLateness } from "../harness/lateness.ts";
import type { Target } from "../harness/nginx.ts";
import { startFleet } from "./fleet.ts";

export type Restart = {
  count: number;
  intervalSeconds: number;
  /** From the first check after the start until each monitor was checked. */
  allCheckedAfterMs: number;
  /** The maximum number of checks in a tenth of a second, and the steady number. */
  busiestTenth: number;
  steadyTenth: number;
  lateness: Lateness;
};

const COUNT = 5_000;
const INTERVAL_SECONDS = 5;
const LOG_DELAY_MS = 1_500;

/** Restarts a process with thousands of monitors and measures its first intervals. */
export async function measureRestart(target: Target): Promise<Restart> {
  const fleet = await startFleet(target, { scheme: "http", count: COUNT, intervalSeconds: INTERVAL_SECONDS });
  await pause(INTERVAL_SECONDS * 1_000);
  await fleet.restart();
  const offset = target.logSize();
  const readyMs = Date.now();
  await pause(INTERVAL_SECONDS * 3_000 + LOG_DELAY_MS);
  const requests = target.requestsSince(offset).filter(({ atMs }) => atMs >= readyMs);
  await fleet.end();

  const firstMs = Math.min(...requests.slice(0, 100).map(({ atMs }) => atMs));
  const firstOf = new Map<string, number>();
  for (const { path, atMs } of requests) if (!firstOf.has(path)) firstOf.set(path, atMs);
  const tenths = Map.groupBy(requests, ({ atMs }) => Math.floor(atMs / 100));
  return {
    count: COUNT,
    intervalSeconds: INTERVAL_SECONDS,
    allCheckedAfterMs: firstOf.size === COUNT ? Math.max(...firstOf.values()) - firstMs : Number.NaN,
    busiestTenth: Math.max(...[...tenths.values()].map((some) => some.length)),
    steadyTenth: COUNT / INTERVAL_SECONDS / 10,
    lateness: measureLateness(requests, fleet.monitors),
  };
}
