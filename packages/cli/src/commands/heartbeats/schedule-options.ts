import { UsageError } from "../../exit-codes.ts";

/** Options for the schedule and the grace time of a heartbeat. The server validates the values. */
export const scheduleOptions = {
  period: { type: "string" },
  cron: { type: "string" },
  timezone: { type: "string" },
  oncalendar: { type: "string" },
  grace: { type: "string" },
} as const;

export const SCHEDULE_USAGE =
  "[--period SECONDS | --cron EXPRESSION [--timezone ZONE] | --oncalendar EXPRESSION] [--grace SECONDS]";

type ScheduleValues = { [Name in keyof typeof scheduleOptions]?: string | undefined };

/** Returns the fields that the options set. */
export function scheduleFields(values: ScheduleValues, usage: string): Record<string, unknown> {
  const { period, cron, timezone, oncalendar, grace } = values;
  if ([period, cron, oncalendar].filter((value) => value !== undefined).length > 1)
    throw new UsageError(`Only one of --period, --cron, --oncalendar is possible. Usage: vdt ${usage}`);
  if (timezone !== undefined && cron === undefined)
    throw new UsageError(`--timezone is for --cron. Usage: vdt ${usage}`);
  return {
    ...(period !== undefined && {
      schedule: { type: "period", seconds: numberOf("--period", period, usage) },
    }),
    ...(cron !== undefined && {
      schedule: { type: "cron", expression: cron, ...(timezone !== undefined && { timezone }) },
    }),
    ...(oncalendar !== undefined && { schedule: { type: "oncalendar", expression: oncalendar } }),
    ...(grace !== undefined && { grace_seconds: numberOf("--grace", grace, usage) }),
  };
}

function numberOf(option: string, text: string, usage: string): number {
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(seconds)) return seconds;
  throw new UsageError(`${option} is '${text}', which is not a number of seconds. Usage: vdt ${usage}`);
}
