import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { makeBenchFolder } from "../harness/folder.ts";
import { type Lateness, measureLateness } from "../harness/lateness.ts";
import type { Target } from "../harness/nginx.ts";
import type { Usage } from "../harness/process-usage.ts";
import { createMonitors, startVedette, type Vedette } from "../harness/vedette.ts";

export type Scheme = "http" | "https";

/** A running Vedette with monitors of one interval and one target. The path identifies the monitor. */
export type Fleet = {
  vedette: Vedette;
  monitors: Map<string, { id: string; intervalMs: number }>;
  add(count: number): Promise<void>;
  restart(): Promise<void>;
  end(): Promise<void>;
};

export type Measurement = {
  perSecond: number;
  nodeMs: number;
  postgresMs: number;
  node: Usage;
  postgres: Usage;
  lateness: Lateness;
};

export async function startFleet(
  target: Target,
  { scheme, count, intervalSeconds }: { scheme: Scheme; count: number; intervalSeconds: number },
): Promise<Fleet> {
  const directory = makeBenchFolder();
  const url = scheme === "https" ? target.httpsUrl : target.httpUrl;
  const monitors = new Map<string, { id: string; intervalMs: number }>();
  const fleet: Fleet = {
    vedette: await startVedette(directory),
    monitors,
    async add(more) {
      const paths = Array.from({ length: more }, (_, index) => `/${monitors.size + index}`);
      const bodies = paths.map((path) => ({
        name: `monitor ${path}`,
        type: "url",
        url: `${url}${path}`,
        interval: intervalSeconds,
        timeout: 10,
        verify_tls: false,
      }));
      const ids = await createMonitors(fleet.vedette, bodies);
      ids.forEach((id, index) => {
        monitors.set(paths[index] ?? "", { id, intervalMs: intervalSeconds * 1_000 });
      });
    },
    async restart() {
      const { key } = fleet.vedette;
      await fleet.vedette.stop();
      fleet.vedette = await startVedette(directory, { key });
    },
    async end() {
      await fleet.vedette.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await fleet.add(count);
  return fleet;
}

/** nginx writes its log once a second. */
const LOG_DELAY_MS = 1_500;

/** Measures CPU time, memory and lateness of the fleet for some seconds. */
export async function measure(fleet: Fleet, target: Target, seconds: number): Promise<Measurement> {
  const offset = target.logSize();
  const before = fleet.vedette.usage();
  const fromMs = Date.now();
  await pause(seconds * 1_000);
  const toMs = Date.now();
  const after = fleet.vedette.usage();
  await pause(LOG_DELAY_MS);
  const requests = target.requestsSince(offset).filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  return {
    perSecond: requests.length / ((toMs - fromMs) / 1_000),
    nodeMs: (after.node.cpuMs - before.node.cpuMs) / requests.length,
    postgresMs: (after.postgres.cpuMs - before.postgres.cpuMs) / requests.length,
    node: after.node,
    postgres: after.postgres,
    lateness: measureLateness(requests, fleet.monitors),
  };
}
