import type { Definition } from "../../packages/server/src/pipeline/scheduler/definition.ts";
import { phaseMs } from "../../packages/server/src/pipeline/scheduler/grid.ts";
import { SHARDS, shardOf } from "../../packages/server/src/platform/kernel/shard.ts";
import { RETRIES, SILENT_TARGETS, TIMEOUT_MS } from "./figures.ts";
import type { Random } from "./random.ts";

/** The monitors of a simulated fleet. Each has one location and thus one series; its key is the monitor's index plus 1. */
export type Population = {
  readonly size: number;
  readonly intervalMs: number;
  /** Monitors of each shard. */
  readonly monitorsByShard: readonly (readonly number[])[];
  phaseMs(monitor: number): number;
  shard(monitor: number): number;
  /** Whether its target never responds. */
  isSilent(monitor: number): boolean;
  /** The definition that the database would return. */
  definition(monitor: number, accountedMs: number): Definition;
};

export type PopulationOptions = {
  size: number;
  intervalMs: number;
  locations: readonly string[];
  random: Random;
};

export function createPopulation({ size, intervalMs, locations, random }: PopulationOptions): Population {
  const ids = Array.from({ length: size }, (_, monitor) => idOf(monitor));
  const phases = Float64Array.from(ids, (id) => phaseMs(id, intervalMs));
  const shards = Uint8Array.from(ids, shardOf);
  const silent = Uint8Array.from(ids, () => (random.uniform() < SILENT_TARGETS ? 1 : 0));
  const monitorsByShard = Array.from({ length: SHARDS }, (): number[] => []);
  for (const [monitor, shard] of shards.entries()) monitorsByShard[shard]?.push(monitor);
  const spec = {
    kind: "tcp" as const,
    host: "target.example",
    port: 443,
    timeoutMs: TIMEOUT_MS,
    retries: RETRIES,
    degradedAfterMs: null,
    assertions: [],
  };

  return {
    size,
    intervalMs,
    monitorsByShard,
    phaseMs: (monitor) => phases[monitor] ?? 0,
    shard: (monitor) => shards[monitor] ?? 0,
    isSilent: (monitor) => silent[monitor] === 1,
    definition: (monitor, accountedMs) => ({
      targetId: ids[monitor] ?? "",
      kind: "monitor",
      orgId: "",
      name: "",
      type: "tcp",
      tags: [],
      groupId: null,
      shard: shards[monitor] ?? 0,
      enabled: true,
      intervalMs,
      scheduleSinceMs: 0,
      revision: 1,
      status: "up",
      statusSinceMs: 0,
      statusReason: null,
      spec,
      series: [
        {
          seriesKey: monitor + 1,
          location: locations[monitor % locations.length] ?? "",
          active: true,
          status: "up",
          statusSinceMs: 0,
          consecutiveFailures: 0,
          consecutiveErrors: 0,
          accountedMs,
        },
      ],
    }),
  };
}

/** In the format of a UUID. The product's hashes only need distinct ids. */
function idOf(monitor: number): string {
  return `01900000-0000-7000-8000-${monitor.toString(16).padStart(12, "0")}`;
}
