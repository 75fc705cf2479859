import type {
  MaintenanceWindow,
  MaintenanceWindowCreateInput,
  MaintenanceWindowUpdateInput,
} from "@vedette/contract/alerts/maintenance-windows.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import {
  type DurationDraft,
  secondsOfDuration,
  toDurationDraft,
} from "../../components/forms/duration-draft.ts";
import type { TargetRef } from "../../features/targets/target-ref.ts";
import { ONCE, type Recurrence, readRrule, writeRrule } from "./recurrence.ts";

/** Form state of a maintenance window. Pure. */

export type WindowDraft = {
  name: string;
  mode: MaintenanceWindow["mode"];
  /** Local time in `timezone`: "2026-01-31T02:30". */
  startsAt: string;
  duration: DurationDraft;
  recurrence: Recurrence;
  timezone: string;
  countsUptime: boolean;
  covers: "all" | "some";
  selector: Selector;
  /** IDs of the status pages that announce the window. */
  showOn: readonly string[];
  /** Markdown. */
  announcement: string;
};

export function emptyWindow(timezone: string, nowMs: number): WindowDraft {
  const nextHour = Math.ceil(nowMs / 3_600_000) * 3_600_000;
  return {
    name: "",
    mode: "mute",
    startsAt: localTime(new Date(nextHour).toISOString(), timezone),
    duration: { amount: "1", unit: "hours" },
    recurrence: ONCE,
    timezone,
    countsUptime: false,
    covers: "some",
    selector: {},
    ...{ showOn: [], announcement: "" },
  };
}

export function draftOfWindow(window: MaintenanceWindow): WindowDraft {
  return {
    name: window.name,
    mode: window.mode,
    startsAt: localTime(window.starts_at, window.timezone),
    duration: toDurationDraft(window.duration_seconds),
    recurrence: readRrule(window.rrule),
    timezone: window.timezone,
    countsUptime: window.counts_uptime,
    covers: window.covers_all ? "all" : "some",
    selector: window.selector ?? listedIn(window),
    ...{ showOn: window.show_on, announcement: window.announcement },
  };
}

/** The IDs and tags of a window as a selector, which selects the same. */
function listedIn(window: MaintenanceWindow): Selector {
  const targets = targetsOfWindow(window).map(({ id }) => id);
  return {
    ...(targets.length > 0 && { targets }),
    ...(window.tags.length > 0 && { tags: { any: window.tags } }),
  };
}

export function targetsOfWindow(window: MaintenanceWindow): TargetRef[] {
  return [
    ...window.monitor_ids.map((id) => ({ type: "monitor" as const, id })),
    ...window.api_monitor_ids.map((id) => ({ type: "api_monitor" as const, id })),
    ...window.journey_ids.map((id) => ({ type: "journey" as const, id })),
    ...window.heartbeat_ids.map((id) => ({ type: "heartbeat" as const, id })),
  ];
}

/** Returns the request body. Check `isWithoutTarget` first: an empty selector selects all targets. */
export function bodyOfWindow(draft: WindowDraft): MaintenanceWindowCreateInput {
  return {
    name: draft.name,
    mode: draft.mode,
    starts_at: `${draft.startsAt}:00`,
    // An empty duration is rejected by the server, like one that is not a number.
    duration_seconds: secondsOfDuration(draft.duration) ?? Number.NaN,
    rrule: writeRrule(draft.recurrence),
    timezone: draft.timezone,
    counts_uptime: draft.countsUptime,
    ...{ monitor_ids: [], api_monitor_ids: [], journey_ids: [], heartbeat_ids: [], tags: [] },
    selector: draft.covers === "all" ? null : draft.selector,
    ...{ show_on: [...draft.showOn], announcement: draft.announcement },
  };
}

/** Returns the request body of an update of `window`. */
export function changeOfWindow(
  {
    starts_at: startsAt,
    mode = "mute",
    counts_uptime = false,
    timezone,
    ...body
  }: MaintenanceWindowCreateInput,
  window: MaintenanceWindow,
): MaintenanceWindowUpdateInput {
  const stored = bodyOfWindow(draftOfWindow(window));
  // The form shows whole minutes: an unchanged start keeps its seconds.
  const isMoved = startsAt !== stored.starts_at || timezone !== stored.timezone;
  return {
    ...body,
    ...{ mode, counts_uptime },
    ...(isMoved && typeof startsAt === "string" && { starts_at: startsAt }),
    ...(typeof timezone === "string" && { timezone }),
  };
}

export function isWithoutTarget({ covers, selector }: Pick<WindowDraft, "covers" | "selector">): boolean {
  return covers === "some" && Object.keys(selector).length === 0;
}

/** Formats an instant for a `datetime-local` input. The Swedish locale uses the ISO date format. */
function localTime(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return format.format(new Date(at)).replace(" ", "T");
}
