import type { QueryKey } from "@tanstack/react-query";
import type { LiveMessage } from "./live-message.ts";

/**
 * Returns the query keys that an event makes stale. A key is `[noun, "list" | "detail" | …, id, …]` and also matches
 * all keys that start with it.
 */
export function staleKeys(message: LiveMessage): readonly QueryKey[] {
  switch (message.type) {
    case "check.result":
      // Not the list: it applies the results itself, because they are frequent.
      return [["monitors", "detail", message.data.monitor_id]];
    case "monitor.status":
      return [["monitors", "detail", message.data.monitor_id], ["monitors", "list"], ["overview"]];
    case "api_monitor.status":
      return [
        ["api-monitors", "detail", message.data.api_monitor_id],
        ["api-monitors", "list"],
        ["overview"],
      ];
    case "journey.status":
      return [["journeys", "detail", message.data.journey_id], ["journeys", "list"], ["overview"]];
    case "run.changed": {
      const noun = message.data.kind === "journey" ? "journeys" : "api-monitors";
      return [
        ["runs", "detail", message.data.run_id],
        ["runs", "list"],
        [noun, "detail", message.data.target_id],
      ];
    }
    case "alert.changed":
      return [["alerts", "detail", message.data.alert_id], ["alerts", "list"], ["overview"]];
    // A plan change also sends an event for every target that it pauses or resumes.
    case "organization.plan":
      return [["billing"], ["organizations"]];
    // Events were missed, so every query may be stale.
    case "reset":
      return [[]];
    case "end":
      return [];
  }
}
