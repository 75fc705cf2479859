/** The tools and maxima of imports of schedules. Separate from the schemas so that clients do not load zod. */

export const SCHEDULE_IMPORT_TOOLS = ["opsgenie", "pagerduty"] as const;
export type ScheduleImportTool = (typeof SCHEDULE_IMPORT_TOOLS)[number];

export const SCHEDULE_IMPORT_FILES_MAX = 50;
/** Characters of one file, and of all together. */
export const SCHEDULE_IMPORT_LENGTH_MAX = 500_000;
