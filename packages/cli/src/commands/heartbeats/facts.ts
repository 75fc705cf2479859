import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { describeSchedule } from "@vedette/contract/heartbeats/schedules/describe-schedule.ts";
import { printableLine } from "../../command-line/printable.ts";

/** The schedule in words, in one line. */
export function scheduleText({ schedule }: Heartbeat): string {
  return printableLine(describeSchedule(schedule));
}

/** Formats how long a run took, such as `1.5 s`; a dash if that is unknown. */
export function durationText(ms: number | null): string {
  return ms === null ? "–" : `${ms / 1_000} s`;
}
