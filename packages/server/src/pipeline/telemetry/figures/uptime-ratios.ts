import { PERIOD_MS } from "@vedette/contract/targets/stats-periods.ts";
import type { Interval } from "../../results/observed/missed-time.ts";
import { statusSpans, summarizeUptime } from "../../results/stats/uptime.ts";
import type { MeasuredChange, MeasuredTarget } from "./queries.ts";

export const UPTIME_WINDOWS = ["24h", "7d", "30d"] as const;
export type UptimeWindow = (typeof UPTIME_WINDOWS)[number];

/** Shares of the observed time, from 0 to 1; null if nothing was observed in the window. */
export type UptimeRatios = Record<UptimeWindow, number | null>;

/** The uptime of a target from its changes of status, in order, and the times in which its checks were missed. */
export function uptimeRatios(
  target: Pick<MeasuredTarget, "created_at_ms" | "status">,
  {
    changes,
    missed,
    nowMs,
  }: { changes: readonly MeasuredChange[]; missed: readonly Interval[]; nowMs: number },
): UptimeRatios {
  const spans = statusSpans(
    { createdAtMs: target.created_at_ms, nowMs, status: target.status },
    changes.map((change) => ({
      atMs: change.at_ms,
      status: change.status,
      previousStatus: change.previous_status,
    })),
  );
  const ratioOf = (window: UptimeWindow): number | null => {
    const { upMs, downMs } = summarizeUptime(
      spans,
      { fromMs: nowMs - PERIOD_MS[window], toMs: nowMs },
      missed,
    );
    return upMs + downMs > 0 ? upMs / (upMs + downMs) : null;
  };
  return { "24h": ratioOf("24h"), "7d": ratioOf("7d"), "30d": ratioOf("30d") };
}
