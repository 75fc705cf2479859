import {
  BURN_PAIRS,
  type BurnPair,
  burnFactor,
  burnRate,
  burnRateMax,
  PAIR_SHAPES,
} from "@vedette/contract/slos/burn-rates.ts";
import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { CalendarDay } from "../results/history/calendar-days.ts";
import { readAmounts } from "./read-amounts.ts";
import { type Amounts, addAmounts, NO_AMOUNTS, type SloDefinition } from "./slo-definition.ts";
import { measurableMs } from "./window-days.ts";

/** The burn rates of an SLO now. */

export type BurnRate = SloReport["burn_rates"][number];

/** Every length of a window, the longest first. */
const LENGTHS_MS = [
  ...new Set(BURN_PAIRS.flatMap((pair) => [PAIR_SHAPES[pair].longMs, PAIR_SHAPES[pair].shortMs])),
].sort((a, b) => b - a);

/** Reads the burn rates of all pairs, with one division of the time that all their windows share. */
export async function readBurnRates(db: Db, slo: SloDefinition, nowMs: number): Promise<BurnRate[]> {
  const edgesMs = [...LENGTHS_MS.map((length) => measurableMs(nowMs - length, nowMs)), nowMs];
  const intervals = edgesMs.slice(0, -1).map((fromMs, index): CalendarDay => {
    return { date: "", fromMs, toMs: edgesMs[index + 1] ?? nowMs };
  });
  const amounts = await readAmounts(db, slo, { intervals, nowMs });
  const byLength = new Map<number, Amounts>();
  let sum = NO_AMOUNTS;
  for (let index = amounts.length - 1; index >= 0; index--) {
    sum = addAmounts(sum, amounts[index] ?? NO_AMOUNTS);
    byLength.set(LENGTHS_MS[index] ?? 0, sum);
  }
  return BURN_PAIRS.map((pair) => toBurnRate(slo, pair, (lengthMs) => byLength.get(lengthMs) ?? NO_AMOUNTS));
}

/** The burn rates of a pair. `amountsOf` returns what was measured in the last milliseconds. Pure. */
export function toBurnRate(
  { objective, window }: Pick<SloDefinition, "objective" | "window">,
  pair: BurnPair,
  amountsOf: (lengthMs: number) => { good: number; bad: number },
): BurnRate {
  const { longMs, shortMs } = PAIR_SHAPES[pair];
  const factor = burnFactor(pair, window);
  const long = burnRate(amountsOf(longMs), objective);
  const short = burnRate(amountsOf(shortMs), objective);
  return {
    ...{ pair, factor, long, short },
    holds: long !== null && short !== null && long >= factor && short >= factor,
    is_reachable: burnRateMax(objective) >= factor,
  };
}
