/** How long and how many collections run. */

/** Collections in progress in the whole installation. */
export const COLLECTIONS_MAX = 5;
/** A process that was killed is replaced once. */
export const COLLECTION_ATTEMPTS_MAX = 2;
/** Facts of a failure that is over, or that thousands of others precede, show little. */
export const STALE_MS = 120_000;
/** Beyond the time in which a runner collects: for the queue, a late start, and the report. */
export const REPORT_GRACE_MS = 10_000;
/** For reading what is stored, and for storing the bundle. */
export const STORE_GRACE_MS = 15_000;
