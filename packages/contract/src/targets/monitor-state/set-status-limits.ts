/** What can be set for a manual monitor. Apart from the schemas, so that the dashboard loads no validation. */
export const SET_STATUSES = ["up", "degraded", "down"] as const;
export const STATUS_REASON_MAX = 500;
