import { SELECTOR_TARGETS_MAX } from "@vedette/contract/targets/selector-limits.ts";
import type { ImportBuilder } from "../building/import-builder.ts";
import { type DocumentObject, isObject, listOf, textOf } from "../document-value.ts";
import { gatusFlag, gatusSeconds, unknownFields } from "./gatus-values.ts";

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const KNOWN = new Set(["enabled", "start", "duration", "timezone", "every"]);
const DURATION = { name: "duration", initial: 3_600, min: 60, max: 2_592_000 };
/** A Monday in the past, so that an import makes the same window at any time. */
const FIRST_MONDAY = 5;

type Context = { builder: ImportBuilder };

/** Adds the maintenance windows of an endpoint. */
export function addWindows(
  windows: readonly unknown[],
  owner: { key: string; name: string },
  context: Context,
): void {
  for (const [index, window] of windows.entries()) {
    const number = windows.length > 1 ? ` ${index + 1}` : "";
    addWindow(window, {
      ...{ key: `${owner.key}-maintenance${number}`, name: `Maintenance of ${owner.name}${number}` },
      ...{ targets: [owner.key], context },
    });
  }
}

/** Adds the window that covers all targets of the file. */
export function addGlobalWindow(window: unknown, targets: readonly string[], context: Context): void {
  if (!isObject(window) || Object.keys(window).length === 0) return;
  const name = "Gatus maintenance";
  if (targets.length === 0) {
    context.builder.notMade({
      kind: "maintenance",
      key: "maintenance",
      name,
      reasons: ["It covers nothing that is made."],
    });
    return;
  }
  for (let start = 0; start < targets.length; start += SELECTOR_TARGETS_MAX) {
    const part = start === 0 ? "" : ` ${start / SELECTOR_TARGETS_MAX + 1}`;
    const covered = targets.slice(start, start + SELECTOR_TARGETS_MAX);
    addWindow(window, { key: `maintenance${part}`, name: `${name}${part}`, targets: covered, context });
  }
}

type WindowRequest = { key: string; name: string; targets: readonly string[]; context: Context };

/** Gatus goes on checking during maintenance, and does not alert. */
function addWindow(given: unknown, { key: wanted, name, targets, context }: WindowRequest): void {
  const { builder } = context;
  const key = builder.reserveKey("maintenance_window", wanted);
  if (!isObject(given)) {
    builder.notMade({ kind: "maintenance", key, name, reasons: ["It has no start."] });
    return;
  }
  if (!gatusFlag(given.enabled, true)) {
    builder.notMade({ kind: "maintenance", key, name, reasons: ["It is disabled, and a window cannot be."] });
    return;
  }
  const reasons = unknownFields(given, KNOWN);
  const start = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec((textOf(given.start) ?? "").trim());
  const days = weekdaysOf(given);
  if (start === null || days === null) {
    const reason =
      start === null ? "The start must be a time such as 23:00." : "A day of 'every' is not a weekday.";
    builder.notMade({ kind: "maintenance", key, name, reasons: [reason] });
    return;
  }
  const [, hour = "", minute = ""] = start;
  const date = String(FIRST_MONDAY + (days[0] ?? 0)).padStart(2, "0");
  builder.add({
    kind: "maintenance_window",
    key,
    name,
    fields: {
      mode: "mute",
      counts_uptime: true,
      starts_at: `2026-01-${date}T${hour.padStart(2, "0")}:${minute}:00`,
      duration_seconds: Math.round(gatusSeconds(given.duration, DURATION, reasons)),
      rrule: days.length === 0 ? "FREQ=DAILY" : `FREQ=WEEKLY;BYDAY=${days.map(weekdayCode).join(",")}`,
      timezone: textOf(given.timezone) || "UTC",
      selector: { targets },
    },
    reasons,
  });
}

/** Returns the weekdays as numbers from Monday, in order; empty for every day, and null if one is unknown. */
function weekdaysOf({ every }: DocumentObject): number[] | null {
  const days = listOf(every).map((day) => WEEKDAYS.indexOf((textOf(day) ?? "").trim().toLowerCase()));
  return days.includes(-1) ? null : [...new Set(days)].sort((one, other) => one - other);
}

function weekdayCode(day: number): string {
  return (WEEKDAYS[day] ?? "").slice(0, 2).toUpperCase();
}
