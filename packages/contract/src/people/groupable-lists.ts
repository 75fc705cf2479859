/** The lists of the dashboard that can be shown by group, separate from the schema of preferences. */
export const GROUPABLE_LISTS = ["overview", "monitors", "api-monitors", "journeys"] as const;
export type GroupableList = (typeof GROUPABLE_LISTS)[number];

/** Stands for the targets without a group among the collapsed groups. */
export const UNGROUPED = "none";
