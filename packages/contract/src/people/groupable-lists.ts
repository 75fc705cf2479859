/** The lists of the dashboard that can be shown by group, separate from the schema of preferences. */
export const GROUPABLE_LISTS = [
  "overview",
  "targets",
  "monitors",
  "api-monitors",
  "journeys",
  "heartbeats",
] as const;
export type GroupableList = (typeof GROUPABLE_LISTS)[number];

/** The columns of the lists of targets that can be hidden, in their order; the name is always shown. */
export const LIST_COLUMNS = [
  "kind",
  "status",
  "history",
  "uptime",
  "response",
  "last_run",
  "certificate",
  "domain",
  "tags",
  "group",
  "owner",
  "location",
  "interval",
  "created",
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

/** Stands for the targets without a group among the collapsed groups. */
export const UNGROUPED = "none";
