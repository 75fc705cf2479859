/** The orders of a list of targets. A leading `-` means descending. */

const KEYS = [
  "status",
  "name",
  "kind",
  "response",
  "checked",
  "certificate",
  "domain",
  "interval",
  "location",
  "owner",
  "group",
  "created",
] as const;
export type ViewSortKey = (typeof KEYS)[number];
export const VIEW_SORTS = KEYS.flatMap((key) => [key, `-${key}` as const]);
