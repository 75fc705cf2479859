import type {
  MaintenanceWindow,
  MaintenanceWindowCreateInput,
} from "@vedette/contract/alerts/maintenance-windows.ts";
import type { TargetRef } from "../../features/targets/target-ref.ts";
import { ONCE, type Recurrence, readRrule, writeRrule } from "./recurrence.ts";

/** Form state of a maintenance window. Pure. */

export type WindowDraft = {
  name: string;
  mode: MaintenanceWindow["mode"];
  /** Local time in `timezone`: "2026-01-31T02:30". */
  startsAt: string;
  durationMinutes: string;
  recurrence: Recurrence;
  timezone: string;
  countsUptime: boolean;
  covers: "all" | "some";
  targets: readonly TargetRef[];
  tags: readonly string[];
};

export function emptyWindow(timezone: string, nowMs: number): WindowDraft {
  const nextHour = Math.ceil(nowMs / 3_600_000) * 3_600_000;
  return {
    name: "",
    mode: "mute",
    startsAt: localTime(new Date(nextHour).toISOString(), timezone),
    durationMinutes: "60",
    recurrence: ONCE,
    timezone,
    countsUptime: false,
    covers: "all",
    targets: [],
    tags: [],
  };
}

export function draftOfWindow(window: MaintenanceWindow): WindowDraft {
  return {
    name: window.name,
    mode: window.mode,
    startsAt: localTime(window.starts_at, window.timezone),
    durationMinutes: String(window.duration_seconds / 60),
    recurrence: readRrule(window.rrule),
    timezone: window.timezone,
    countsUptime: window.counts_uptime,
    covers: window.covers_all ? "all" : "some",
    targets: targetsOfWindow(window),
    tags: window.tags,
  };
}

export function targetsOfWindow(window: MaintenanceWindow): TargetRef[] {
  return [
    ...window.monitor_ids.map((id) => ({ type: "monitor" as const, id })),
    ...window.api_monitor_ids.map((id) => ({ type: "api_monitor" as const, id })),
    ...window.journey_ids.map((id) => ({ type: "journey" as const, id })),
  ];
}

/** Returns the request body. Check `isWithoutTarget` first: a window without targets and tags covers all targets. */
export function bodyOfWindow(draft: WindowDraft): MaintenanceWindowCreateInput {
  const targets = draft.covers === "all" ? [] : draft.targets;
  const idsOf = (kind: TargetRef["type"]) => targets.flatMap(({ type, id }) => (type === kind ? [id] : []));
  return {
    name: draft.name,
    mode: draft.mode,
    starts_at: `${draft.startsAt}:00`,
    duration_seconds: Math.round(Number(draft.durationMinutes.replace(",", ".")) * 60),
    rrule: writeRrule(draft.recurrence),
    timezone: draft.timezone,
    counts_uptime: draft.countsUptime,
    monitor_ids: idsOf("monitor"),
    api_monitor_ids: idsOf("api_monitor"),
    journey_ids: idsOf("journey"),
    tags: draft.covers === "all" ? [] : [...draft.tags],
  };
}

export function isWithoutTarget({ covers, targets, tags }: WindowDraft): boolean {
  return covers === "some" && targets.length === 0 && tags.length === 0;
}

/** Formats an instant for a `datetime-local` input. The Swedish locale uses the ISO date format. */
function localTime(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return format.format(new Date(at)).replace(" ", "T");
}
