import type {
  ComponentStatus,
  Impact,
  IncidentStatus,
  MaintenanceStatus,
  PageAccess,
} from "@vedette/contract/status-pages/status-words.ts";
import type { Tone } from "../../components/status-badge.tsx";

/** What the statuses of status pages are called, and the tone that each is shown in. */

export const COMPONENT_STATUS_LABELS: Record<ComponentStatus, string> = {
  operational: "Operational",
  under_maintenance: "Under maintenance",
  degraded_performance: "Degraded performance",
  partial_outage: "Partial outage",
  major_outage: "Major outage",
};

export const COMPONENT_STATUS_TONES: Record<ComponentStatus, Tone> = {
  operational: "up",
  under_maintenance: "maintenance",
  degraded_performance: "degraded",
  partial_outage: "degraded",
  major_outage: "down",
};

export const INCIDENT_STATUS_LABELS: Record<IncidentStatus, string> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
};

export const INCIDENT_STATUS_TONES: Record<IncidentStatus, Tone> = {
  investigating: "down",
  identified: "degraded",
  monitoring: "degraded",
  resolved: "up",
};

export const IMPACT_LABELS: Record<Impact, string> = {
  none: "None",
  minor: "Minor",
  major: "Major",
  critical: "Critical",
};

export const MAINTENANCE_STATUS_LABELS: Record<MaintenanceStatus, string> = {
  scheduled: "Scheduled",
  in_progress: "In progress",
  verifying: "Verifying",
  completed: "Completed",
};

export const ACCESS_LABELS: Record<PageAccess, string> = {
  public: "Public: everyone",
  password: "Password: everyone who knows it",
  members: "Members of this organization",
  email_domains: "Email: a sign-in link to addresses of your domains",
};

/** Options of a select, in the order of the record. */
export function optionsOf<T extends string>(labels: Record<T, string>): { value: T; label: string }[] {
  return (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
}
