import type { SearchResult, SearchType } from "@vedette/contract/search/search.ts";
import { t } from "../../language/t.ts";

/** Where a result of the search leads, and what its group is called. */

export const GROUP_LABELS: Record<SearchType, string> = {
  monitor: t("Monitors"),
  api_monitor: t("API monitors"),
  journey: t("Journeys"),
  heartbeat: t("Heartbeats"),
  alert: t("Open alerts"),
  incident: t("Incidents"),
  group: t("Groups"),
  slo: "SLOs",
  alert_rule: t("Alert rules"),
  alert_channel: t("Alert channels"),
  maintenance_window: t("Maintenance"),
  variable: t("Variables"),
  member: t("Members"),
  view: t("Saved views"),
  status_page: t("Status pages"),
};

export function pathOf({ type, id, detail }: SearchResult): string {
  switch (type) {
    case "monitor":
      return `/monitors/${id}`;
    case "api_monitor":
      return `/api-monitors/${id}`;
    case "journey":
      return `/journeys/${id}`;
    case "heartbeat":
      return `/heartbeats/${id}`;
    case "alert":
      return `/alerts/${id}`;
    case "incident":
      return `/incidents/${id}`;
    case "group":
      return `/groups/${id}`;
    case "slo":
      return `/slos/${id}`;
    case "alert_rule":
      return `/alerts/rules/${id}`;
    case "alert_channel":
      return `/alerts/channels/${id}`;
    case "maintenance_window":
      return `/alerts/maintenance/${id}`;
    case "variable":
      return "/variables";
    case "member":
      return "/settings/members";
    case "status_page":
      return `/status-pages/${id}`;
    case "view":
      return `/${detail ?? "targets"}?view=${id}`;
  }
}

export function isTarget({ type }: SearchResult): boolean {
  return type === "monitor" || type === "api_monitor" || type === "journey" || type === "heartbeat";
}
