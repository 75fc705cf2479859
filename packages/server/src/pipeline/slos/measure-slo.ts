import { SLO_TARGETS_MAX } from "@vedette/contract/slos/slo-limits.ts";
import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import { badFields } from "../../platform/kernel/errors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { countSelectedTargets } from "../results/history/daily-queries.ts";
import { selectorCondition } from "../selectors/queries.ts";
import { burnStarts, readBurnRates, toBurnRates } from "./burn-windows.ts";
import { intervalsBetween, sumBetween } from "./measured-intervals.ts";
import { readAmounts } from "./read-amounts.ts";
import type { SloDefinition } from "./slo-definition.ts";
import { toSloReport } from "./to-slo-report.ts";
import { windowDays } from "./window-days.ts";

/**
 * Measures SLOs (ADR 0089): attainment, error budget and burn rates, from the same data as statistics. It must never know
 * who reads a report or which rules are about an SLO.
 */

/** Throws a bad request if the selector selects too many targets. */
export async function measureSlo(db: Db, slo: SloDefinition, nowMs: number): Promise<SloReport> {
  const targetCount = await countTargets(db, slo);
  const { days, endsMs } = windowDays(slo, nowMs);
  // The days and the windows of burn rates are read together: each statement visits all targets.
  const intervals = intervalsBetween([...days.map(({ fromMs }) => fromMs), ...burnStarts(nowMs), nowMs]);
  const measured = { intervals, amounts: await readAmounts(db, slo, { intervals, nowMs }) };
  const amounts = days.map((day) => sumBetween(measured, day));
  const burnRates = toBurnRates(slo, { ...measured, nowMs });
  return toSloReport(slo, { targetCount, days, endsMs, amounts, burnRates, nowMs });
}

/**
 * Measures an SLO as it was at the end of a period: over its window up to then, or the calendar month that ends then or
 * contains it.
 */
export async function measureSloUntil(db: Db, slo: SloDefinition, endMs: number): Promise<SloReport> {
  if (slo.window !== "month") return measureSlo(db, slo, endMs);
  const targetCount = await countTargets(db, slo);
  const { days, endsMs } = windowDays(slo, endMs - 1);
  const whole = days.map((day, index) => (index === days.length - 1 ? { ...day, toMs: endMs } : day));
  const amounts = await readAmounts(db, slo, { intervals: whole, nowMs: endMs });
  const burnRates = await readBurnRates(db, slo, endMs);
  return toSloReport(slo, { targetCount, days: whole, endsMs, amounts, burnRates, nowMs: endMs });
}

async function countTargets(db: Db, { orgId, selector }: SloDefinition): Promise<number> {
  const count = await countSelectedTargets(db, orgId, selectorCondition(selector));
  if (count <= SLO_TARGETS_MAX) return count;
  throw badFields([
    {
      path: "selector",
      message:
        `selects ${count.toLocaleString("en")} targets; at most ${SLO_TARGETS_MAX.toLocaleString("en")} are measured ` +
        "together. Use several SLOs, or a selector for fewer targets",
    },
  ]);
}
