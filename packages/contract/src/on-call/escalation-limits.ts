/** The maxima of escalation policies. Separate from the schemas so that clients do not load zod. */

export const ESCALATION_POLICIES_MAX = 500;
export const ESCALATION_STEPS_MAX = 20;
export const STEP_TARGETS_MAX = 10;
/** A week: longer than a long weekend, and short enough that an escalation ends. */
export const STEP_WAIT_SECONDS_MAX = 604_800;
export const REPEATS_MAX = 9;
export const REPEAT_WAIT_SECONDS_MIN = 60;
export const REPEAT_WAIT_SECONDS_DEFAULT = 300;
/** Policies that follow one another. */
export const FALLBACKS_MAX = 5;
export const TIME_RANGES_MAX = 20;
