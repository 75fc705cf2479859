/** What a combination costs. */
export type CombinationCost = {
  alerts: number;
  /** Null if it alerted no outage. */
  delayMs: number | null;
  missed: number;
  /** How many settings differ from those of the rule. */
  changes: number;
};

type Measured = CombinationCost & { index: number; delayMs: number };

/**
 * Returns the index of the knee, or null if no combination alerted an outage. Pure. Only combinations that miss the
 * fewest outages count, and of those only the ones that no other surpasses in both alerts and delay. With both scaled
 * from the least to the most, the knee is the one farthest below the line between the two ends ("Finding a 'Kneedle' in
 * a Haystack", Satopaa et al., 2011). Of equal ones it is the one with the fewest changes to the rule.
 */
export function findKnee(costs: readonly CombinationCost[]): number | null {
  const fewest = Math.min(...costs.map(({ missed }) => missed));
  const eligible = costs.flatMap((cost, index): Measured[] => {
    const { delayMs, missed } = cost;
    return missed === fewest && delayMs !== null ? [{ ...cost, index, delayMs }] : [];
  });
  const front = eligible.filter((one) => !eligible.some((other) => surpasses(other, one)));
  const alerts = scaleOf(front.map((each) => each.alerts));
  const delays = scaleOf(front.map((each) => each.delayMs));
  const ranked = front
    .map((each) => ({ ...each, sum: alerts(each.alerts) + delays(each.delayMs) }))
    .sort((a, b) => a.sum - b.sum || a.changes - b.changes || a.alerts - b.alerts || a.index - b.index);
  return ranked[0]?.index ?? null;
}

function surpasses(one: Measured, other: Measured): boolean {
  const isAsGood = one.alerts <= other.alerts && one.delayMs <= other.delayMs;
  return isAsGood && (one.alerts < other.alerts || one.delayMs < other.delayMs);
}

/** Maps the least value to 0 and the most to 1. Rounded, so that equal sums compare as equal. */
function scaleOf(values: readonly number[]): (value: number) => number {
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  return (value) => (span === 0 ? 0 : Math.round(((value - least) / span) * 1e9) / 1e9);
}
