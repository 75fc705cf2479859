/** The maxima of deploy markers. Separate from the schemas so that clients do not load zod. */

export const MARKER_TITLE_MAX = 200;
export const MARKER_URL_MAX = 2_000;
/** Markers of an organization in 24 hours: a release every 90 seconds. */
export const MARKERS_PER_DAY_MAX = 1_000;
/** As long as the longest statistics go back. */
export const MARKER_DAYS = 400;
