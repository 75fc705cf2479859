import type { PingKind } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";

/** What is known of a heartbeat from its pings. */
export type HeartbeatProgress = {
  pingCount: number;
  /** The last ping that was not ignored. */
  lastPingMs: number | null;
  lastSuccessMs: number | null;
  lastDurationMs: number | null;
  /** The slot that is expected next; null before the first ping, and if the schedule has no further one. */
  nextSlotMs: number | null;
  /** The newest slot that has a result or a gap, or was answered by the start of a run. */
  accountedMs: number | null;
  /** Runs that started and have not ended, oldest first. */
  runs: readonly StartedRun[];
  lastEnd: RunEnd | null;
  /** The schedule that `nextSlotMs` is of, and since when it applies; null before the first ping. */
  planned: { schedule: HeartbeatSchedule; sinceMs: number } | null;
};

export type StartedRun = {
  rid: string | null;
  startMs: number;
  /** The slot that the start answered; null for a run between expected ones. */
  slotMs: number | null;
  /** It took too long, and that was reported. */
  isOverdue: boolean;
};

type RunEnd = { rid: string | null; atMs: number };

export const NO_PROGRESS: HeartbeatProgress = {
  pingCount: 0,
  lastPingMs: null,
  lastSuccessMs: null,
  lastDurationMs: null,
  nextSlotMs: null,
  accountedMs: null,
  runs: [],
  lastEnd: null,
  planned: null,
};

/** A stored ping that was not evaluated yet. */
export type PendingPing = {
  id: string;
  receivedMs: number;
  kind: PingKind;
  rid: string | null;
  exitStatus: number | null;
  /** Measured by the sender. */
  durationMs: number | null;
  metrics: Readonly<Record<string, number>> | null;
};

/** A time in which no process could accept pings. */
export type PingOutage = { fromMs: number; toMs: number };
