/** Limits of bundles of evidence. Separate from the schemas so that clients do not load zod. */

/** A target that goes down again within this time gets no other bundle. */
export const EVIDENCE_INTERVAL_SECONDS = 900;
/** The same for requests of users. */
export const EVIDENCE_MANUAL_INTERVAL_SECONDS = 60;
/** How long a bundle is kept. */
export const EVIDENCE_DAYS = 90;
/** Bundles of a page: each has up to two megabytes. */
export const EVIDENCE_PAGE_MAX = 10;
export const EVIDENCE_PAGE_DEFAULT = 5;
