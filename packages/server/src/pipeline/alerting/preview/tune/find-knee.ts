/** What a combination costs. */
export type CombinationCost = {
  alerts: number;
  /** Until an outage was alerted; null if none was. */
  delayMs: number | null;
  /** Until the alert resolved after the end of an outage; null if none did. */
  recoveryMs: number | null;
  missed: number;
  /** How many settings differ from those of the rule. */
  changes: number;
};

/** `lateMs` is the delay at the start and at the end of an outage: without the end, the latest recovery is the best. */
type Measured = { alerts: number; lateMs: number; changes: number; index: number };

/**
 * Returns the index of the knee, or null if no combination alerted an outage. Pure. Only combinations that miss the
 * fewest outages count, and of those only the ones that no other surpasses in both alerts and delay, which is the time
 * until an outage was alerted and the time until its end was. With both scaled from the least to the most, the knee is
 * the one farthest below the line between the two ends ("Finding a 'Kneedle' in a Haystack", Satopaa et al., 2011). Of
 * equal ones it is the one with the fewest changes to the rule.
 */
export function findKnee(costs: readonly CombinationCost[]): number | null {
  const fewest = Math.min(...costs.map(({ missed }) => missed));
  const eligible = costs.flatMap((cost, index): Measured[] => {
    const { alerts, changes, delayMs, recoveryMs, missed } = cost;
    if (missed !== fewest || delayMs === null) return [];
    return [{ alerts, changes, index, lateMs: delayMs + (recoveryMs ?? 0) }];
  });
  const front = eligible.filter((one) => !eligible.some((other) => surpasses(other, one)));
  const alerts = scaleOf(front.map((each) => each.alerts));
  const delays = scaleOf(front.map((each) => each.lateMs));
  const ranked = front
    .map((each) => ({ ...each, sum: alerts(each.alerts) + delays(each.lateMs) }))
    .sort((a, b) => a.sum - b.sum || a.changes - b.changes || a.alerts - b.alerts || a.index - b.index);
  return ranked[0]?.index ?? null;
}

function surpasses(one: Measured, other: Measured): boolean {
  const isAsGood = one.alerts <= other.alerts && one.lateMs <= other.lateMs;
  return isAsGood && (one.alerts < other.alerts || one.lateMs < other.lateMs);
}

/** Maps the least value to 0 and the most to 1. Rounded, so that equal sums compare as equal. */
function scaleOf(values: readonly number[]): (value: number) => number {
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  return (value) => (span === 0 ? 0 : Math.round(((value - least) / span) * 1e9) / 1e9);
}
