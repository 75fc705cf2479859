/** The maxima of status pages. Separate from the schemas so that clients do not load zod. */

/** Pages of an organization. All pages of the server are in the memory of each API process. */
export const STATUS_PAGES_MAX = 100;
/** Components of a page; its statuses are computed together. */
export const PAGE_COMPONENTS_MAX = 2_000;
/** Components that are created together with their page, in one transaction. */
export const PAGE_FIRST_COMPONENTS_MAX = 50;
/** A visitor of a first page can still read all of them at a glance. */
export const SUGGESTED_COMPONENTS_MAX = 12;
export const PAGE_GROUPS_MAX = 200;
/** Incidents of a page, over all years; a page shows those of one month at a time. */
export const PAGE_INCIDENTS_MAX = 10_000;
/** Updates of an incident: one an hour for a week. */
export const INCIDENT_UPDATES_MAX = 200;
export const INCIDENT_MESSAGE_MAX = 20_000;
export const PAGE_DOMAINS_MAX = 10;
export const PAGE_LINKS_MAX = 4;
export const CUSTOM_CSS_BYTES_MAX = 65_536;
/** A logo at twice its size on the page is a few kilobytes. Images are kept in memory. */
export const PAGE_IMAGE_BYTES_MAX = 524_288;
export const HISTORY_DAYS_MIN = 7;
export const HISTORY_DAYS_MAX = 365;
export const HISTORY_DAYS_DEFAULT = 90;
/** How long the old address of a page redirects to the new one. */
export const SLUG_REDIRECT_DAYS = 30;
/** Subscribers of a page. Each is one message an event, so that a larger list belongs to a mailing service. */
export const PAGE_SUBSCRIBERS_MAX = 50_000;
