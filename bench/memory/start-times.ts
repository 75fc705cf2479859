import { rmSync } from "node:fs";
import { join } from "node:path";
import { startVedette } from "../harness/vedette.ts";

/** How long one start took until the server was ready, and the CPU time of the whole process tree until then. */
export type StartTime = { wallMs: number; cpuMs: number };

/** `cold` compiles all code; `warm` finds the compile cache of the earlier start. */
export type StartTimes = { cold: StartTime; warm: StartTime };

/** Medians of starts with a database that exists, so that they do not depend on the disk. */
export async function measureStarts(directory: string, rounds: number): Promise<StartTimes> {
  const data = join(directory, "starts");
  const cache = join(directory, "compile-cache");
  const first = await startVedette(data, { env: { NODE_COMPILE_CACHE: cache } });
  await first.stop();
  const start = (folder: string) => measureStart({ data, key: first.key, cache: folder });
  const [cold, warm]: [StartTime[], StartTime[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const unused = `${cache}-${round}`;
    cold.push(await start(unused));
    rmSync(unused, { recursive: true, force: true });
    warm.push(await start(cache));
  }
  return { cold: medians(cold), warm: medians(warm) };
}

async function measureStart({
  data,
  key,
  cache,
}: {
  data: string;
  key: string;
  cache: string;
}): Promise<StartTime> {
  const began = performance.now();
  const vedette = await startVedette(data, { key, env: { NODE_COMPILE_CACHE: cache } });
  const wallMs = performance.now() - began;
  const { node, postgres } = vedette.usage();
  await vedette.stop();
  return { wallMs, cpuMs: node.cpuMs + postgres.cpuMs };
}

function medians(times: readonly StartTime[]): StartTime {
  return {
    wallMs: median(times.map(({ wallMs }) => wallMs)),
    cpuMs: median(times.map(({ cpuMs }) => cpuMs)),
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
