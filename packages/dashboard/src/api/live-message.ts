import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { EventSourceMessage } from "eventsource-parser";

/** A message of the event stream: an event, a request to refetch everything, or the end of the stream. */
export type LiveMessage =
  | {
      [T in LiveEvent["type"]]: { type: T; data: Extract<LiveEvent, { type: T }>["data"] };
    }[LiveEvent["type"]]
  | { type: "reset" }
  | { type: "end" };

/** Returns null for an event of a newer server that this page does not know. */
export function readLiveMessage({ event, data }: EventSourceMessage): LiveMessage | null {
  switch (event) {
    case "check.result":
    case "monitor.status":
    case "api_monitor.status":
    case "journey.status":
    case "heartbeat.status":
    case "heartbeat.pinged":
    case "run.changed":
    case "alert.changed":
    case "incident.changed":
    case "target.snooze":
    case "target.change":
    case "organization.plan":
      return { type: event, data: JSON.parse(data) };
    case "reset":
    case "end":
      return { type: event };
    default:
      return null;
  }
}
