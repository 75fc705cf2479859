import { type SloWindow, WINDOW_DAYS } from "./slo-limits.ts";

/**
 * Burn rates: how fast an error budget is used up. At 1 it lasts exactly as long as the window of the SLO. Pure; clients
 * use it too.
 */

export const BURN_PAIRS = ["1h", "6h", "3d"] as const;
export type BurnPair = (typeof BURN_PAIRS)[number];

type PairShape = {
  longMs: number;
  /** Ends the alert soon after the cause has ended. */
  shortMs: number;
  /** Share of the budget that is used up within the long window when the pair holds. */
  budgetShare: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The pairs of The Site Reliability Workbook, chapter 5, table 5-8. */
export const PAIR_SHAPES: Record<BurnPair, PairShape> = {
  "1h": { longMs: HOUR_MS, shortMs: 5 * MINUTE_MS, budgetShare: 0.02 },
  "6h": { longMs: 6 * HOUR_MS, shortMs: 30 * MINUTE_MS, budgetShare: 0.05 },
  "3d": { longMs: 3 * DAY_MS, shortMs: 6 * HOUR_MS, budgetShare: 0.1 },
};

/**
 * The burn rate from which on a pair holds, in both of its windows:
 *
 *     factor = max(1, budget share × window of the SLO ÷ long window of the pair)
 *
 * With a window of 30 days that is 14.4, 6 and 1, the factors of the workbook; with 7 days 3.36, 1.4 and 1. It is never
 * below 1, because at such a rate the objective is met.
 */
export function burnFactor(pair: BurnPair, window: SloWindow): number {
  const { longMs, budgetShare } = PAIR_SHAPES[pair];
  const factor = (budgetShare * WINDOW_DAYS[window] * DAY_MS) / longMs;
  return Math.max(1, Math.round(factor * 1_000) / 1_000);
}

/** The burn rate while everything fails. A factor above it never holds. `objective` is a percentage. */
export function burnRateMax(objective: number): number {
  return 100 / (100 - objective);
}

/** The burn rate of a time; null if nothing was measured in it. Rounded to three decimals. */
export function burnRate({ good, bad }: { good: number; bad: number }, objective: number): number | null {
  const total = good + bad;
  return total <= 0 ? null : Math.round((bad / total) * burnRateMax(objective) * 1_000) / 1_000;
}
