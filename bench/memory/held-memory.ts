import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Target } from "../harness/nginx.ts";
import { createMonitors, startVedette, type Vedette } from "../harness/vedette.ts";

/** Memory that a number of monitors needs, in MiB of PSS, and the CPU time of a minute. */
export type HeldMemory = { monitors: number; nodeMb: number; postgresMb: number; cpuMsPerMinute: number };

const INTERVAL_SECONDS = 30;
/** Figures of a moment depend on the last garbage collection. */
const SAMPLES = 10;
const SAMPLE_EVERY_MS = 3_000;

/** Runs Vedette with monitors, half of them over HTTPS, for the warm-up, and returns the mean of half a minute after it. */
export async function measureMemory(
  directory: string,
  { monitors, minutes, target }: { monitors: number; minutes: number; target: Target },
): Promise<HeldMemory> {
  const data = join(directory, `memory-${monitors}`);
  mkdirSync(data, { recursive: true });
  const vedette = await startVedette(data, { env: { NODE_COMPILE_CACHE: join(directory, "compile-cache") } });
  try {
    await createMonitors(vedette, bodies(monitors, target));
    await pause(minutes * 60_000);
    return { monitors, ...(await sample(vedette)) };
  } finally {
    await vedette.stop();
  }
}

function bodies(monitors: number, { httpUrl, httpsUrl }: Target): Record<string, unknown>[] {
  return Array.from({ length: monitors }, (_, index) => ({
    name: `Monitor ${index}`,
    type: "url",
    url: `${index % 2 === 0 ? httpUrl : httpsUrl}/m/${index}`,
    interval: INTERVAL_SECONDS,
    ...(index % 2 === 1 && { verify_tls: false }),
  }));
}

async function sample(vedette: Vedette): Promise<Omit<HeldMemory, "monitors">> {
  const began = performance.now();
  const before = cpuOf(vedette);
  let [node, postgres] = [0, 0];
  for (let taken = 0; taken < SAMPLES; taken += 1) {
    await pause(SAMPLE_EVERY_MS);
    const usage = vedette.usage();
    node += usage.node.pssMb / SAMPLES;
    postgres += usage.postgres.pssMb / SAMPLES;
  }
  const minutes = (performance.now() - began) / 60_000;
  return { nodeMb: node, postgresMb: postgres, cpuMsPerMinute: (cpuOf(vedette) - before) / minutes };
}

function cpuOf(vedette: Vedette): number {
  const { node, postgres } = vedette.usage();
  return node.cpuMs + postgres.cpuMs;
}
