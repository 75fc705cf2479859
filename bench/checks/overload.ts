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
/** As long as this share of what is due gets done, the load is sustained. */
const DONE_SHARE = 0.985;

/**
 * Adds monitors of one second until not all of their checks get done, then half as many again, then
 * takes these away: what is done above capacity, and whether it is as before two intervals later.
 */
export async function measureOverload(target: Target, scheme: Scheme, first = FIRST): Promise<Overload> {
  const fleet = await startFleet(target, { scheme, count: first, intervalSeconds: 1 });
  let sustained = 0;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await pause(SETTLE_MS);
    const { perSecond } = await measure(fleet, target, STEP_SECONDS);
    // When not even the first load gets done, what does is the measure.
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
