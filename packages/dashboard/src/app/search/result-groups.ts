import type { SearchResult, SearchType } from "@vedette/contract/search/search.ts";

/** Where a result of the search leads, and what its group is called. */

export const GROUP_LABELS: Record<SearchType, string> = {
  monitor: "Monitors",
  api_monitor: "API monitors",
  journey: "Journeys",
  heartbeat: "Heartbeats",
  alert: "Open alerts",
  incident: "Incidents",
  group: "Groups",
  slo: "SLOs",
  alert_rule: "Alert rules",
  alert_channel: "Alert channels",
  maintenance_window: "Maintenance",
  variable: "Variables",
  member: "Members",
  view: "Saved views",
  status_page: "Status pages",
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
