/** Pages: one person notified about one alert by one step of an escalation. */

export const PAGE_OUTCOMES = ["paged", "unreachable", "not_member"] as const;
export type PageOutcome = (typeof PAGE_OUTCOMES)[number];
