import type { BurnPair } from "@vedette/contract/slos/burn-rates.ts";
import type { Figures } from "../evaluation/rule-verdict.ts";

const LONG: Record<BurnPair, string> = { "1h": "hour", "6h": "6 hours", "3d": "3 days" };

/** Returns the title and the message of an alert about an SLO. */
export function describeBurnRate(
  { slo, value, threshold, pair = "1h", burn_rate_short: short, targets = [] }: Figures,
  targetName: string,
): { title: string; message: string } {
  const named = targets.length === 0 ? targetName : targets.map(({ name }) => name).join(", ");
  const now = short === undefined ? "" : `, now ${format(short)} times`;
  return {
    title: `${slo?.name ?? targetName} burns its error budget too fast`,
    message:
      `In the last ${LONG[pair]} the budget burned ${format(value)} times as fast as the objective of ${slo?.objective ?? 0} % ` +
      `allows${now}; the threshold is ${format(threshold)}. Most of it was used up by ${named}.`,
  };
}

const format = (rate: number): string => rate.toLocaleString("en", { maximumFractionDigits: 1 });
