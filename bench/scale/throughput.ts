import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createMonitors } from "../../e2e/harness/monitors.ts";
import { makeBenchFolder } from "../harness/folder.ts";
import { type Lateness, measureLateness } from "../harness/lateness.ts";
import { startTarget, type Target } from "../harness/nginx.ts";
import { usageOf } from "../harness/process-usage.ts";
import { type Side, startAllInOne, startSeparate } from "./sides.ts";

export type Part = { cpuMs: number; pssMb: number };
/** CPU times are of one check. */
export type Figures = { perSecond: number; lateness: Lateness; parts: Record<string, Part>; cpuMs: number };
export type Measured = { name: string; steady: Figures; above: Figures };

/** Checks a second of each side, with both at the same time. */
export const STEADY = 500;
/** More than either can do alone on two cores. */
export const ABOVE = 12_000;
/** Each process collects garbage 30 s after its start, once: half a second of CPU time. */
const SETTLE_MS = 32_000;
const ABOVE_SETTLE_MS = 5_000;
const STEADY_SECONDS = 36;
const ABOVE_SECONDS = 10;
const LOG_DELAY_MS = 1_500;

/** A side with monitors at 1 s, by their path on the target. */
type Loaded = { side: Side; target: Target; monitors: Map<string, { id: string; intervalMs: number }> };

/** Measures both under the same load at the same time, and then how many checks each of them completes alone. */
export async function measureThroughput(): Promise<{ allInOne: Measured; fleet: Measured }> {
  const directory = makeBenchFolder();
  const target = await startTarget(directory);
  try {
    const allInOne = await load({ side: await startAllInOne(), target, monitors: new Map() }, STEADY);
    const fleet = await load({ side: await startSeparate(), target, monitors: new Map() }, STEADY);
    await pause(SETTLE_MS);
    const [steadyOfOne, steadyOfFleet] = await Promise.all([
      measure(allInOne, STEADY_SECONDS),
      measure(fleet, STEADY_SECONDS),
    ]);
    await fleet.side.stop();
    const aboveOfOne = await measureAbove(allInOne);
    const aboveOfFleet = await measureAbove({ side: await startSeparate(), target, monitors: new Map() });
    return {
      allInOne: { name: allInOne.side.name, steady: steadyOfOne, above: aboveOfOne },
      fleet: { name: fleet.side.name, steady: steadyOfFleet, above: aboveOfFleet },
    };
  } finally {
    await target.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function load(loaded: Loaded, count: number): Promise<Loaded> {
  const { side, target, monitors } = loaded;
  const from = monitors.size;
  const paths = Array.from(
    { length: count - from },
    (_, index) => `/${side.name.replaceAll(" ", "-")}/${from + index}`,
  );
  const wanted = paths.map((path) => ({
    ...{ name: path, url: `${target.httpUrl}${path}`, locations: [side.location] },
    ...{ interval: 1, timeout: 10 },
  }));
  const made = await createMonitors(side.api, wanted);
  for (const [index, { id }] of made.entries()) monitors.set(paths[index] ?? "", { id, intervalMs: 1_000 });
  return loaded;
}

async function measureAbove(loaded: Loaded): Promise<Figures> {
  try {
    await load(loaded, ABOVE);
    await pause(ABOVE_SETTLE_MS);
    return await measure(loaded, ABOVE_SECONDS);
  } finally {
    await loaded.side.stop();
  }
}

async function measure({ side, target, monitors }: Loaded, seconds: number): Promise<Figures> {
  const processes = Object.entries(side.processes());
  const usage = () => processes.map(([, pids]) => usageOf(pids));
  const [offset, before, fromMs] = [target.logSize(), usage(), Date.now()];
  await pause(seconds * 1_000);
  const [after, toMs] = [usage(), Date.now()];
  await pause(LOG_DELAY_MS);
  const requests = target
    .requestsSince(offset)
    .filter(({ path, atMs }) => monitors.has(path) && atMs >= fromMs && atMs < toMs);
  const parts = Object.fromEntries(
    processes.map(([name], index): [string, Part] => [
      name,
      {
        cpuMs: ((after[index]?.cpuMs ?? 0) - (before[index]?.cpuMs ?? 0)) / requests.length,
        pssMb: after[index]?.pssMb ?? 0,
      },
    ]),
  );
  return {
    perSecond: (requests.length * 1_000) / (toMs - fromMs),
    lateness: measureLateness(requests, monitors),
    parts,
    cpuMs: Object.values(parts).reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  };
}
