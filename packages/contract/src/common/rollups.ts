/** How the status of a group or of a composite monitor follows from its members. Loads no validation. */
export const GROUP_ROLLUPS = ["worst", "quorum", "all"] as const;
export type GroupRollup = (typeof GROUP_ROLLUPS)[number];
