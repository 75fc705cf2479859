/**
 * The query keys of the dashboard. A key is `[noun, kind, …]`. Invalidating a key also invalidates every key that starts
 * with it: `keys.all("alerts")` covers the list, every detail and everything below them.
 */
export const keys = {
  all: (noun: QueryNoun) => [noun] as const,
  /** Lists, with their filters. */
  list: <Parts extends readonly unknown[]>(noun: QueryNoun, ...filters: Parts) =>
    [noun, "list", ...filters] as const,
  /** One object and everything that belongs to it, such as its statistics. */
  detail: <Parts extends readonly unknown[]>(noun: QueryNoun, id: string, ...parts: Parts) =>
    [noun, "detail", id, ...parts] as const,
  /** The stored values that an edit form starts from. Events do not make them stale. */
  form: (noun: QueryNoun, id: string | null) => [noun, "form", id] as const,
  /** Other queries of a noun. */
  other: <Parts extends readonly unknown[]>(noun: QueryNoun, kind: string, ...parts: Parts) =>
    [noun, kind, ...parts] as const,
};

export type QueryNoun =
  | "alert-channels"
  | "alert-rules"
  | "alerts"
  | "api-keys"
  | "api-monitors"
  | "artifacts"
  | "audit-log"
  | "audit-streams"
  | "badges"
  | "billing"
  | "changes"
  | "code-trusts"
  | "identity-providers"
  | "passkeys"
  | "contact-methods"
  | "telemetry-exporters"
  | "drills"
  | "on-call-settings"
  | "escalation-policies"
  | "groups"
  | "heartbeats"
  | "incidents"
  | "invitations"
  | "journeys"
  | "locations"
  | "maintenance"
  | "markers"
  | "members"
  | "monitors"
  | "organizations"
  | "overview"
  | "past-state"
  | "preferences"
  | "reports"
  | "runs"
  | "schedules"
  | "search"
  | "schedules"
  | "service-health"
  | "service-problems"
  | "slos"
  | "push-devices"
  | "sessions"
  | "status-pages"
  | "targets"
  | "trash"
  | "uptime"
  | "variables"
  | "views";
