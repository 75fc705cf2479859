import type { Db } from "../../../platform/storage/database.ts";
import type { CalendarDay } from "../../results/history/calendar-days.ts";
import { barDays } from "../components/bar-days.ts";
import { listTimings, type TimingRow } from "../components/history-queries.ts";
import { type ResolvedComponent, readComponentSpans } from "../components/read-components.ts";
import type { PageHistory, SnapshotRequest } from "./snapshot-request.ts";

/** Results that arrive late, and deletions, change past days. */
const VALID_MS = 600_000;
const HOUR_MS = 3_600_000;
const CHART_HOURS = 7 * 24;

export async function readPageHistory(
  db: Db,
  {
    request: { page, nowMs, readAtMs = nowMs, history },
    resolved,
    days,
  }: { request: SnapshotRequest; resolved: readonly ResolvedComponent[]; days: readonly CalendarDay[] },
): Promise<PageHistory> {
  const { org_id: orgId, settings } = page;
  const past = days.slice(0, -1);
  const key = JSON.stringify([
    past.map(({ fromMs }) => fromMs),
    settings.min_incident_seconds,
    settings.show.response_chart,
    resolved.map(({ component, targets }) => [
      component.id,
      component.rollup,
      targets.map(({ targetId }) => targetId).join(),
    ]),
  ]);
  if (history?.key === key && nowMs < history.readAtMs + VALID_MS) return history;
  const span = { fromMs: past[0]?.fromMs ?? nowMs, toMs: past.at(-1)?.toMs ?? nowMs };
  const spans = await readComponentSpans(db, orgId, { components: resolved, span, nowMs: readAtMs });
  const minSeconds = settings.min_incident_seconds;
  return {
    key,
    readAtMs: nowMs,
    days: new Map([...spans].map(([id, own]) => [id, barDays(own, { days: past, minSeconds })])),
    ...(settings.show.response_chart
      ? {
          responseMs: await readResponses(db, { page, resolved, nowMs }),
          unmeasuredHours: await readUnmeasuredHours(db, { page, resolved, nowMs }),
        }
      : { responseMs: new Map(), unmeasuredHours: new Map() }),
  };
}

type ChartRequest = Pick<SnapshotRequest, "page" | "nowMs"> & { resolved: readonly ResolvedComponent[] };

function chartSpan(nowMs: number): { fromMs: number; toMs: number } {
  const toMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return { fromMs: toMs - CHART_HOURS * HOUR_MS, toMs };
}

async function readUnmeasuredHours(
  db: Db,
  { page, resolved, nowMs }: ChartRequest,
): Promise<Map<string, number[]>> {
  const span = chartSpan(nowMs);
  const hours = Array.from({ length: CHART_HOURS }, (_, nr) => {
    const fromMs = span.fromMs + nr * HOUR_MS;
    return { date: String(nr), fromMs, toMs: fromMs + HOUR_MS };
  });
  const spans = await readComponentSpans(db, page.org_id, { components: resolved, span, nowMs });
  return new Map(
    Array.from(spans, ([id, own]) => [
      id,
      barDays(own, { days: hours, minSeconds: 0 }).flatMap(({ unknownMs }, nr) =>
        unknownMs > 0 ? [nr] : [],
      ),
    ]),
  );
}

async function readResponses(
  db: Db,
  { page, resolved, nowMs }: ChartRequest,
): Promise<Map<string, (number | null)[]>> {
  const { fromMs } = chartSpan(nowMs);
  const ids = [...new Set(resolved.flatMap(({ targets }) => targets.map(({ targetId }) => targetId)))];
  const rows = Map.groupBy(
    await listTimings(db, page.org_id, { ids, since: new Date(fromMs) }),
    ({ target_id }) => target_id,
  );
  return new Map(
    resolved
      .filter(({ targets }) => targets.length > 0)
      .map(({ component, targets }) => [
        component.id,
        byHour(
          targets.flatMap(({ targetId }) => rows.get(targetId) ?? []),
          fromMs,
        ),
      ]),
  );
}

/** The mean of all results of an hour, in milliseconds with one decimal. */
function byHour(rows: readonly TimingRow[], fromMs: number): (number | null)[] {
  const sums = Array.from({ length: CHART_HOURS }, () => ({ measured: 0, us: 0 }));
  for (const { at, measured, response_us_sum: us } of rows) {
    const sum = sums[Math.floor((at.getTime() - fromMs) / HOUR_MS)];
    if (!sum) continue;
    sum.measured += measured;
    sum.us += us;
  }
  return sums.map(({ measured, us }) => (measured === 0 ? null : Math.round(us / measured / 100) / 10));
}
