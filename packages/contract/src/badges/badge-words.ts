/** The words of badges. Separate from the schemas so that the dashboard does not load zod. */

/** The figures of badges: a name, and for two of them a period, as in the path of a badge. */
export const BADGE_PERIODS = ["24h", "7d", "30d", "90d"] as const;
export type BadgePeriod = (typeof BADGE_PERIODS)[number];

export const BADGE_FORMATS = ["svg", "json", "shields"] as const;
export type BadgeFormat = (typeof BADGE_FORMATS)[number];

export const BADGE_STYLES = ["flat", "flat-square", "plastic", "for-the-badge"] as const;
export type BadgeStyle = (typeof BADGE_STYLES)[number];

export const BADGE_LABEL_LENGTH_MAX = 64;
