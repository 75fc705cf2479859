/** The kinds of targets that have runs, as in URLs and query keys. */
export type RunNoun = "api-monitors" | "journeys";
