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

/** The limits of the levels good and warning, in the unit of the figure. */
export type Thresholds = { good: number; warning: number };

const DEFAULTS = {
  /** At least this percentage. */
  uptime: { good: 99.9, warning: 99 },
  /** At most so many milliseconds. */
  response: { good: 500, warning: 2_000 },
  /** At least so many days. Certificates are renewed 30 days before they expire, as a rule. */
  certificate: { good: 21, warning: 7 },
} as const satisfies Record<string, Thresholds>;

const DAY_MS = 86_400_000;

/** `thresholds` replace those of the figure, if it has any. */
export function badgeText(
  figure: BadgeFigure,
  nowMs: number,
  thresholds: Partial<Thresholds> = {},
): BadgeText {
  if (figure === null) return UNKNOWN;
  switch (figure.type) {
    case "status":
      return { ...STATUSES[figure.status], value: figure.status };
    case "uptime": {
      const { percentage: value } = figure;
      return {
        message: percentText(value),
        level: highIsGood(value, { ...DEFAULTS.uptime, ...thresholds }),
        value,
      };
    }
    case "response": {
      const value = Math.round(figure.ms);
      const message = value < 10_000 ? `${value} ms` : `${(value / 1_000).toFixed(1)} s`;
      return { message, level: lowIsGood(value, { ...DEFAULTS.response, ...thresholds }), value };
    }
    case "certificate":
      return certificateText(figure.expiresAtMs - nowMs, { ...DEFAULTS.certificate, ...thresholds });
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

function certificateText(leftMs: number, thresholds: Thresholds): BadgeText {
  const days = Math.floor(leftMs / DAY_MS);
  if (leftMs <= 0) return { message: "expired", level: "bad", value: days };
  const message = `${days} ${days === 1 ? "day" : "days"}`;
  return { message, level: highIsGood(days, thresholds), value: days };
}

function lowIsGood(value: number, { good, warning }: Thresholds): BadgeLevel {
  if (value <= good) return "good";
  return value <= warning ? "warning" : "bad";
}

function highIsGood(value: number, { good, warning }: Thresholds): BadgeLevel {
  if (value >= good) return "good";
  return value >= warning ? "warning" : "bad";
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}
