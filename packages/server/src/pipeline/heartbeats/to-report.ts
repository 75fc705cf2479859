import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { CheckTimings } from "@vedette/contract/checks/check-run.ts";
import { describeSpan } from "@vedette/contract/heartbeats/schedules/describe-schedule.ts";
import type { SlotGapRow } from "../results/recording/queries.ts";
import type { FinishedReport } from "../results/recording/record-batch.ts";
import { RESPONSE_US_MAX } from "../results/recording/response-limit.ts";
import type { Definition, HeartbeatPlan, SeriesDefinition } from "../scheduler/definition.ts";
import type { HeartbeatGap, HeartbeatResult } from "./advance-types.ts";

/** Converts what was found about a heartbeat to results and gaps, as those of checks. */

/** What is stored as the runner of all these results. */
const RUNNER = "ping";

const NO_TIMINGS: CheckTimings = {
  dnsUs: null,
  connectUs: null,
  tlsUs: null,
  ttfbUs: null,
  downloadUs: null,
};

export type HeartbeatTarget = { definition: Definition; plan: HeartbeatPlan; series: SeriesDefinition };

export function toReport(
  result: HeartbeatResult,
  { definition, plan, series }: HeartbeatTarget,
): FinishedReport {
  const { slotMs, atMs, durationMs, metrics } = result;
  const isUp = result.cause === "success";
  return {
    seriesKey: series.seriesKey,
    shard: definition.shard,
    slotMs,
    location: series.location,
    trigger: "schedule",
    runner: RUNNER,
    metrics,
    outcome: {
      status: isUp ? "up" : "down",
      checkedAtMs: atMs,
      // The pings have the exact durations.
      responseUs: isUp && durationMs !== null ? Math.min(durationMs * 1_000, RESPONSE_US_MAX) : null,
      timings: NO_TIMINGS,
      ...{ statusCode: null, ip: null, tls: null, bodyBytes: null },
      attempts: 1,
      assertions: [],
      error: errorOf(result, plan),
    },
  };
}

/** To the second: nothing is expected at a part of one. */
function instantText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, SECONDS_LENGTH)}Z`;
}

const SECONDS_LENGTH = "2026-11-20T00:00:00".length;

function errorOf(result: HeartbeatResult, { graceMs, maxRuntimeMs }: HeartbeatPlan): CheckError | null {
  const within = (ms: number) => (ms === 0 ? "in time" : `within ${describeSpan(Math.round(ms / 1_000))}`);
  const { slotMs } = result;
  switch (result.cause) {
    case "success":
      return null;
    case "missed":
      return error(
        "HEARTBEAT_MISSED",
        `The ping expected at ${instantText(slotMs)} did not arrive ${within(graceMs)}.`,
      );
    case "too_long":
      return error("HEARTBEAT_TOO_LONG", `A run did not end ${within(maxRuntimeMs)} after its start.`);
    case "failed": {
      const { exitStatus } = result;
      const detail = exitStatus === null ? "" : ` with exit code ${exitStatus}`;
      return error("HEARTBEAT_FAILED", `The job failed${detail}.`);
    }
  }
}

function error(code: CheckError["code"], message: string): CheckError {
  return { code, message, phase: "request" };
}

export function toGapRow(
  { fromMs, toMs, count, kind, reason }: HeartbeatGap,
  { series: { seriesKey } }: HeartbeatTarget,
): SlotGapRow {
  return { seriesKey, fromMs, toMs, kind, reason, slots: count };
}
