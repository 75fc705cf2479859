import { occurrencesOf } from "@vedette/contract/heartbeats/schedules/occurrences.ts";
import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import { advanceHeartbeat } from "../../src/pipeline/heartbeats/advance.ts";
import type {
  AdvanceInput,
  HeartbeatGap,
  HeartbeatResult,
} from "../../src/pipeline/heartbeats/advance-types.ts";
import {
  type HeartbeatProgress,
  NO_PROGRESS,
  type PendingPing,
  type PingOutage,
} from "../../src/pipeline/heartbeats/progress.ts";

export const MINUTE_MS = 60_000;
/** Midnight of a Friday, in UTC. */
export const T0 = Date.UTC(2026, 10, 20);

export const HOURLY = { type: "cron", expression: "0 * * * *", timezone: "UTC" } as const;

export type SimulatedOptions = {
  schedule?: HeartbeatSchedule;
  graceMinutes?: number;
  maxRuntimeMinutes?: number;
  outages?: readonly PingOutage[];
  pausedFrom?: number;
};

/** A heartbeat that pings and time advance; times are minutes after `T0`. */
export function simulateHeartbeat({
  schedule = HOURLY,
  graceMinutes = 10,
  maxRuntimeMinutes = graceMinutes,
  outages = [],
  pausedFrom = Number.POSITIVE_INFINITY,
}: SimulatedOptions = {}) {
  let progress: HeartbeatProgress = NO_PROGRESS;
  let verdict: AdvanceInput["verdict"] = "pending";
  const results: HeartbeatResult[] = [];
  const gaps: HeartbeatGap[] = [];
  const times = { outages: [...outages] };
  let pings = 0;
  const at = (minutes: number) => T0 + minutes * MINUTE_MS;

  function advance(input: { pings?: readonly PendingPing[]; horizonMs: number }) {
    const plan = {
      ...{ kind: "heartbeat" as const, timeoutMs: 0, retries: 0 as const, schedule },
      graceMs: graceMinutes * MINUTE_MS,
      maxRuntimeMs: maxRuntimeMinutes * MINUTE_MS,
    };
    const advanced = advanceHeartbeat(progress, {
      plan,
      occurrences: schedule.type === "period" ? null : occurrencesOf(schedule),
      verdict,
      pings: [],
      outages: times.outages,
      scheduleSinceMs: T0 - 1,
      isPausedAt: (ms) => ms >= at(pausedFrom),
      ...input,
    });
    ({ progress } = advanced);
    results.push(...advanced.results);
    gaps.push(...advanced.gaps);
    const last = advanced.results.at(-1);
    if (last) verdict = last.cause === "success" ? "up" : "down";
    return advanced;
  }

  const pingBefore = (minutes: number, horizon: number, more: Partial<PendingPing> = {}) => {
    pings += 1;
    const received = {
      id: String(pings),
      receivedMs: at(minutes),
      rid: null,
      exitStatus: null,
      durationMs: null,
      metrics: null,
    };
    const [evaluated] = advance({
      pings: [{ ...received, kind: "success", ...more }],
      horizonMs: at(horizon),
    }).pings;
    return evaluated;
  };
  const ping = (minutes: number, more: Partial<PendingPing> = {}) => pingBefore(minutes, minutes, more);
  return {
    ping,
    pingBefore,
    start: (minutes: number, rid: string | null = null) => ping(minutes, { kind: "start", rid }),
    fail: (minutes: number) => ping(minutes, { kind: "fail" }),
    pass: (minutes: number) => advance({ horizonMs: at(minutes) }),
    addOutage: (from: number, to: number) => times.outages.push({ fromMs: at(from), toMs: at(to) }),
    progress: () => progress,
    verdict: () => verdict,
    /** `<minute of the slot> <cause> <minute when it was known>` */
    results: () =>
      results.map(
        ({ slotMs, cause, atMs }) => `${(slotMs - T0) / MINUTE_MS} ${cause} ${(atMs - T0) / MINUTE_MS}`,
      ),
    /** `<first>-<last> <count> <reason>` */
    gaps: () =>
      gaps.map(
        ({ fromMs, toMs, count, reason }) =>
          `${(fromMs - T0) / MINUTE_MS}-${(toMs - T0) / MINUTE_MS} ${count} ${reason}`,
      ),
    durations: () => results.map(({ durationMs }) => durationMs),
  };
}
