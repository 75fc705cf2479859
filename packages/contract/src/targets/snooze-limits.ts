/** Limits of snoozes, apart from the schemas, so that the dashboard can use them without loading Zod. */

/** 30 days: what is silent for longer should be paused, or have a rule of its own. */
export const SNOOZE_MINUTES_MAX = 43_200;
export const SNOOZE_REASON_MAX = 500;
