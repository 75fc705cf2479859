import { t, tContext } from "../../../language/t.ts";

/** What the entries of the audit log are about, by the first part of their actions. */
const OBJECT_LABELS: Readonly<Record<string, string>> = {
  access: t("Access"),
  alert: t("Alert"),
  alert_channel: t("Alert channel"),
  alert_rule: t("Alert rule"),
  api_key: t("API key"),
  api_monitor: t("API monitor"),
  audit_stream: t("Audit stream"),
  badge_key: t("Badge key"),
  code_project: t("Code project"),
  code_trust: t("CI trust"),
  contact_method: t("Contact method"),
  escalation_policy: t("Escalation policy"),
  group: t("Group"),
  heartbeat: t("Heartbeat"),
  incident: t("Incident"),
  incident_settings: t("Incident settings"),
  invitation: t("Invitation"),
  journey: t("Journey"),
  maintenance_window: t("Maintenance window"),
  marker: t("Marker"),
  member: t("Member"),
  monitor: t("Monitor"),
  notification_rules: t("Notification rules"),
  on_call_settings: t("On call settings"),
  organization: t("Organization"),
  page_component: t("Page component"),
  page_domain: t("Page domain"),
  page_group: t("Page group"),
  page_incident: t("Page incident"),
  page_subscriber: t("Page subscriber"),
  person_calendar: t("Person calendar"),
  ping_key: t("Ping key"),
  push_device: t("Push device"),
  recipient: t("Recipient"),
  report: t("Report"),
  schedule: tContext("on call", "Schedule"),
  schedule_override: t("Schedule override"),
  session: t("Session"),
  sign_in: t("Sign in"),
  slo: t("SLO"),
  status_page: t("Status page"),
  telemetry_exporter: t("Telemetry exporter"),
  variable: t("Variable"),
  view: t("View"),
};

/** Returns the label of a kind of object: "Alert rule" for `alert_rule`. */
export function auditObjectLabel(kind: string): string {
  return OBJECT_LABELS[kind] ?? kind.replaceAll("_", " ");
}
