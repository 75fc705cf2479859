import type { QueryKey } from "@tanstack/react-query";
import type { LiveMessage } from "./live-message.ts";

/**
 * Which queries an event makes stale: the one place where events meet the keys of the pages. A key is
 * `[noun, "list" | "detail" | …, id, …]`; the beginning of a key stands for all that begin so.
 */
export function staleKeys(message: LiveMessage): readonly QueryKey[] {
  switch (message.type) {
    case "check.result":
      // Not the list: it takes in the results themselves, for there are many of them.
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
    // A plan pauses and resumes what is watched, and tells of each; the list of plans says which is taken.
    case "organization.plan":
      return [["billing"], ["organizations"]];
    // What was missed is not known: everything may have changed.
    case "reset":
      return [[]];
    case "end":
      return [];
  }
}
