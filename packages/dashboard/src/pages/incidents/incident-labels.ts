import type {
  IncidentSeverity,
  IncidentState,
  TimelineKind,
} from "@vedette/contract/incidents/incident-limits.ts";
import type { Tone } from "../../components/status-badge.tsx";

/** Words and tones of incidents. Pure. */

export const INCIDENT_STATE_WORDS: Record<IncidentState, string> = {
  open: "Open",
  acknowledged: "Acknowledged",
  mitigated: "Mitigated",
  resolved: "Resolved",
};

export const INCIDENT_STATE_TONES: Record<IncidentState, Tone> = {
  open: "down",
  acknowledged: "pending",
  mitigated: "maintenance",
  resolved: "up",
};

export const INCIDENT_SEVERITY_WORDS: Record<IncidentSeverity, string> = {
  critical: "Critical",
  major: "Major",
  minor: "Minor",
};

export const INCIDENT_SEVERITY_TONES: Record<IncidentSeverity, Tone> = {
  critical: "down",
  major: "degraded",
  minor: "unknown",
};

export const INCIDENT_SOURCE_WORDS = {
  rule: "Alert rule",
  member: "By hand",
  webhook: "Inbound webhook",
} as const;

export const TIMELINE_TONES: Record<TimelineKind, Tone> = {
  first_failure: "down",
  alert_opened: "down",
  verdict: "pending",
  notification: "pending",
  acknowledged: "pending",
  change: "maintenance",
  deploy: "maintenance",
  incident: "pending",
  page_post: "unknown",
  location_recovered: "up",
  alert_resolved: "up",
  note: "paused",
};

export const TIMELINE_KIND_WORDS: Record<TimelineKind, string> = {
  first_failure: "First failure",
  alert_opened: "Alert",
  verdict: "Verdict",
  notification: "Notification",
  acknowledged: "Acknowledgement",
  change: "Configuration change",
  deploy: "Deploy",
  incident: "Incident",
  page_post: "Status page",
  location_recovered: "Recovery",
  alert_resolved: "Alert resolved",
  note: "Note",
};
