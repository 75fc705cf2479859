import { heartbeatScheduleSchema } from "@vedette/contract/heartbeats/heartbeat-schedule.ts";
import { expressionLines } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import type { z } from "zod";
import { type DocumentObject, fieldOf, textOf } from "../document-value.ts";

type Schedule = z.input<typeof heartbeatScheduleSchema>;

/**
 * Returns the schedule of a check: `timeout` is a period in seconds; `schedule` with `tz` is a cron expression or, as
 * the answer does not say which, systemd calendar expressions.
 */
export function readSchedule(check: DocumentObject): { schedule: Schedule } | { problem: string } {
  const expression = textOf(fieldOf(check, "schedule"));
  if (expression === null) {
    const seconds = fieldOf(check, "timeout");
    const period = { type: "period" as const, seconds: typeof seconds === "number" ? seconds : Number.NaN };
    return heartbeatScheduleSchema.safeParse(period).success
      ? { schedule: period }
      : { problem: `The period '${textOf(seconds) ?? "none"}' is not supported: 10 s to 365 days.` };
  }
  const timezone = textOf(fieldOf(check, "tz")) ?? "UTC";
  const candidates: Schedule[] = [
    { type: "cron", expression, timezone },
    { type: "oncalendar", expression: inTimezone(expression, timezone) },
  ];
  const results = candidates.map((schedule) => ({
    schedule,
    error: heartbeatScheduleSchema.safeParse(schedule).error,
  }));
  const valid = results.find(({ error }) => !error);
  if (valid) return { schedule: valid.schedule };
  const like = looksLikeCron(expression) ? results[0] : results[1];
  return {
    problem: `The schedule '${expression}' ${like?.error?.issues[0]?.message ?? "is not supported"}.`,
  };
}

/** Calendar expressions have their time zone at the end. */
function inTimezone(expression: string, timezone: string): string {
  return expressionLines(expression)
    .map((line) => (/\s(?:UTC|[A-Za-z]+\/\S+)$/.test(line) ? line : `${line} ${timezone}`))
    .join("\n");
}

function looksLikeCron(expression: string): boolean {
  return expression.trim().split(/\s+/).length === 5;
}
