/** A kind of target, as in URLs and query keys. */
export type TargetNoun = "monitors" | "api-monitors" | "journeys" | "heartbeats";
