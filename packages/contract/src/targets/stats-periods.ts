/** The periods of statistics, separate from their schemas so that the dashboard does not load zod for them. */
export const STATS_PERIODS = ["1h", "24h", "7d", "30d", "90d"] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

/** Length of each period, in milliseconds. */
export const PERIOD_MS: Record<StatsPeriod, number> = {
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 7 * 86_400_000,
  "30d": 30 * 86_400_000,
  "90d": 90 * 86_400_000,
};
