/** The maxima of incidents. Separate from the schemas so that clients do not load zod. */

/** Incidents of an organization that are not resolved. More are a fault of a rule or of a sender. */
export const OPEN_INCIDENTS_MAX = 200;
/** Alerts of an incident: as many as one bulk change takes. */
export const INCIDENT_ALERTS_MAX = 500;
/** Notes of an incident: one every five minutes for two days. */
export const INCIDENT_NOTES_MAX = 500;
export const NOTE_TEXT_MAX = 20_000;
export const NOTE_IMAGES_MAX = 10;
/** Images of an incident. */
export const INCIDENT_IMAGES_MAX = 100;
export const INCIDENT_IMAGE_BYTES_MAX = 5 * 1_048_576;
export const POSTMORTEM_MAX = 100_000;
/** Posts on status pages that are drafted from an incident: one for each page of an organization. */
export const INCIDENT_DRAFTS_MAX = 100;
/** The longest period of statistics. */
export const INCIDENT_STATS_DAYS_MAX = 400;

export const INCIDENT_STATES = ["open", "acknowledged", "mitigated", "resolved"] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** `critical` and `minor` are what alerts of the severities `critical` and `warning` open. */
export const INCIDENT_SEVERITIES = ["critical", "major", "minor"] as const;
export type IncidentSeverity = (typeof INCIDENT_SEVERITIES)[number];

export const INCIDENT_SOURCES = ["rule", "member", "webhook"] as const;
export type IncidentSource = (typeof INCIDENT_SOURCES)[number];

/** What targets that fail together may have in common. The most specific first: of equal scores, the earlier is named. */
export const CAUSE_KINDS = [
  "dependency",
  "address",
  "host",
  "certificate",
  "network",
  "nameserver",
  "location",
  "tag",
  "issuer",
  "error",
  "phase",
] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

export const TIMELINE_KINDS = [
  "first_failure",
  "alert_opened",
  "verdict",
  "notification",
  "acknowledged",
  "change",
  "deploy",
  "incident",
  "page_post",
  "location_recovered",
  "alert_resolved",
  "note",
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
