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
import { intervalsBetween, type MeasuredIntervals, sumBetween } from "./measured-intervals.ts";
import { readAmounts } from "./read-amounts.ts";
import type { SloDefinition } from "./slo-definition.ts";
import { measurableMs } from "./window-days.ts";

/** The burn rates of an SLO now. */

export type BurnRate = SloReport["burn_rates"][number];

/** Every length of a window, the longest first. */
const LENGTHS_MS = [
  ...new Set(BURN_PAIRS.flatMap((pair) => [PAIR_SHAPES[pair].longMs, PAIR_SHAPES[pair].shortMs])),
].sort((a, b) => b - a);

/** The starts of all windows, the earliest first. */
export function burnStarts(nowMs: number): number[] {
  return LENGTHS_MS.map((lengthMs) => measurableMs(nowMs - lengthMs, nowMs));
}

/** Reads the burn rates of all pairs, with one division of the time that all their windows share. */
export async function readBurnRates(db: Db, slo: SloDefinition, nowMs: number): Promise<BurnRate[]> {
  const intervals = intervalsBetween([...burnStarts(nowMs), nowMs]);
  const amounts = await readAmounts(db, slo, { intervals, nowMs });
  return toBurnRates(slo, { intervals, amounts, nowMs });
}

/** The burn rates of all pairs. The start of each window is the start of an interval. Pure. */
export function toBurnRates(
  slo: Pick<SloDefinition, "objective" | "window">,
  { intervals, amounts, nowMs }: MeasuredIntervals & { nowMs: number },
): BurnRate[] {
  const since = (lengthMs: number) =>
    sumBetween({ intervals, amounts }, { fromMs: measurableMs(nowMs - lengthMs, nowMs), toMs: nowMs });
  return BURN_PAIRS.map((pair) => toBurnRate(slo, pair, since));
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
