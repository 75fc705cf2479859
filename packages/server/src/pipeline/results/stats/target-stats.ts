import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { PERIOD_MS } from "@vedette/contract/targets/stats-periods.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findImported } from "../imported/find-imported.ts";
import { readMissed } from "../observed/missed-queries.ts";
import type { Interval } from "../observed/missed-time.ts";
import { type UptimeRange, uptimeRange } from "../observed/uptime-range.ts";
import {
  addCounted,
  addRollup,
  addStoredFacts,
  createRollup,
  DAY_MS,
  HOUR_MS,
  type Rollup,
} from "../rollups/rollup.ts";
import { listStatsCells, type StatsCell } from "./cell-queries.ts";
import {
  countGapSlots,
  findFirstResultSlot,
  findTargetFacts,
  listStatusChanges,
  type TargetFacts,
  type TargetName,
} from "./queries.ts";
import { average, percentage, quantile, responseTime, successPercentage } from "./rollup-figures.ts";
import { isWatched, type StatusSpan, statusSpans, summarizeUptime } from "./uptime.ts";
import { planStats, type StatsPlan, type StatsWindow } from "./window.ts";

/*
 * Statistics of one target of any kind: closed hours and days from rollups, the rest from results, uptime
 * from status changes. It must never know what writes rollups, or when.
 */

export type TargetStatsRequest = StatsWindow & {
  kind: TargetName["kind"];
  orgId: string;
  targetId: string;
  nowMs: number;
  /** Limits results to this location; uptime stays the target's. */
  location?: string | undefined;
};

export type TargetStats = {
  /** The fields that the statistics of all kinds share. */
  response: Omit<MonitorStats, "monitor_id">;
  /** All results of the window. */
  totals: Rollup;
  plan: StatsPlan;
  /** The rollup progress; null before the first rollup. */
  rolledUpTo: Date | null;
  isImported: boolean;
  seriesKeys: readonly number[];
};

const LABELS: Record<TargetName["kind"], string> = {
  monitor: "monitor",
  api_monitor: "API monitor",
  journey: "journey",
  heartbeat: "heartbeat",
};

/** Throws not-found if the organization has no such target of that kind. The ID may be malformed. */
export async function targetStats(db: Db, request: TargetStatsRequest): Promise<TargetStats> {
  const { orgId, nowMs } = request;
  const { facts, spans, observedFromMs, plan, seriesKeys, cells } = await readWindow(db, request);
  const missed = await readMissed(db, orgId, { ids: [request.targetId], ...spansWindow(request) });
  const window = { from: new Date(plan.fromMs), to: new Date(plan.toMs) };
  const gaps = await countGapSlots(db, orgId, { seriesKeys, ...window });
  const slotsOf = (of: "missed" | "skipped") => gaps.find((gap) => gap.kind === of)?.slots ?? 0;
  const { totals, ...ofAll } = ofResults(cells, plan, facts);
  const response = {
    period: request.period,
    // Rounding to a whole hour would return a time before the first observation.
    from: new Date(observedFromMs ?? plan.fromMs).toISOString(),
    to: window.to.toISOString(),
    imported: facts.is_imported
      ? await findImported(db, orgId, { targetId: request.targetId, ...plan })
      : null,
    missed_checks: slotsOf("missed"),
    skipped_checks: slotsOf("skipped"),
    ...ofAll,
    ...ofStatus(
      { spans, missed: missed.get(request.targetId) ?? [] },
      { ...plan, askedMs: plan.toMs - Math.min(plan.fromMs, request.fromMs), nowMs },
    ),
  };
  return {
    ...{ response, totals, plan, seriesKeys },
    rolledUpTo: facts.folded_to,
    isImported: facts.is_imported,
  };
}

type ReadWindow = {
  facts: TargetFacts;
  spans: StatusSpan[];
  /** The first observation, if the window starts before the target was created. */
  observedFromMs: number | null;
  plan: StatsPlan;
  seriesKeys: number[];
  cells: StatsCell[];
};

/** Reads the results of a window. Throws not-found if the organization has no such target of that kind. */
export async function readWindow(db: Db, request: TargetStatsRequest): Promise<ReadWindow> {
  const { kind, orgId, targetId, nowMs } = request;
  const location = request.location ?? null;
  const target = { kind, id: targetId };
  const facts = UUID_PATTERN.test(targetId) ? await findTargetFacts(db, orgId, { target, location }) : null;
  if (facts === null) throw notFound(LABELS[kind]);
  const resultsPerHour =
    facts.interval_ms === null
      ? 0
      : (HOUR_MS / facts.interval_ms) * facts.series.filter((series) => series.active).length;
  const seriesKeys = facts.series.map((series) => series.key);
  const spans = await readSpans(db, request, facts);
  const observedFromMs = await findObservedFrom(db, request, { facts, spans });
  const fromMs = observedFromMs ?? request.fromMs;
  const plan = planStats({ fromMs, toMs: request.toMs }, { nowMs, resultsPerHour });
  const cells = await listStatsCells(db, orgId, {
    ...{ seriesKeys, plan },
    rolledUpTo: facts.folded_to,
    isImported: facts.is_imported,
  });
  return { facts, spans, observedFromMs, plan, seriesKeys, cells };
}

type ResultStats = Pick<
  MonitorStats,
  "total_checks" | "failed_checks" | "error_checks" | "response_time_ms" | "by_location" | "series"
> & { totals: Rollup };

function ofResults(cells: readonly StatsCell[], plan: StatsPlan, facts: TargetFacts): ResultStats {
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
    totals: all,
    total_checks: all.total,
    failed_checks: all.failed,
    error_checks: all.errors,
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
      p50_ms: quantile(rollup, 0.5),
      p95_ms: quantile(rollup, 0.95),
      total: rollup.total,
      failed: rollup.failed,
      errors: rollup.errors,
    })),
  };
}

/** One point for each bucket of the window, even without checks: a chart shows it as a gap. */
function createPoints({ fromMs, toMs, bucketMs }: StatsPlan): Map<number, Rollup> {
  const points = new Map<number, Rollup>();
  const firstMs = Math.floor(fromMs / bucketMs) * bucketMs;
  for (let atMs = firstMs; atMs < toMs; atMs += bucketMs) points.set(atMs, createRollup());
  return points;
}

export function addCell(rollup: Rollup, cell: StatsCell): void {
  if (cell.measured === null) addCounted(rollup, cell);
  else addStoredFacts(rollup, cell);
}

function ofLocation(rollup: Rollup) {
  return {
    total_checks: rollup.total,
    failed_checks: rollup.failed,
    error_checks: rollup.errors,
    success_percentage: successPercentage(rollup),
    response_time_ms: responseTime(rollup),
  };
}

type StatusStats = Pick<
  MonitorStats,
  | "uptime_percentage"
  | "uptime_percentage_min"
  | "uptime_percentage_max"
  | "observed_percentage"
  | "missed_seconds"
  | "incidents"
  | "downtime_seconds"
  | "mttr_seconds"
  | "uptime"
  | "uptime_ranges"
>;

/** One day earlier than requested because the boundary may be moved outward to a whole day. */
function spansWindow({ fromMs, nowMs }: Pick<TargetStatsRequest, "fromMs" | "nowMs">): Interval {
  return { fromMs: Math.min(fromMs - DAY_MS, nowMs - PERIOD_MS["90d"]), toMs: nowMs };
}

async function readSpans(
  db: Db,
  { orgId, targetId, fromMs, nowMs }: TargetStatsRequest,
  facts: TargetFacts,
): Promise<StatusSpan[]> {
  const since = new Date(spansWindow({ fromMs, nowMs }).fromMs);
  const changes = await listStatusChanges(db, orgId, targetId, since);
  return statusSpans(
    { createdAtMs: facts.created_at.getTime(), nowMs, status: facts.status },
    changes.map((change) => ({
      atMs: change.at.getTime(),
      status: change.status,
      previousStatus: change.previous_status,
    })),
  );
}

/**
 * The first observed instant of the window if the window starts before the target was created: its first
 * status with a verdict or its first result. Null if the target is older, or if nothing was observed.
 */
async function findObservedFrom(
  db: Db,
  { orgId, fromMs, toMs }: TargetStatsRequest,
  { facts, spans }: { facts: TargetFacts; spans: readonly StatusSpan[] },
): Promise<number | null> {
  if (fromMs >= facts.created_at.getTime()) return null;
  const seriesKeys = facts.series.map((series) => series.key);
  const first = await findFirstResultSlot(db, orgId, { seriesKeys, since: new Date(fromMs) });
  const judgedMs = spans.find(({ status }) => isWatched(status))?.fromMs ?? Number.POSITIVE_INFINITY;
  const firstMs = Math.min(judgedMs, first?.slot?.getTime() ?? Number.POSITIVE_INFINITY);
  return firstMs > fromMs && firstMs < toMs ? firstMs : null;
}

function ofStatus(
  { spans, missed }: { spans: readonly StatusSpan[]; missed: readonly Interval[] },
  { askedMs, nowMs, ...window }: { fromMs: number; toMs: number; askedMs: number; nowMs: number },
): StatusStats {
  const summary = summarizeUptime(spans, window, missed);
  const range = uptimeRange(summary);
  const rangeOf = (spanMs: number) =>
    uptimeRange(summarizeUptime(spans, { fromMs: nowMs - spanMs, toMs: nowMs }, missed));
  const ofPeriods = {
    "24h": rangeOf(DAY_MS),
    "7d": rangeOf(PERIOD_MS["7d"]),
    "30d": rangeOf(PERIOD_MS["30d"]),
    "90d": rangeOf(PERIOD_MS["90d"]),
  };
  return {
    uptime_percentage: range.uptime,
    uptime_percentage_min: range.min,
    uptime_percentage_max: range.max,
    observed_percentage: percentage((summary.upMs + summary.downMs) / askedMs),
    missed_seconds: summary.missedMs / 1_000,
    incidents: summary.incidents,
    downtime_seconds: summary.downMs / 1_000,
    mttr_seconds: summary.mttrMs === null ? null : Math.round(summary.mttrMs) / 1_000,
    uptime: {
      "24h": ofPeriods["24h"].uptime,
      "7d": ofPeriods["7d"].uptime,
      "30d": ofPeriods["30d"].uptime,
      "90d": ofPeriods["90d"].uptime,
    },
    uptime_ranges: {
      "24h": toBounds(ofPeriods["24h"]),
      "7d": toBounds(ofPeriods["7d"]),
      "30d": toBounds(ofPeriods["30d"]),
      "90d": toBounds(ofPeriods["90d"]),
    },
  };
}

function toBounds({ min, max, observed }: UptimeRange): Omit<UptimeRange, "uptime"> {
  return { min, max, observed };
}
