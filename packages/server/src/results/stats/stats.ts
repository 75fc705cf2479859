import { type MonitorStats, PERIOD_MS } from "@vedette/contract/stats.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Db } from "../../storage/database.ts";
import {
  addCounted,
  addRollup,
  addStored,
  createRollup,
  DAY_MS,
  HOUR_MS,
  type Rollup,
} from "../folding/rollup.ts";
import {
  countGapSlots,
  findMonitorFacts,
  listStatsCells,
  listStatusChanges,
  type MonitorFacts,
  type StatsCell,
} from "./queries.ts";
import { type StatusSpan, statusSpans, summarizeUptime } from "./uptime.ts";
import { planStats, type StatsPlan, type StatsWindow } from "./window.ts";

/*
 * Statistics of one monitor: closed hours and days from rollups, what is not folded yet from results,
 * uptime from changes of status. Must never know who folds or when.
 */

export type StatsRequest = StatsWindow & {
  orgId: string;
  monitorId: string;
  nowMs: number;
  /** Only this location's checks; uptime stays the monitor's. */
  location?: string | undefined;
};

/** Not found when the organization has no such monitor. */
export async function monitorStats(db: Db, request: StatsRequest): Promise<MonitorStats> {
  const { orgId, monitorId, nowMs } = request;
  const location = request.location ?? null;
  const facts = await findMonitorFacts(db, orgId, monitorId, location);
  if (facts === null) throw notFound("monitor");
  const resultsPerHour =
    (HOUR_MS / facts.interval_ms) * facts.series.filter((series) => series.active).length;
  const plan = planStats(request, { nowMs, resultsPerHour });
  const unfoldedFrom = unfoldedFromMs(plan, facts.folded_to?.getTime() ?? plan.hoursFromMs);
  const cells = await listStatsCells(db, orgId, monitorId, {
    plan,
    unfoldedFrom: new Date(unfoldedFrom),
    location,
  });
  const window = { from: new Date(plan.fromMs), to: new Date(plan.toMs), location };
  const gaps = await countGapSlots(db, orgId, monitorId, window);
  const missed = gaps.find((gap) => gap.kind === "missed")?.slots ?? 0;
  const skipped = gaps.find((gap) => gap.kind === "skipped")?.slots ?? 0;
  return {
    monitor_id: monitorId,
    period: request.period,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    missed_checks: missed,
    skipped_checks: skipped,
    ...ofResults(cells, plan, facts),
    ...ofStatus(await readSpans(db, request, { facts, fromMs: plan.fromMs }), plan, nowMs),
  };
}

function unfoldedFromMs(plan: StatsPlan, foldedToMs: number): number {
  return Math.max(plan.hoursFromMs, Math.min(plan.hoursToMs, foldedToMs));
}

type ResultStats = Pick<
  MonitorStats,
  "total_checks" | "failed_checks" | "response_time_ms" | "by_location" | "series"
>;

function ofResults(cells: readonly StatsCell[], plan: StatsPlan, facts: MonitorFacts): ResultStats {
  const bySeries = new Map(facts.series.map((series) => [series.key, createRollup()]));
  const points = createPoints(plan);
  for (const cell of cells) {
    const series = bySeries.get(cell.series_key);
    const point = points.get(Math.floor(cell.at_ms / plan.bucketMs) * plan.bucketMs);
    if (series !== undefined) addCell(series, cell);
    if (point !== undefined) addCell(point, cell);
  }
  const all = createRollup();
  for (const rollup of bySeries.values()) addRollup(all, rollup);
  return {
    total_checks: all.total,
    failed_checks: all.failed,
    response_time_ms: responseTime(all),
    by_location: facts.series.flatMap(({ key, location, active }) => {
      const rollup = bySeries.get(key);
      return rollup !== undefined && (active || rollup.total > 0)
        ? [{ location, ...ofLocation(rollup) }]
        : [];
    }),
    series: [...points].map(([atMs, rollup]) => ({
      at: new Date(atMs).toISOString(),
      avg_ms: average(rollup),
      p95_ms: quantile(rollup, 0.95),
      total: rollup.total,
      failed: rollup.failed,
    })),
  };
}

/** A point for each stretch of the window, also where nothing was checked: a chart shows it as a gap. */
function createPoints({ fromMs, toMs, bucketMs }: StatsPlan): Map<number, Rollup> {
  const points = new Map<number, Rollup>();
  const firstMs = Math.floor(fromMs / bucketMs) * bucketMs;
  for (let atMs = firstMs; atMs < toMs; atMs += bucketMs) points.set(atMs, createRollup());
  return points;
}

function addCell(rollup: Rollup, cell: StatsCell): void {
  if (cell.measured === null) addCounted(rollup, cell);
  else addStored(rollup, cell);
}

function ofLocation(rollup: Rollup) {
  return {
    total_checks: rollup.total,
    failed_checks: rollup.failed,
    success_percentage: rollup.total === 0 ? null : percentage(1 - rollup.failed / rollup.total),
    response_time_ms: responseTime(rollup),
  };
}

function responseTime(rollup: Rollup): MonitorStats["response_time_ms"] {
  return {
    avg: average(rollup),
    min: milliseconds(rollup.responseUsMin),
    max: milliseconds(rollup.responseUsMax),
    p50: quantile(rollup, 0.5),
    p90: quantile(rollup, 0.9),
    p95: quantile(rollup, 0.95),
    p99: quantile(rollup, 0.99),
  };
}

function average(rollup: Rollup): number | null {
  return rollup.measured === 0 ? null : milliseconds(rollup.responseUsSum / rollup.measured);
}

/** Never beyond the least and greatest time, which are known exactly. */
function quantile({ sketch, responseUsMin, responseUsMax }: Rollup, q: number): number | null {
  const value = sketch.quantile(q);
  if (value === null || responseUsMin === null || responseUsMax === null) return null;
  return milliseconds(Math.min(Math.max(value * 1_000, responseUsMin), responseUsMax));
}

type StatusStats = Pick<
  MonitorStats,
  "uptime_percentage" | "incidents" | "downtime_seconds" | "mttr_seconds" | "uptime"
>;

async function readSpans(
  db: Db,
  { orgId, monitorId, nowMs }: StatsRequest,
  { facts, fromMs }: { facts: MonitorFacts; fromMs: number },
): Promise<StatusSpan[]> {
  const since = new Date(Math.min(fromMs, nowMs - PERIOD_MS["90d"]));
  const changes = await listStatusChanges(db, orgId, monitorId, since);
  return statusSpans(
    { createdAtMs: facts.created_at.getTime(), nowMs, status: facts.status },
    changes.map((change) => ({
      atMs: change.at.getTime(),
      status: change.status,
      previousStatus: change.previous_status,
    })),
  );
}

function ofStatus(
  spans: readonly StatusSpan[],
  window: { fromMs: number; toMs: number },
  nowMs: number,
): StatusStats {
  const summary = summarizeUptime(spans, window);
  const uptimeOf = (spanMs: number) => {
    const { upRatio } = summarizeUptime(spans, { fromMs: nowMs - spanMs, toMs: nowMs });
    return upRatio === null ? null : percentage(upRatio);
  };
  return {
    uptime_percentage: summary.upRatio === null ? null : percentage(summary.upRatio),
    incidents: summary.incidents,
    downtime_seconds: summary.downMs / 1_000,
    mttr_seconds: summary.mttrMs === null ? null : Math.round(summary.mttrMs) / 1_000,
    uptime: {
      "24h": uptimeOf(DAY_MS),
      "7d": uptimeOf(PERIOD_MS["7d"]),
      "30d": uptimeOf(PERIOD_MS["30d"]),
      "90d": uptimeOf(PERIOD_MS["90d"]),
    },
  };
}

/** Four decimals, rounded down: 100 means that there was no failure at all. */
function percentage(ratio: number): number {
  return Math.floor(ratio * 1_000_000 + 1e-6) / 10_000;
}

/** Microseconds as milliseconds with three decimals. */
function milliseconds(us: number): number;
function milliseconds(us: number | null): number | null;
function milliseconds(us: number | null): number | null {
  return us === null ? null : Math.round(us) / 1_000;
}
