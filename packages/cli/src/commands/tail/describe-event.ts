import type { ServerEvent } from "./follow-events.ts";

const TARGET_FIELDS = ["target_id", "monitor_id", "api_monitor_id", "journey_id", "heartbeat_id"] as const;

/** Returns the ID of the target that an event is about, or null. */
export function targetOfEvent(data: ServerEvent["data"]): string | null {
  for (const field of TARGET_FIELDS) {
    const id = data[field];
    if (typeof id === "string") return id;
  }
  return null;
}

/** Formats an event as one line, such as `2026-01-31T12:00:00.000Z  monitor.status  Shop  up → down`. */
export function describeEvent({ type, data }: ServerEvent, name: string | undefined): string {
  const at = text(data.at) ?? text(data.checked_at) ?? text(data.triggered_at) ?? "–";
  const subject = text(data.title) ?? text(data.name) ?? name ?? targetOfEvent(data) ?? "–";
  return [at, type.padEnd(18), subject, detail(data)].filter((part) => part !== "").join("  ");
}

function detail(data: ServerEvent["data"]): string {
  const status = text(data.status) ?? text(data.state) ?? "";
  const previous = text(data.previous_status);
  const parts = [previous === undefined ? status : `${previous} → ${status}`, text(data.location)];
  return parts.filter((part) => part !== undefined && part !== "").join("  ");
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
