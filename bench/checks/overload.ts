import { setTimeout as pause } from "node:timers/promises";
import type { Target } from "../harness/nginx.ts";
import { measure, type Scheme, startFleet } from "./fleet.ts";

export type Overload = {
  sustained: number;
  offered: number;
  done: number;
  recoveredPerSecond: number;
  expectedAfter: number;
};

const FIRST = 1_000;
const STEP = 250;
const STEPS_MAX = 20;
const SETTLE_MS = 3_000;
const STEP_SECONDS = 5;
/** A load is sustained if at least this share of the due checks is completed. */
const DONE_SHARE = 0.985;

/**
 * Adds monitors at 1 s until not all of their checks are completed, then raises the load by half, then lowers it to half
 * of the sustained load. Measures throughput above capacity, and recovery after two intervals.
 */
export async function measureOverload(target: Target, scheme: Scheme, first = FIRST): Promise<Overload> {
  const fleet = await startFleet(target, { scheme, count: first, intervalSeconds: 1 });
  let sustained = 0;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await pause(SETTLE_MS);
    const { perSecond } = await measure(fleet, target, STEP_SECONDS);
    // If not even the first load is sustained, its throughput is the sustained load.
    if (sustained === 0) sustained = Math.floor(perSecond);
    if (perSecond < fleet.monitors.size * DONE_SHARE) break;
    sustained = fleet.monitors.size;
    await fleet.add(STEP);
  }
  const offered = Math.ceil(sustained * 1.5);
  await fleet.add(Math.max(0, offered - fleet.monitors.size));
  await pause(SETTLE_MS);
  const above = await measure(fleet, target, STEP_SECONDS * 2);

  const surplus = [...fleet.monitors].slice(Math.floor(sustained / 2));
  for (const [path, { id }] of surplus) {
    await fleet.vedette.request("DELETE", `/monitors/${id}`);
    fleet.monitors.delete(path);
  }
  await pause(2_000);
  const after = await measure(fleet, target, STEP_SECONDS);
  await fleet.end();
  return {
    sustained,
    offered,
    done: above.perSecond,
    recoveredPerSecond: after.perSecond,
    expectedAfter: fleet.monitors.size,
  };
}
