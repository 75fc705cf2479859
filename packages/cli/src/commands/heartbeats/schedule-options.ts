import type { OptionSpecs } from "../../command-line/command.ts";
import { UsageError } from "../../exit-codes.ts";

/** Options for the schedule and the grace time of a heartbeat. The server validates the values. */
export const scheduleOptions = {
  period: { type: "number", value: "seconds", summary: "time between two pings" },
  cron: { type: "string", value: "expression", summary: "schedule as a cron expression" },
  timezone: { type: "string", value: "zone", summary: "time zone of --cron, such as Europe/Berlin" },
  oncalendar: { type: "string", value: "expression", summary: "schedule as a calendar event of systemd" },
  grace: { type: "number", value: "seconds", summary: "time that a ping may be late" },
} as const satisfies OptionSpecs;

/** Returns the fields that the options set. */
export function scheduleFields(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { period, cron, timezone, oncalendar, grace } = values;
  if ([period, cron, oncalendar].filter((value) => value !== undefined).length > 1)
    throw new UsageError("Only one of --period, --cron, --oncalendar is possible.");
  if (timezone !== undefined && cron === undefined) throw new UsageError("--timezone is for --cron.");
  return {
    ...(period !== undefined && { schedule: { type: "period", seconds: period } }),
    ...(cron !== undefined && {
      schedule: { type: "cron", expression: cron, ...(timezone !== undefined && { timezone }) },
    }),
    ...(oncalendar !== undefined && { schedule: { type: "oncalendar", expression: oncalendar } }),
    ...(grace !== undefined && { grace_seconds: grace }),
  };
}
