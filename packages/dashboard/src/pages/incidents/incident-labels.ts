import type {
  IncidentSeverity,
  IncidentState,
  TimelineKind,
} from "@vedette/contract/incidents/incident-limits.ts";
import type { Tone } from "../../components/status-badge.tsx";
import { t } from "../../language/t.ts";

/** Words and tones of incidents. Pure. */

export const INCIDENT_STATE_WORDS: Record<IncidentState, string> = {
  open: t("Open"),
  acknowledged: t("Acknowledged"),
  mitigated: t("Mitigated"),
  resolved: t("Resolved"),
};

export const INCIDENT_STATE_TONES: Record<IncidentState, Tone> = {
  open: "down",
  acknowledged: "pending",
  mitigated: "maintenance",
  resolved: "up",
};

export const INCIDENT_SEVERITY_WORDS: Record<IncidentSeverity, string> = {
  critical: t("Critical"),
  major: t("Major"),
  minor: t("Minor"),
};

export const INCIDENT_SEVERITY_TONES: Record<IncidentSeverity, Tone> = {
  critical: "down",
  major: "degraded",
  minor: "unknown",
};

export const INCIDENT_SOURCE_WORDS = {
  rule: t("Alert rule"),
  member: t("By hand"),
  webhook: t("Inbound webhook"),
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
  first_failure: t("First failure"),
  alert_opened: t("Alert"),
  verdict: t("Verdict"),
  notification: t("Notification"),
  acknowledged: t("Acknowledgement"),
  change: t("Configuration change"),
  deploy: t("Deploy"),
  incident: t("Incident"),
  page_post: t("Status page"),
  location_recovered: t("Recovery"),
  alert_resolved: t("Alert resolved"),
  note: t("Note"),
};
