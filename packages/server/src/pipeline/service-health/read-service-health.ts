import {
  INTERRUPTIONS_SHOWN_MAX,
  type ServiceHealth,
  type ServiceHealthDay,
} from "@vedette/contract/service-health/service-health.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { CalendarDay } from "../results/history/calendar-days.ts";
import { ResponseSketch } from "../results/rollups/sketch.ts";
import { countMissed, countSelfChecks, listDelays, listDeliveryDelays } from "./health-queries.ts";
import { type Interruption, interruptedMs, interruptions, type ProcessLife } from "./interruptions.ts";
import { findFirstProcessStart, listProcesses } from "./process-queries.ts";

type HealthRequest = { days: readonly CalendarDay[]; nowMs: number };

/** Reads how well Vedette itself worked on each of these days, for one organization. */
export async function readServiceHealth(
  db: Db,
  orgId: string,
  { days, nowMs }: HealthRequest,
): Promise<Pick<ServiceHealth, "recorded_from" | "days">> {
  const processes = await listProcesses(db, { sinceMs: days[0]?.fromMs ?? nowMs, nowMs });
  const found = interruptions(processes, nowMs);
  const missed = Map.groupBy(await countMissed(db, orgId, days), ({ day }) => day);
  const delays = Map.groupBy(await listDelays(db, orgId, days), ({ day }) => day);
  const deliveries = new Map((await listDeliveryDelays(db, orgId, days)).map((row) => [row.day, row]));
  const selfChecks = new Map((await countSelfChecks(db, days)).map((row) => [row.day, row]));
  const first = await findFirstProcessStart(db);
  return {
    recorded_from: first?.at?.toISOString() ?? null,
    days: days.map((day, index) => ({
      date: day.date,
      from: new Date(day.fromMs).toISOString(),
      to: new Date(day.toMs).toISOString(),
      ...ofProcesses(day, found, processes),
      missed: (missed.get(index) ?? []).map(({ reason, checks }) => ({ reason, checks })),
      check_delay: mergeDelays(delays.get(index) ?? []),
      delivery: toDelivery(deliveries.get(index)),
      self_checks: toSelfChecks(selfChecks.get(index)),
    })),
  };
}

function ofProcesses(
  { fromMs, toMs }: CalendarDay,
  found: readonly Interruption[],
  processes: readonly ProcessLife[],
): Pick<ServiceHealthDay, "interrupted_seconds" | "interruptions" | "starts"> {
  const inside = found.filter((one) => one.fromMs < toMs && one.toMs > fromMs);
  return {
    interrupted_seconds: Math.round(interruptedMs(inside, fromMs, toMs)) / 1_000,
    interruptions: inside
      .toSorted((one, other) => other.toMs - other.fromMs - (one.toMs - one.fromMs))
      .slice(0, INTERRUPTIONS_SHOWN_MAX)
      .sort((one, other) => one.fromMs - other.fromMs)
      .map(({ reason, ...one }) => ({
        reason,
        from: new Date(one.fromMs).toISOString(),
        to: new Date(one.toMs).toISOString(),
        seconds: Math.round(one.toMs - one.fromMs) / 1_000,
      })),
    starts: processes.filter(({ startedMs }) => startedMs >= fromMs && startedMs < toMs).length,
  };
}

function mergeDelays(
  rows: readonly { checks: number; delay_ms_max: number; sketch: Buffer }[],
): ServiceHealthDay["check_delay"] {
  const sketch = new ResponseSketch();
  for (const row of rows) sketch.mergeEncoded(row.sketch);
  const p99 = sketch.quantile(0.99);
  if (p99 === null) return null;
  const maxMs = rows.reduce((most, row) => Math.max(most, row.delay_ms_max), 0);
  const checks = rows.reduce((sum, row) => sum + row.checks, 0);
  return { checks, p99_ms: Math.min(Math.round(p99), maxMs), max_ms: maxMs };
}

function toDelivery(
  row: { delivered: number; p50_ms: number; p99_ms: number } | undefined,
): ServiceHealthDay["delivery"] {
  return row
    ? { notifications: row.delivered, p50_ms: Math.round(row.p50_ms), p99_ms: Math.round(row.p99_ms) }
    : null;
}

function toSelfChecks(
  row: { passed: number; failed: number; p99_ms: number | null } | undefined,
): ServiceHealthDay["self_checks"] {
  return row ? { passed: row.passed, failed: row.failed, p99_ms: row.p99_ms } : null;
}
