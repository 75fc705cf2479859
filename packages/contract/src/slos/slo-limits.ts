/** The maxima and the choices of SLOs. Separate from the schemas so that clients do not load zod. */

export const SLOS_MAX = 1_000;
/** Targets of one SLO: with them, a report of 90 days took 6 s, and 10 s of latency, on a machine with a load of 20. */
export const SLO_TARGETS_MAX = 1_000;
export const OBJECTIVE_MIN = 50;
export const OBJECTIVE_MAX = 99.999;
export const LATENCY_MS_MAX = 1_800_000;

/** What is measured: time that was not down, checks that passed, or checks that responded fast enough. */
export const SLIS = ["time", "checks", "latency"] as const;
export type Sli = (typeof SLIS)[number];

/** The last days up to now, or the calendar month. */
export const SLO_WINDOWS = ["7d", "28d", "30d", "90d", "month"] as const;
export type SloWindow = (typeof SLO_WINDOWS)[number];

/** Days of each window. A calendar month counts as 30 days where its length matters before it has ended. */
export const WINDOW_DAYS: Record<SloWindow, number> = { "7d": 7, "28d": 28, "30d": 30, "90d": 90, month: 30 };
