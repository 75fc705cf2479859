import type { QueryKey } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import type { LiveMessage } from "./live-message.ts";

const NOUNS = {
  monitor: "monitors",
  api_monitor: "api-monitors",
  journey: "journeys",
  heartbeat: "heartbeats",
} as const;

/** Groups with their status, but without their uptime, which takes longer to compute. */
export const GROUP_STATUSES = keys.list("groups", "status");

/**
 * Returns the query keys that an event makes stale. A key is `[noun, "list" | "detail" | …, id, …]` and also matches
 * all keys that start with it.
 */
export function staleKeys(message: LiveMessage): readonly QueryKey[] {
  switch (message.type) {
    case "check.result":
      // Not the lists: they apply the events of targets themselves, because these are frequent.
      return [keys.detail("monitors", message.data.monitor_id)];
    case "monitor.status":
      return [
        keys.detail("monitors", message.data.monitor_id),
        keys.detail("uptime", message.data.monitor_id),
        keys.all("overview"),
        GROUP_STATUSES,
      ];
    case "api_monitor.status":
      return [
        keys.detail("api-monitors", message.data.api_monitor_id),
        keys.detail("uptime", message.data.api_monitor_id),
        keys.all("overview"),
        GROUP_STATUSES,
      ];
    case "journey.status":
      return [
        keys.detail("journeys", message.data.journey_id),
        keys.detail("uptime", message.data.journey_id),
        keys.all("overview"),
        GROUP_STATUSES,
      ];
    case "heartbeat.status":
      return [
        keys.detail("heartbeats", message.data.heartbeat_id),
        keys.detail("uptime", message.data.heartbeat_id),
        keys.all("overview"),
        GROUP_STATUSES,
      ];
    case "heartbeat.pinged":
      return [keys.detail("heartbeats", message.data.heartbeat_id)];
    case "run.changed": {
      const noun = message.data.kind === "journey" ? "journeys" : "api-monitors";
      return [
        keys.detail("runs", message.data.run_id),
        keys.list("runs"),
        keys.detail(noun, message.data.target_id),
      ];
    }
    case "alert.changed":
      return [keys.detail("alerts", message.data.alert_id), keys.list("alerts"), keys.all("overview")];
    case "incident.changed":
      return [keys.detail("incidents", message.data.incident_id), keys.list("incidents")];
    case "target.snooze": {
      const { kind, target_id: id } = message.data;
      const noun = NOUNS[kind];
      return [
        keys.detail(noun, id),
        keys.list(noun),
        keys.all("overview"),
        keys.all("targets"),
        keys.all("alerts"),
      ];
    }
    case "target.change": {
      const { target_id: id } = message.data;
      return id === null ? [keys.all("changes")] : [keys.detail("changes", id)];
    }
    // A plan change also sends an event for every target that it pauses or resumes.
    case "organization.plan":
      return [keys.all("billing"), keys.all("organizations")];
    // Events were missed, so every query may be stale.
    case "reset":
      return [[]];
    case "end":
      return [];
  }
}
