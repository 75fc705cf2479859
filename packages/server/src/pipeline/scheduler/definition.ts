import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { GroupId } from "@vedette/contract/common/ids.ts";
import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

/** A target as held in memory: its schedule, and its last known state. */
export type Definition = {
  targetId: string;
  kind: TargetKind;
  orgId: string;
  name: string;
  /** Of a monitor; null for other kinds. */
  type: CheckType | null;
  tags: readonly string[];
  groupId: GroupId | null;
  shard: number;
  enabled: boolean;
  intervalMs: number;
  /** While a location is down, it is checked this often, between the slots. */
  confirmIntervalMs?: number;
  /** It has no slots and runs only when triggered. */
  isOnDemand?: true;
  /** Every slot since this instant must be accounted for. */
  scheduleSinceMs: number;
  /** Revision in the database; shows how old this snapshot is. */
  revision: number;
  status: MonitorStatus;
  statusSinceMs: number;
  statusReason: string | null;
  spec: CheckSpec | RunPlan | HeartbeatPlan;
  series: SeriesDefinition[];
};

/**
 * The scheduling data of an API monitor or a journey. The steps are read when a run is dispatched; compared
 * with a run, that statement is cheap.
 */
export type RunPlan = {
  kind: "run";
  timeoutMs: number;
  /** A run has its own attempts, counted by its run queue. */
  retries: 0;
  maxAttempts: number;
  stepsTotal: number;
  /** An edited definition runs at once, like a changed monitor. */
  editedAtMs: number;
};

/** When the pings of a heartbeat are expected. It has no slots in the timer wheel: pipeline/heartbeats/ evaluates it. */
export type HeartbeatPlan = {
  kind: "heartbeat";
  /** Nothing is attempted. */
  timeoutMs: number;
  retries: 0;
  schedule: HeartbeatSchedule;
  graceMs: number;
  maxRuntimeMs: number;
};

/** Whether a target is checked by runners. */
export function isCheckSpec(spec: Definition["spec"]): spec is CheckSpec {
  return spec.kind !== "run" && spec.kind !== "heartbeat";
}

/** One target at one location. */
export type SeriesDefinition = {
  seriesKey: number;
  location: string;
  active: boolean;
  status: "pending" | "up" | "degraded" | "down" | "unknown";
  statusSinceMs: number;
  consecutiveFailures: number;
  consecutiveErrors: number;
  /** The newest slot with a result, missed or skipped; null if there is none yet. */
  accountedMs: number | null;
};
