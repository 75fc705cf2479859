import type { Occurrences } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import type { HeartbeatPlan } from "../scheduler/definition.ts";
import type { HeartbeatProgress, PendingPing, PingOutage } from "./progress.ts";
import type { SlotRange } from "./slots.ts";

/** What the evaluation of a heartbeat takes and returns. */

export type HeartbeatResult = {
  slotMs: number;
  /** When it became known: the time of the ping, or the deadline. */
  atMs: number;
  durationMs: number | null;
  metrics: Readonly<Record<string, number>> | null;
} & (
  | { cause: "success" }
  | { cause: "failed"; exitStatus: number | null }
  | { cause: "missed" | "too_long" }
);

export type HeartbeatGap = SlotRange & { kind: "missed" | "skipped"; reason: string };

export type EvaluatedPing = { id: string; durationMs: number | null; slotMs: number | null };

export type AdvanceInput = {
  plan: HeartbeatPlan;
  /** Of a schedule with fixed times; null for a period. */
  occurrences: Occurrences | null;
  /** The verdict so far. */
  verdict: "pending" | "up" | "down";
  pings: readonly PendingPing[];
  /** When the heartbeat was created or last resumed. */
  scheduleSinceMs: number;
  /** Every ping received before it is stored, so deadlines before it can be evaluated; null if that is unknown. */
  horizonMs: number | null;
  /** Oldest first. */
  outages: readonly PingOutage[];
  /** Whether checks of the heartbeat are paused by maintenance at an instant. */
  isPausedAt(atMs: number): boolean;
};

export type AdvancedHeartbeat = {
  progress: HeartbeatProgress;
  results: readonly HeartbeatResult[];
  gaps: readonly HeartbeatGap[];
  /** The others wait until the deadlines before them can be evaluated. */
  pings: readonly EvaluatedPing[];
  /** False if there is more to evaluate now; call again. */
  isDone: boolean;
};
