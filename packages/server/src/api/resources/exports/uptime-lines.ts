import type { UptimeExportQuery } from "@vedette/contract/reports/export-queries.ts";
import { EXPORT_DAYS_MAX } from "@vedette/contract/reports/report-limits.ts";
import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import { csvLine, csvText } from "../../../pipeline/reports/rendering/csv.ts";
import {
  type CalendarDay,
  calendarDays,
  countCalendarDays,
} from "../../../pipeline/results/history/calendar-days.ts";
import { listSpanAndMissedSumsOfTargets } from "../../../pipeline/results/history/daily-queries.ts";
import { dailyUptime } from "../../../pipeline/results/history/daily-uptime.ts";
import { selectorCondition } from "../../../pipeline/selectors/queries.ts";
import { type ExportContext, type ExportRange, readExportRange, readExportSelector } from "./export-range.ts";
import { createLocalTimes } from "./local-times.ts";
import { type ExportedTarget, listExportedTargets, ofIds } from "./queries.ts";

const COLUMNS = [
  ...["date", "from", "from_local", "to", "target_id", "target", "kind", "uptime_percentage"],
  ...["uptime_percentage_min", "uptime_percentage_max", "observed_percentage", "down_seconds"],
  ...["degraded_seconds", "maintenance_seconds", "missed_seconds", "unmeasured_seconds", "outages"],
];

/** Read together: a year of so many targets is about 10,000 lines. */
const TARGETS_PAGE = 25;

/** Uptime of each target by day of the time zone as CSV. Days that only partly overlap the range are cut to it. */
export async function uptimeLines(
  ctx: ExportContext,
  query: UptimeExportQuery,
): Promise<AsyncGenerator<string>> {
  const range = await readExportRange(ctx, query, EXPORT_DAYS_MAX.uptime);
  const condition = selectorCondition(await readExportSelector(ctx, query));
  const { db, orgId } = ctx;
  const days = daysOf({ ...range, toMs: Math.min(range.toMs, ctx.clock.now()) });
  const localTime = createLocalTimes(range.timezone);

  async function* all(): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    for (let afterId: string | null = null; days.length > 0; ) {
      const page: ExportedTarget[] = await listExportedTargets(db, orgId, {
        ...{ condition, afterId, limit: TARGETS_PAGE },
      });
      yield* await linesOf(ctx, page, { days, localTime });
      if (page.length < TARGETS_PAGE) return;
      afterId = page.at(-1)?.id ?? null;
    }
  }
  return all();
}

function daysOf({ fromMs, toMs, timezone }: ExportRange): CalendarDay[] {
  if (fromMs >= toMs) return [];
  const count = countCalendarDays({ fromMs, toMs }, timezone);
  return calendarDays(count, { nowMs: toMs - 1, timezone }).map((day) => ({
    ...day,
    fromMs: Math.max(day.fromMs, fromMs),
    toMs: Math.min(day.toMs, toMs),
  }));
}

type Options = { days: readonly CalendarDay[]; localTime: (ms: number) => string };

async function linesOf(
  { db, orgId }: ExportContext,
  targets: readonly ExportedTarget[],
  { days, localTime }: Options,
): Promise<string[]> {
  if (targets.length === 0) return [];
  const condition = ofIds(targets.map(({ id }) => id));
  const request = { condition, days, now: new Date(days.at(-1)?.toMs ?? 0) };
  const byTarget = ({ target_id: id }: { target_id: string }) => id;
  const found = await listSpanAndMissedSumsOfTargets(db, orgId, request);
  const sums = Map.groupBy(found.sums, byTarget);
  const missed = Map.groupBy(found.missed, byTarget);
  return targets.flatMap((target) => {
    const ofTarget = { sums: sums.get(target.id) ?? [], missed: missed.get(target.id) ?? [] };
    return dailyUptime({ ...ofTarget, reasons: new Map() }, days).days.map((day) =>
      toLine(target, day, localTime),
    );
  });
}

function toLine(target: ExportedTarget, day: UptimeDay, localTime: (ms: number) => string): string {
  return csvLine([
    ...[day.date, day.from, localTime(Date.parse(day.from)), day.to, target.id, csvText(target.name)],
    ...[target.kind, day.uptime_percentage, day.uptime_percentage_min, day.uptime_percentage_max],
    ...[day.observed_percentage, day.down_seconds, day.degraded_seconds, day.maintenance_seconds],
    ...[day.missed_seconds, day.unmeasured_seconds, day.outages],
  ]);
}
