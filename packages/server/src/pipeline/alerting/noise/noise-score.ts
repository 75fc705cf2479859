/** Counts of the alerts of a rule in a month; all but `alerts` are parts of them. */
export type NoiseCounts = {
  alerts: number;
  acknowledged: number;
  brief: number;
  repeated: number;
  at_night: number;
};

const WEIGHTS = { brief: 0.5, repeated: 0.2, at_night: 0.15, ignored: 0.15 };
/** With fewer alerts in a month a rule costs little attention, however bad they are. */
const FULL_ALERTS = 10;

/**
 * The noise of a rule from 0 to 100: `100 × min(1, alerts / 10) × (0.5 × brief + 0.2 × repeated + 0.15 × at night +
 * 0.15 × not acknowledged)`, each of the four as a share of the alerts. 100 is a rule with ten alerts or more, each
 * of them short, repeated, at night and ignored. Rounded to a whole number.
 */
export function noiseScore({ alerts, acknowledged, brief, repeated, at_night }: NoiseCounts): number {
  if (alerts === 0) return 0;
  const weighted =
    WEIGHTS.brief * brief +
    WEIGHTS.repeated * repeated +
    WEIGHTS.at_night * at_night +
    WEIGHTS.ignored * (alerts - acknowledged);
  return Math.round(100 * Math.min(1, alerts / FULL_ALERTS) * (weighted / alerts));
}
