import type { ComponentStatus } from "@vedette/contract/status-pages/status-words.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { BadgeFigure, BadgeMetric } from "../../../pipeline/badges/badge-figure.ts";

/** A figure as a badge shows it: a short text, how good it is, and the value for programs. Pure. */

export type BadgeLevel = "good" | "warning" | "bad" | "maintenance" | "unknown";

export type BadgeText = { message: string; level: BadgeLevel; value: string | number | null };

type Shown = Pick<BadgeText, "message" | "level">;

const STATUSES: Record<MonitorStatus | ComponentStatus, Shown> = {
  up: { message: "up", level: "good" },
  degraded: { message: "degraded", level: "warning" },
  down: { message: "down", level: "bad" },
  maintenance: { message: "maintenance", level: "maintenance" },
  paused: { message: "paused", level: "unknown" },
  pending: { message: "unknown", level: "unknown" },
  unknown: { message: "unknown", level: "unknown" },
  operational: { message: "operational", level: "good" },
  under_maintenance: { message: "maintenance", level: "maintenance" },
  degraded_performance: { message: "degraded performance", level: "warning" },
  partial_outage: { message: "partial outage", level: "bad" },
  major_outage: { message: "major outage", level: "bad" },
};

const UNKNOWN: BadgeText = { message: "unknown", level: "unknown", value: null };

/** From this share of uptime in percent on. */
const GOOD_UPTIME = 99.9;
const FAIR_UPTIME = 99;
/** Up to this mean response time in milliseconds. */
const GOOD_RESPONSE_MS = 500;
const FAIR_RESPONSE_MS = 2_000;
/** Certificates are renewed 30 days before they expire, as a rule. */
const GOOD_DAYS = 21;
const FAIR_DAYS = 7;

const DAY_MS = 86_400_000;

export function badgeText(figure: BadgeFigure, nowMs: number): BadgeText {
  if (figure === null) return UNKNOWN;
  switch (figure.type) {
    case "status":
      return { ...STATUSES[figure.status], value: figure.status };
    case "uptime": {
      const { percentage: value } = figure;
      return { message: percentText(value), level: levelOf(-value, -GOOD_UPTIME, -FAIR_UPTIME), value };
    }
    case "response": {
      const value = Math.round(figure.ms);
      const message = value < 10_000 ? `${value} ms` : `${(value / 1_000).toFixed(1)} s`;
      return { message, level: levelOf(value, GOOD_RESPONSE_MS, FAIR_RESPONSE_MS), value };
    }
    case "certificate":
      return certificateText(figure.expiresAtMs - nowMs);
    case "heartbeat": {
      const { level } = STATUSES[figure.status];
      const value = Math.max(0, Math.floor((nowMs - figure.lastPingMs) / 1_000));
      return { message: `${durationText(value)} ago`, level, value };
    }
  }
}

/** The label of a badge without one of its own. It names the figure and never the target. */
export function defaultLabel(metric: BadgeMetric): string {
  return "period" in metric ? `${metric.name} ${metric.period}` : metric.name;
}

/** Rounded down: 99.996 % is not 100 %. */
function percentText(value: number): string {
  const hundredths = Math.floor(value * 100 + 1e-6);
  return hundredths === 10_000 ? "100%" : `${(hundredths / 100).toFixed(2)}%`;
}

function certificateText(leftMs: number): BadgeText {
  const days = Math.floor(leftMs / DAY_MS);
  if (leftMs <= 0) return { message: "expired", level: "bad", value: days };
  const message = `${days} ${days === 1 ? "day" : "days"}`;
  return { message, level: levelOf(-days, -GOOD_DAYS, -FAIR_DAYS), value: days };
}

/** Lower is better. */
function levelOf(value: number, good: number, fair: number): BadgeLevel {
  if (value <= good) return "good";
  return value <= fair ? "warning" : "bad";
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}
