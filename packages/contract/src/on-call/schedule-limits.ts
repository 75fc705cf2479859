/** Limits of on-call schedules. */

/** Each is evaluated for the list of who is on call. */
export const SCHEDULES_MAX = 100;
export const LAYERS_MAX = 10;
export const LAYER_PEOPLE_MAX = 50;
export const LAYER_RESTRICTIONS_MAX = 20;
/** Of a schedule, present and future; past ones are deleted after `OVERRIDE_DAYS`. */
export const OVERRIDES_MAX = 500;
export const OVERRIDE_DAYS = 400;
/** The longest time of one override. */
export const OVERRIDE_SPAN_DAYS_MAX = 400;
/** A longer rotation is a plan for people who have left by then. */
export const ROTATION_EVERY_MAX = 1_000;
/** The longest range of one answer. */
export const SHIFT_DAYS_MAX = 400;
/** The most shifts and gaps of one answer; hourly turns of 400 days fit. */
export const SHIFTS_MAX = 10_000;
/** How far ahead gaps are reported as a warning. */
export const GAP_WARNING_DAYS = 14;
/** What a calendar contains. */
export const CALENDAR_DAYS_BACK = 30;
export const CALENDAR_DAYS_AHEAD = 180;
