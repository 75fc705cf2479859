import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

/** A target as it is held in memory: what to check or run when, and what that said last. */
export type Definition = {
  targetId: string;
  kind: TargetKind;
  orgId: string;
  name: string;
  tags: readonly string[];
  shard: number;
  enabled: boolean;
  intervalMs: number;
  /** It has no slots: it is run when somebody asks for it. */
  isOnDemand?: true;
  /** From here on every slot has to be accounted for. */
  scheduleSinceMs: number;
  /** Counts changes in the database; tells how old this picture is. */
  revision: number;
  status: MonitorStatus;
  statusSinceMs: number;
  statusReason: string | null;
  spec: CheckSpec | RunPlan;
  series: SeriesDefinition[];
};

/**
 * What a schedule has to know of an API monitor or a journey. What is to be done is read when a run is
 * handed out, for a run is worth a statement.
 */
export type RunPlan = {
  kind: "run";
  timeoutMs: number;
  /** A run has its own attempts, which its lane counts. */
  retries: 0;
  maxAttempts: number;
  stepsTotal: number;
  /** Another definition runs at once, as a changed monitor is checked at once. */
  editedAtMs: number;
};

/** One target at one location. */
export type SeriesDefinition = {
  seriesKey: number;
  location: string;
  active: boolean;
  status: "pending" | "up" | "degraded" | "down" | "unknown";
  statusSinceMs: number;
  consecutiveFailures: number;
  consecutiveErrors: number;
  /** The newest slot with a result, missed or skipped; null when there is none yet. */
  accountedMs: number | null;
};
