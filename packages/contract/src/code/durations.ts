import type { CodeKind } from "./code-keys.ts";

/** The fields that take durations such as `30s`, by kind of resource. */
export const DURATION_FIELDS = {
  variable: [],
  group: [],
  channel: [],
  schedule: [],
  escalation_policy: ["repeat_wait_seconds"],
  monitor: ["interval", "timeout", "confirm_interval"],
  api_monitor: ["interval", "timeout"],
  journey: ["interval_seconds", "timeout_seconds"],
  heartbeat: ["grace_seconds", "max_runtime_seconds"],
  slo: [],
  rule: ["cooldown_seconds", "confirm_seconds", "remind_every_seconds"],
  status_page: ["min_incident_seconds"],
  maintenance_window: ["duration_seconds"],
} as const satisfies Record<CodeKind, readonly string[]>;

export const DURATION_PATTERN = /^\d{1,9}(?:\.\d{1,3})?[smhd]$/;

const SECONDS_OF = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Converts a duration to seconds. Returns anything else as it is, so that its schema reports it. */
export function toSeconds(value: unknown): unknown {
  if (typeof value !== "string" || !DURATION_PATTERN.test(value)) return value;
  return Number.parseFloat(value) * SECONDS_OF[value.slice(-1) as keyof typeof SECONDS_OF];
}
