import type { BadgePeriod } from "@vedette/contract/badges/badge-words.ts";
import type { ComponentStatus } from "@vedette/contract/status-pages/status-words.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";

/** What a badge is asked for. */
export type BadgeMetric =
  | { name: "status" | "certificate" | "heartbeat" }
  | { name: "uptime" | "response"; period: BadgePeriod };

/** What a badge shows; null if it is not known. */
export type BadgeFigure =
  | { type: "status"; status: MonitorStatus | ComponentStatus }
  /** 0 to 100. */
  | { type: "uptime"; percentage: number }
  /** The mean response time. */
  | { type: "response"; ms: number }
  | { type: "certificate"; expiresAtMs: number }
  | { type: "heartbeat"; lastPingMs: number; status: MonitorStatus }
  | null;
