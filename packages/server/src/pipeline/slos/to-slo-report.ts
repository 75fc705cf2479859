import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import type { SloState } from "@vedette/contract/slos/slos.ts";
import type { CalendarDay } from "../results/history/calendar-days.ts";
import { DAY_MS } from "../results/rollups/rollup.ts";
import { percentage } from "../results/stats/rollup-figures.ts";
import type { BurnRate } from "./burn-windows.ts";
import { type Amounts, addAmounts, NO_AMOUNTS, type SloDefinition } from "./slo-definition.ts";

/** Computes a report from what was measured on each day. Pure. */

export type MeasuredSlo = {
  targetCount: number;
  /** Of the window up to now. */
  days: readonly CalendarDay[];
  /** When the window ends; later than now in a calendar month. */
  endsMs: number;
  /** Of each day. */
  amounts: readonly Amounts[];
  burnRates: BurnRate[];
  nowMs: number;
};

export function toSloReport(slo: SloDefinition, measured: MeasuredSlo): SloReport {
  const { days, amounts, nowMs, endsMs, targetCount } = measured;
  const sum = amounts.reduce(addAmounts, NO_AMOUNTS);
  const first = days.find((_, index) => isMeasured(amounts[index]));
  const fromMs = days[0]?.fromMs ?? nowMs;
  const unit = slo.sli === "time" ? "seconds" : "checks";
  const inUnit = (amount: number) => (slo.sli === "time" ? amount / 1_000 : amount);
  const budget = first === undefined ? null : budgetOf(slo, { ...measured, sum, firstMs: first.fromMs });
  return {
    slo_id: null,
    ...{ objective: slo.objective, window: slo.window, timezone: slo.timezone, sli: slo.sli },
    ...{ from: iso(fromMs), to: iso(nowMs), window_ends_at: iso(endsMs) },
    is_full: first !== undefined && first.fromMs - fromMs <= DAY_MS,
    measured_from: first === undefined ? null : iso(first.fromMs),
    target_count: targetCount,
    unit,
    state: stateOf(sum, slo.objective),
    ...amountsOf(sum, inUnit),
    excluded: {
      ...excludedOf(sum),
      unmeasured_seconds: sum.unmeasuredMs / 1_000,
      checks: slo.sli === "time" ? null : sum.otherChecks,
    },
    counts_maintenance: !slo.excludeMaintenance,
    budget: budget && {
      total: round(inUnit(budget.total)),
      spent: inUnit(sum.bad),
      left: round(inUnit(budget.total - sum.bad)),
      left_percentage: leftPercentage(budget.total, sum.bad),
    },
    burn_rates: measured.burnRates,
    days: daysOf(measured, { inUnit, total: budget?.total ?? null }),
  };
}

type BudgetFacts = MeasuredSlo & { sum: Amounts; firstMs: number };

/**
 * What may be bad in the whole window: the share of what was measured, and in a calendar month also of what its rest is
 * expected to bring. That is its time for each target, or checks as often as since the first measurement.
 */
function budgetOf(slo: SloDefinition, { sum, nowMs, endsMs, firstMs, targetCount }: BudgetFacts) {
  const known = sum.good + sum.bad;
  const restMs = endsMs - nowMs;
  const rest = slo.sli === "time" ? restMs * targetCount : (known * restMs) / Math.max(1, nowMs - firstMs);
  return { total: allowedShare(slo.objective) * (known + rest) };
}

function daysOf(
  { days, amounts }: MeasuredSlo,
  { inUnit, total }: { inUnit: (amount: number) => number; total: number | null },
): SloReport["days"] {
  let spent = 0;
  return days.map(({ date, fromMs, toMs }, index) => {
    const day = amounts[index] ?? NO_AMOUNTS;
    spent += day.bad;
    return {
      ...{ date, from: iso(fromMs), to: iso(toMs) },
      ...amountsOf(day, inUnit),
      ...excludedOf(day),
      budget_left_percentage: total === null ? null : leftPercentage(total, spent),
    };
  });
}

function amountsOf(day: Amounts, inUnit: (amount: number) => number) {
  const known = day.good + day.bad;
  return {
    good: inUnit(day.good),
    bad: inUnit(day.bad),
    attainment: known <= 0 ? null : percentage(day.good / known),
  };
}

const excludedOf = ({ missedMs, maintenanceMs }: Amounts) => ({
  ...{ missed_seconds: missedMs / 1_000, maintenance_seconds: maintenanceMs / 1_000 },
});

/** Compares amounts, not the rounded percentage. */
function stateOf(sum: Amounts, objective: number): SloState {
  if (!isMeasured(sum)) return "no_data";
  const allowed = allowedShare(objective) * (sum.good + sum.bad);
  return sum.bad <= allowed + 1e-9 * (sum.good + sum.bad) ? "met" : "missed";
}

const isMeasured = (amounts: Amounts | undefined): boolean =>
  amounts !== undefined && amounts.good + amounts.bad > 0;

/** Without the error of binary fractions: 99.9 leaves 0.001. */
const allowedShare = (objective: number): number => Math.round((100 - objective) * 1_000) / 100_000;

/** Two decimals, rounded down: 0 or less means that nothing is left. */
const leftPercentage = (total: number, spent: number): number =>
  Math.floor((1 - spent / total) * 10_000 + 1e-6) / 100;

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
const iso = (ms: number): string => new Date(ms).toISOString();
