import { badFields } from "../../platform/kernel/errors.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { Sql } from "../../platform/storage/sql.ts";
import type { CalendarDay } from "../results/history/calendar-days.ts";
import {
  listMaintenanceSpans,
  listSpanAndMissedSums,
  type SpanOfTarget,
} from "../results/history/daily-queries.ts";
import { type KnownTime, knownTimes } from "../results/history/daily-uptime.ts";
import { findProgress } from "../results/rollups/queries.ts";
import { HOUR_MS } from "../results/rollups/rollup.ts";
import { ResponseSketch } from "../results/rollups/sketch.ts";
import { eachSketch } from "../results/stats/day-figures.ts";
import { EXACT_AGE_MS } from "../results/stats/window.ts";
import { selectorCondition } from "../selectors/queries.ts";
import { type CheckSums, listCheckSums } from "./check-sums.ts";
import { planDayRollups } from "./day-rollups.ts";
import type { Amounts, SloDefinition } from "./slo-definition.ts";

/**
 * Reads what was good and bad in intervals that follow one another: time from changes of status, checks from rollups of
 * hours and from results. It never decides what an objective or a budget is.
 */

/** With more spans of maintenance in a window, the report is refused. */
const MAINTENANCE_SPANS_MAX = 50_000;
/** Intervals that are read together if sketches are: those of a thousand targets then fit in memory. */
const INTERVALS_WITH_TIMES = 30;

type Asked = { intervals: readonly CalendarDay[]; nowMs: number };

/** Returns the amounts of each interval. Their edges must be measurable: see `measurableMs`. */
export async function readAmounts(db: Db, slo: SloDefinition, asked: Asked): Promise<Amounts[]> {
  const { intervals, nowMs } = asked;
  const condition = selectorCondition(slo.selector);
  const request = { condition, days: intervals, now: new Date(nowMs) };
  const times = knownTimes(await listSpanAndMissedSums(db, slo.orgId, request), intervals);
  if (slo.sli === "time") return times.map((time) => ofTime(time, slo));
  const checks = await readChecks(db, slo, { ...asked, condition });
  return times.map(({ missedMs, maintenanceMs, unmeasuredMs }, index) => ({
    ...(checks[index] ?? { good: 0, bad: 0, otherChecks: 0 }),
    ...{ missedMs, maintenanceMs, unmeasuredMs },
  }));
}

function ofTime(
  { upMs, downMs, missedMs, maintenanceMs, unmeasuredMs }: KnownTime,
  { excludeMaintenance }: SloDefinition,
): Amounts {
  const bad = downMs + (excludeMaintenance ? 0 : maintenanceMs);
  return { good: upMs, bad, missedMs, maintenanceMs, unmeasuredMs, otherChecks: 0 };
}

type Checks = Pick<Amounts, "good" | "bad" | "otherChecks">;

async function readChecks(
  db: Db,
  slo: SloDefinition,
  { intervals, nowMs, condition }: Asked & { condition: Sql },
): Promise<Checks[]> {
  const excluded = slo.excludeMaintenance
    ? await readMaintenance(db, slo, { intervals, nowMs, condition })
    : [];
  const progress = await findProgress(db);
  const withTimes = slo.sli === "latency";
  const size = withTimes ? INTERVALS_WITH_TIMES : intervals.length;
  const checks = intervals.map((): Checks => ({ good: 0, bad: 0, otherChecks: 0 }));
  for (let at = 0; at < intervals.length; at += size) {
    const some = intervals.slice(at, at + size);
    const edgesMs = [...some.map(({ fromMs }) => fromMs), some.at(-1)?.toMs ?? nowMs];
    const splitHoursMs = splitHours([
      ...edgesMs,
      ...excluded.flatMap(({ from_at, to_at }) => [from_at.getTime(), to_at.getTime()]),
    ]);
    const rolledUpToMs = progress?.hourMs ?? 0;
    const rows = await listCheckSums(db, slo.orgId, {
      ...{ condition, edgesMs, excluded, withTimes, rolledUpToMs, splitHoursMs },
      days: planDayRollups(edgesMs, Math.min(rolledUpToMs, ...splitHoursMs)),
    });
    const judge = judgeOf(slo);
    for (const row of rows) {
      const found = judge(row);
      if (row.interval !== null) addChecks(checks[at + row.interval], found, 1);
      if (row.minus !== null) addChecks(checks[at + row.minus], found, -1);
    }
  }
  return checks;
}

function addChecks(sum: Checks | undefined, { good, bad, otherChecks }: Checks, sign: 1 | -1): void {
  if (sum === undefined) return;
  sum.good += sign * good;
  sum.bad += sign * bad;
  sum.otherChecks += sign * otherChecks;
}

/** The hours within which one of these instants is. */
function splitHours(instantsMs: readonly number[]): number[] {
  const inside = instantsMs.filter((ms) => ms % HOUR_MS !== 0);
  return [...new Set(inside.map((ms) => Math.floor(ms / HOUR_MS) * HOUR_MS))];
}

/** Maintenance that is older than two days is widened to whole hours, because only these are kept. */
async function readMaintenance(
  db: Db,
  { orgId }: SloDefinition,
  { intervals, nowMs, condition }: Asked & { condition: Sql },
): Promise<SpanOfTarget[]> {
  const spans = await listMaintenanceSpans(db, orgId, {
    ...{ condition, days: intervals, now: new Date(nowMs), limit: MAINTENANCE_SPANS_MAX + 1 },
  });
  if (spans.length > MAINTENANCE_SPANS_MAX)
    throw badFields([
      {
        path: "exclude_maintenance",
        message: `has more than ${MAINTENANCE_SPANS_MAX.toLocaleString("en")} times of maintenance to leave out; use a selector for fewer targets`,
      },
    ]);
  const isOld = (at: Date) => nowMs - at.getTime() > EXACT_AGE_MS;
  const rounded = (at: Date, round: (hours: number) => number) =>
    isOld(at) ? new Date(round(at.getTime() / HOUR_MS) * HOUR_MS) : at;
  return spans.map(({ target_id, from_at, to_at }) => ({
    target_id,
    from_at: rounded(from_at, Math.floor),
    to_at: rounded(to_at, Math.ceil),
  }));
}

/** Rollups and results are judged by the same bins of a sketch, so that a rollup changes no figure. */
function judgeOf({ sli, latencyMs }: SloDefinition): (row: CheckSums) => Checks {
  if (sli !== "latency" || latencyMs === null)
    return ({ total, failed, errors }) => ({
      ...{ good: total - failed - errors, bad: failed, otherChecks: errors },
    });
  const threshold = ResponseSketch.threshold(latencyMs);
  return ({ total, measured, sketches, response_us: times }) => {
    let bad = 0;
    if (sketches !== null) eachSketch(sketches, (bytes) => (bad += threshold.countAbove(bytes)));
    for (let at = 0; times !== null && at < times.length; at += 4)
      if (threshold.isAbove(times.readInt32BE(at) / 1_000)) bad += 1;
    return { good: measured - bad, bad, otherChecks: total - measured };
  };
}
