import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { readMissed } from "../observed/missed-queries.ts";
import { uptimeRange } from "../observed/uptime-range.ts";
import { DAY_MS, HOUR_MS, type Rollup } from "../rollups/rollup.ts";
import { ResponseSketch } from "../rollups/sketch.ts";
import { type DayTimes, listDayTimes, listStatusChangesOf } from "./day-queries.ts";
import { quantile } from "./rollup-figures.ts";
import { statusSpans, summarizeUptime } from "./uptime.ts";

/*
 * Uptime and p95 of the last day for a page of monitors, in one statement each, for any number of monitors.
 * The statistics of a single monitor (`targetStats`) are exact to the millisecond, but would cost as much for
 * each of them.
 */

export type DayFigures = {
  uptime_24h: number | null;
  observed_24h: number | null;
  p95_24h_ms: number | null;
};

type DayRequest = {
  orgId: string;
  monitors: readonly { id: string; status: MonitorStatus; createdAtMs: number }[];
  nowMs: number;
};

export async function dayFigures(db: Db, request: DayRequest): Promise<Map<string, DayFigures>> {
  const { orgId, monitors, nowMs } = request;
  const ids = monitors.map(({ id }) => id);
  const fromMs = nowMs - DAY_MS;
  const changes = await listStatusChangesOf(db, orgId, ids, new Date(fromMs));
  const changesOf = Map.groupBy(changes, ({ target_id: id }) => id);
  const missed = await readMissed(db, orgId, { ids, fromMs, toMs: nowMs });
  // From a whole hour: all but the newest hours are then read from rollups.
  const times = await listDayTimes(db, orgId, ids, new Date(Math.floor(fromMs / HOUR_MS) * HOUR_MS));
  const timesOf = Map.groupBy(times, ({ target_id: id }) => id);
  return new Map(
    monitors.map((monitor) => {
      const known = (changesOf.get(monitor.id) ?? []).map(({ at, status, previous_status }) => {
        return { atMs: at.getTime(), status, previousStatus: previous_status };
      });
      const spans = statusSpans({ ...monitor, nowMs }, known);
      const summary = summarizeUptime(spans, { fromMs, toMs: nowMs }, missed.get(monitor.id));
      const { uptime, observed } = uptimeRange(summary);
      return [
        monitor.id,
        {
          uptime_24h: uptime,
          observed_24h: observed,
          p95_24h_ms: quantile(mergeTimes(timesOf.get(monitor.id) ?? []), 0.95),
        },
      ];
    }),
  );
}

/** Merges the times of all series of a monitor: rolled-up hours as sketches, the others as measured. */
function mergeTimes(parts: readonly DayTimes[]): Pick<Rollup, "sketch" | "responseUsMin" | "responseUsMax"> {
  const sketch = new ResponseSketch();
  const bounds: number[] = [];
  for (const { sketches, response_us, response_us_min: leastUs, response_us_max: mostUs } of parts) {
    if (sketches !== null) eachSketch(sketches, (bytes) => sketch.mergeEncoded(bytes));
    if (leastUs !== null && mostUs !== null) bounds.push(leastUs, mostUs);
    for (let at = 0; response_us !== null && at < response_us.length; at += 4) {
      const timeUs = response_us.readInt32BE(at);
      sketch.add(timeUs / 1_000);
      bounds.push(timeUs);
    }
  }
  const none = bounds.length === 0;
  return {
    sketch,
    responseUsMin: none ? null : Math.min(...bounds),
    responseUsMax: none ? null : Math.max(...bounds),
  };
}

/** Each has a length prefix, as `listDayTimes` concatenates them. */
export function eachSketch(sketches: Buffer, take: (bytes: Buffer) => void): void {
  for (let at = 0; at < sketches.length; ) {
    const end = at + 4 + sketches.readInt32BE(at);
    take(sketches.subarray(at + 4, end));
    at = end;
  }
}
