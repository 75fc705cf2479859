import type { CheckSpec } from "@vedette/contract/check-run.ts";
import type { MonitorStatus } from "@vedette/contract/monitors.ts";

/** A monitor as it is held in memory: what to check when, and what its last checks said. */
export type Definition = {
  monitorId: string;
  orgId: string;
  name: string;
  shard: number;
  enabled: boolean;
  intervalMs: number;
  /** From here on every slot has to be accounted for. */
  scheduleSinceMs: number;
  /** Counts changes in the database; tells how old this picture is. */
  revision: number;
  status: MonitorStatus;
  statusSinceMs: number;
  spec: CheckSpec;
  series: SeriesDefinition[];
};

/** One monitor at one location. */
export type SeriesDefinition = {
  seriesKey: number;
  location: string;
  active: boolean;
  status: "pending" | "up" | "degraded" | "down";
  statusSinceMs: number;
  consecutiveFailures: number;
  /** The newest slot with a result, missed or skipped; null when there is none yet. */
  accountedMs: number | null;
};
