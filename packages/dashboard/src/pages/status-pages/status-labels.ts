import type {
  ComponentStatus,
  Impact,
  IncidentStatus,
  MaintenanceStatus,
  PageAccess,
} from "@vedette/contract/status-pages/status-words.ts";
import type { Tone } from "../../components/status-badge.tsx";
import { t } from "../../language/t.ts";

/** What the statuses of status pages are called, and the tone that each is shown in. */

export const COMPONENT_STATUS_LABELS: Record<ComponentStatus, string> = {
  operational: t("Operational"),
  under_maintenance: t("Under maintenance"),
  degraded_performance: t("Degraded performance"),
  partial_outage: t("Partial outage"),
  major_outage: t("Major outage"),
};

export const COMPONENT_STATUS_TONES: Record<ComponentStatus, Tone> = {
  operational: "up",
  under_maintenance: "maintenance",
  degraded_performance: "degraded",
  partial_outage: "degraded",
  major_outage: "down",
};

export const INCIDENT_STATUS_LABELS: Record<IncidentStatus, string> = {
  investigating: t("Investigating"),
  identified: t("Identified"),
  monitoring: t("Monitoring"),
  resolved: t("Resolved"),
};

export const INCIDENT_STATUS_TONES: Record<IncidentStatus, Tone> = {
  investigating: "down",
  identified: "degraded",
  monitoring: "degraded",
  resolved: "up",
};

export const IMPACT_LABELS: Record<Impact, string> = {
  none: t("None"),
  minor: t("Minor"),
  major: t("Major"),
  critical: t("Critical"),
};

export const MAINTENANCE_STATUS_LABELS: Record<MaintenanceStatus, string> = {
  scheduled: t("Scheduled"),
  in_progress: t("In progress"),
  verifying: t("Verifying"),
  completed: t("Completed"),
};

export const ACCESS_LABELS: Record<PageAccess, string> = {
  public: t("Public: everyone"),
  password: t("Password: everyone who knows it"),
  members: t("Members of this organization"),
  email_domains: t("Email: a sign-in link to addresses of your domains"),
};

/** Options of a select, in the order of the record. */
export function optionsOf<T extends string>(labels: Record<T, string>): { value: T; label: string }[] {
  return (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
}
