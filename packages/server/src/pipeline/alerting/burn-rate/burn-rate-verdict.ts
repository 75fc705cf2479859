import { type BurnPair, PAIR_SHAPES } from "@vedette/contract/slos/burn-rates.ts";
import type { BurnRate } from "../../slos/burn-windows.ts";
import type { Figures, RuleVerdict } from "../evaluation/rule-verdict.ts";

/** The SLO of a verdict, as its alert names it. */
export type NamedSlo = NonNullable<Figures["slo"]>;

/**
 * The condition holds while one of these pairs holds. Without any measurement in the windows of all of them there is no
 * verdict. The figures are those of the most urgent pair that holds. Pure.
 */
export function burnRateVerdict(
  pairs: readonly BurnPair[],
  rates: readonly BurnRate[],
  slo: NamedSlo,
): RuleVerdict {
  const asked = rates.filter(({ pair }) => pairs.includes(pair));
  const shown = asked.find(({ holds }) => holds) ?? asked[0];
  const isKnown = asked.some(({ long, short }) => long !== null && short !== null);
  return {
    holds: isKnown ? asked.some(({ holds }) => holds) : null,
    figures: {
      threshold: shown?.factor ?? 0,
      value: shown?.long ?? 0,
      slo,
      ...(shown && { pair: shown.pair, window_seconds: PAIR_SHAPES[shown.pair].longMs / 1_000 }),
      ...(shown?.short != null && { burn_rate_short: shown.short }),
    },
  };
}
